"""Presence: who works on some days and who does not. Everybody may know whether somebody is away, but not why."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from msgspec import Struct

from core.application.use_case import Context, query
from core.base.calendar_time import Days, Interval
from core.base.date_times import of_whole_days
from core.language.accents import alphabetical
from core.people.colleagues import people_present
from core.people.schedules import days_off, each_date
from core.people.working_time import WhyOff
from core.records.people import User


class PresenceOn(Struct, frozen=True):
    """The ids of those who work on a date, with their hours away, and of those who do not, with why; by name."""

    fecha: date
    there: Sequence[int]
    off: Mapping[int, WhyOff]
    hours: Sequence[tuple[int, Interval]] = ()


class Presence(Struct, frozen=True):
    """The days asked about, in order, and the display names of the people."""

    days: Sequence[PresenceOn]
    names: Mapping[int, str]


@query
async def who_works(ctx: Context, people: Collection[int], days: Days) -> Presence:
    """Find who works on each day and who does not: of these people; without any, of the caller's team or fellows."""
    present = await people_present(ctx)
    asked = [user for user in present if user.id in people] if people else fellows(ctx, present)
    asked.sort(key=lambda user: (alphabetical(user.display_name), user.id))
    off = await days_off(ctx, asked, days.first, days.last)
    during = of_whole_days(days, ctx.settings.zone)
    hours = await ctx.uow.absences.hours_within([user.id for user in asked], during)
    found = [
        PresenceOn(
            on,
            [user.id for user in asked if on not in off[user.id]],
            {user.id: off[user.id][on] for user in asked if on in off[user.id]},
            [(each.user_id, each.hours) for each in hours if each.first_day == on and each.hours],
        )
        for on in each_date(days.first, days.last)
    ]
    return Presence(found, {user.id: user.display_name for user in asked})


@query
async def team_of(ctx: Context) -> Sequence[int]:
    """List whom the caller leads, else their leader and those who share that; nobody where they have neither."""
    alone = not ctx.actor.team and ctx.actor.user.leader_user_id is None
    found = [] if alone else fellows(ctx, await people_present(ctx))
    return [user.id for user in found if user.id != ctx.actor.id]


def fellows(ctx: Context, present: Sequence[User]) -> list[User]:
    """The caller and whom they lead, else their leader and those who share that; everybody where they have none."""
    if ctx.actor.team:
        return [user for user in present if user.id in {ctx.actor.id, *ctx.actor.team}]
    leader = ctx.actor.user.leader_user_id
    return [user for user in present if leader in (user.id, user.leader_user_id)] if leader else list(present)
