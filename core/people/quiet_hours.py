"""Quiet hours (a person's own, else the office's), in which only reminders and proposals are sent; and lunch."""

from collections.abc import Collection, Mapping
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from core.application.use_case import Context
from core.base.calendar_time import ONE_DAY, local_date
from core.base.date_times import instant_at
from core.base.settings import Settings
from core.people.schedules import zone_of
from core.records.people import ChosenNotices, QuietHours, User


def quiet_hours(settings: Settings, chosen: ChosenNotices) -> QuietHours:
    """The hours that a person has chosen; what they have not chosen is the office's."""
    office = office_quiet_hours(settings)
    return QuietHours(
        office.starts if chosen.quiet_starts is None else chosen.quiet_starts,
        office.ends if chosen.quiet_ends is None else chosen.quiet_ends,
    )


async def present_quiet_ends(ctx: Context, people: Collection[User]) -> Mapping[int, datetime]:
    """Return when quiet hours end, by person; only of those who have them now."""
    chosen = await ctx.uow.notices.of_people([user.id for user in people])
    ends = {user.id: quiet_end(ctx, user, chosen.get(user.id, ChosenNotices())) for user in people}
    return {user_id: at for user_id, at in ends.items() if at}


def quiet_end(ctx: Context, person: User, chosen: ChosenNotices, *, to_group: bool = False) -> datetime | None:
    """Return when the present quiet hours end, or None: a person's, or the office's for a message to a group."""
    hours = office_quiet_hours(ctx.settings) if to_group else quiet_hours(ctx.settings, chosen)
    return quiet_until(hours, zone_of(person, ctx.settings), ctx.now)


def lunch_end(ctx: Context, person: User, chosen: ChosenNotices) -> datetime | None:
    """The end of a person's lunch, if they are at lunch now; else None."""
    if chosen.lunch_starts is None or chosen.lunch_ends is None:
        return None
    return quiet_until(QuietHours(chosen.lunch_starts, chosen.lunch_ends), zone_of(person, ctx.settings), ctx.now)


def office_quiet_hours(settings: Settings) -> QuietHours:
    return QuietHours(settings.quiet_starts, settings.quiet_ends)


def is_quiet(hours: QuietHours, clock: time) -> bool:
    if hours.starts > hours.ends:
        return clock >= hours.starts or clock < hours.ends
    return hours.starts <= clock < hours.ends


def quiet_until(hours: QuietHours, zone: ZoneInfo, at: datetime) -> datetime | None:
    """The end of the quiet hours that an instant is in, by the clock of a zone; None outside them.

    If the clock shows the end twice, the hours end the first time and do not begin anew.
    """
    clock = at.astimezone(zone).time()
    if not is_quiet(hours, clock):
        return None
    day = local_date(at, zone) + (ONE_DAY if clock >= hours.ends else timedelta())
    until = instant_at(day, hours.ends, zone)
    return until if until > at else None
