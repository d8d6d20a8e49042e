"""News of a person's absences, told to their leader, to those whom they lead and, where others did it, to them.

What touches today is told at once. All else waits for `news_wait_minutes`, and what follows is told by the message that
waits already: it keeps the days before, and compares them with those that there are when it is drawn. Days that have
passed are not news.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

import msgspec
from msgspec import Struct

from core.application.access import Operation, may, relations_to_person, require
from core.application.use_case import Context, query
from core.base.calendar_time import microseconds
from core.base.model import Role
from core.messages.outbox import key_of, new_message, write_to
from core.people.schedules import each_date, present_above
from core.records.messages import MessageKind, Params
from core.records.people import Absence

DAYS_LOOKED_AT = 7
Days = tuple[date, date]


class AbsenceNews(Struct, frozen=True):
    """The absences that are new, and the days of those that were cancelled or changed.

    `reds_go_to`: where the person leads the reader, who learns of the reader's reds meanwhile; empty if nobody does.
    """

    noted: Sequence[Absence]
    gone: Sequence[Days]
    reds_go_to: str | None = None


class AwayToday(Struct, frozen=True):
    """The caller's people who are away today: until when, and their names."""

    until: Mapping[int, date]
    names: Mapping[int, str]


async def tell_of_absences(ctx: Context, user_id: int, before: Sequence[Absence], *, touched: Iterable[Days]) -> None:
    """Tell a person, their leader and those whom they lead, but not the caller, that their absences are other ones.

    `touched`: the days that are other ones; where today is among them, at once.
    """
    person = await ctx.uow.users.get(user_id)
    if person is None:
        return
    days = [day.toordinal() for each in before for day in (each.first_day, each.last_day)]
    about: Params = {"person_id": user_id, "days": days}
    at_once = any(first <= ctx.today <= last for first, last in touched)
    wait = timedelta(minutes=0 if at_once else ctx.settings.news_wait_minutes)
    led = await ctx.uow.users.by_ids(await ctx.uow.users.team_ids(user_id))
    concerned = [person.leader_user_id, *(user.id for user in led if user.role is not Role.SERVICE)]
    for told in dict.fromkeys(concerned):
        if told is not None:
            await tell_after(ctx, wait, MessageKind.ABSENCE_CHANGED, told, user_id, about)
    about = {"by_user_id": ctx.actor.id, "days": days}
    await tell_after(ctx, wait, MessageKind.OWN_ABSENCE_CHANGED, user_id, user_id, about)


async def tell_of_hours(ctx: Context, absence: Absence, *, gone: bool = False) -> None:
    """Tell a person and their leader, but not the caller, of hours away: at once if they touch today, else later.

    `gone`: they were cancelled, of which only those are told who were told of the hours.
    """
    person = await ctx.uow.users.get(absence.user_id)
    if person is None or absence.hours is None:
        return
    at_once = absence.first_day <= ctx.today
    due_at = ctx.now + timedelta(minutes=0 if at_once else ctx.settings.news_wait_minutes)
    times = {"starts": int(absence.hours.start.timestamp()), "ends": int(absence.hours.end.timestamp())}
    about = {"absence_id": absence.id, "person_id": absence.user_id, "by_user_id": ctx.actor.id, **times}
    key, occasion = key_of(MessageKind.HOURS_AWAY, str(absence.id)), f"{absence.id}:{microseconds(ctx.now)}"
    for told in dict.fromkeys((person.leader_user_id, person.id)):
        if told is None or told == ctx.actor.id or (gone and await ctx.uow.outbox.waits(told, key, ctx.now)):
            continue
        message = new_message(ctx, MessageKind.HOURS_AWAY, told, occasion, {**about, "gone": int(gone)}, due_at=due_at)
        await write_to(ctx, [message])


async def tell_after(ctx: Context, wait: timedelta, kind: MessageKind, told: int, of: int, about: Params) -> None:
    """Tell a person after a while, unless they made the change; a message that waits already tells of this one, too."""
    if told == ctx.actor.id:
        return
    key = key_of(kind, str(of))
    if await ctx.uow.outbox.waits(told, key, ctx.now):
        await ctx.uow.outbox.hasten_all(told, key, ctx.now + wait, ctx.now)
        return
    occasion = f"{of}:{microseconds(ctx.now)}"
    await write_to(ctx, [new_message(ctx, kind, told, occasion, about, due_at=ctx.now + wait)])


@query
async def absence_news(ctx: Context, user_id: int, before: Sequence[Days]) -> AbsenceNews:
    """Find what has changed in a person's absences, which had the days `before`; those they lead are not told why."""
    relations, led = relations_to_person(ctx.actor, user_id), user_id == ctx.actor.user.leader_user_id
    if not led:
        require(ctx.actor, Operation.ABSENCE_READ, relations)
    now = await ctx.uow.absences.days_within([user_id], ctx.today, date.max)
    earlier = days_left(before, ctx.today)
    still = days_left([(each.first_day, each.last_day) for each in now], ctx.today)
    noted = [each for each, days in zip(now, still, strict=True) if days not in earlier]
    gone = [days for days in earlier if days not in still]
    reds_go_to = await told_instead(ctx, user_id, noted[0]) if led and noted else None
    if not may(ctx.actor, Operation.ABSENCE_READ, relations):
        noted = [msgspec.structs.replace(each, reason=None) for each in noted]
    return AbsenceNews(noted, gone, reds_go_to)


async def told_instead(ctx: Context, leader: int, absence: Absence) -> str:
    """Return the name of who learns of the caller's reds while their leader is away; "" where nobody does.

    It is the nearest above the leader who is at work on the first day on which anybody of those is.
    """
    for on in each_date(max(absence.first_day, ctx.today), absence.last_day)[:DAYS_LOOKED_AT]:
        if (person := await present_above(ctx, leader, on, {ctx.actor.id})) is not None:
            return (await ctx.uow.users.by_ids([person]))[0].display_name
    return ""


@query
async def away_today(ctx: Context) -> AwayToday:
    """Find the caller's people who are away today; none where the caller leads nobody."""
    absences = await ctx.uow.absences.days_within(ctx.actor.team, ctx.today, ctx.today) if ctx.actor.team else ()
    until = {each.user_id: each.last_day for each in absences}
    known = await ctx.uow.users.by_ids(until) if until else ()
    return AwayToday(until, {user.id: user.display_name for user in known if user.is_active})


def days_left(ranges: Iterable[Days], today: date) -> Sequence[Days]:
    """Return the part of these days that has not passed."""
    return [(max(first, today), last) for first, last in ranges if last >= today]
