"""The ledger of a person's messages on a day: what they were sent, and what they were not sent and why.

The messages are the outbox's rows with their outcomes. Where there is no row, the reason follows from the person's day:
they do not work, or these are their quiet hours.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from msgspec import Struct

from core.application.access import Operation, relations_to_person, require
from core.application.use_case import Context, needs, query
from core.base.calendar_time import ONE_DAY, Interval
from core.base.date_times import start_of
from core.people import users
from core.people.quiet_hours import quiet_hours, quiet_until
from core.people.schedules import off_on, zone_of
from core.people.working_time import WhyOff
from core.records.jobs import Job
from core.records.messages import REMINDERS, Message
from core.records.people import ChosenNotices, User
from core.records.tokens import Scope

PROMPT_GRACE = timedelta(hours=1)
"""A prompt that is late by more than this is not written any more."""


class Ledger(Struct, frozen=True):
    """A day of one person: messages sent or withheld, in that order of time, then those that wait, by due time.

    An earlier day also has messages of that day with a later outcome. `off` says why they do not work on the day,
    `quiet_until` when the present quiet hours end, if the day is today. `idle`: when the service was down for so long
    that prompts were not made up for.
    """

    person: User
    fecha: date
    off: WhyOff | None
    quiet_until: datetime | None
    idle: Sequence[Interval]
    messages: Sequence[Message]


@needs(Scope.REPORTS_READ)
@query
async def ledger_of(ctx: Context, user_id: int, fecha: date | None = None) -> Ledger:
    """The ledger of oneself, or of somebody whom the caller leads; today's unless a date is given."""
    require(ctx.actor, Operation.LEDGER_READ, relations_to_person(ctx.actor, user_id))
    person = await users.by_id(ctx, user_id)
    on = fecha or ctx.today
    off = await off_on(ctx, [person], on)
    chosen = (await ctx.uow.notices.of_people([user_id])).get(user_id, ChosenNotices())
    hours = quiet_hours(ctx.settings, chosen)
    quiet = quiet_until(hours, zone_of(person, ctx.settings), ctx.now) if on == ctx.today else None
    return Ledger(person, on, off.get(user_id), quiet, await idle(ctx, on), await messages(ctx, user_id, on))


@query
async def own_messages(ctx: Context, ids: Sequence[int]) -> Sequence[Message]:
    """Return the caller's own among these messages, in that order."""
    found = [await ctx.uow.outbox.get(each) for each in ids]
    return [message for message in found if message is not None and message.user_id == ctx.actor.id]


async def idle(ctx: Context, on: date) -> Sequence[Interval]:
    """Find the times of a day, until now, in which no prompts ran for longer than they are made up for.

    Nothing is known from before the first run that is remembered.
    """
    zone = ctx.settings.zone
    start, end = start_of(on, zone), min(start_of(on + ONE_DAY, zone), ctx.now)
    since, until = (each.astimezone(UTC).isoformat() for each in (start, end + PROMPT_GRACE))
    before = await ctx.uow.job_runs.last_scheduled(Job.DAY_PROMPTS, since)
    turns = await ctx.uow.job_runs.scheduled(Job.DAY_PROMPTS, since, until)
    seen = [datetime.fromisoformat(turn) for turn in ([before] if before else []) + list(turns)]
    gaps = [(gone, back) for gone, back in pairwise([*seen, ctx.now]) if back - gone > PROMPT_GRACE]
    return [Interval(max(gone, start), min(back, end)) for gone, back in gaps if gone < end and back > start]


async def messages(ctx: Context, user_id: int, on: date) -> Sequence[Message]:
    start, end, by_now = (start_of(day, ctx.settings.zone) for day in (on, on + ONE_DAY, ctx.today + ONE_DAY))
    settled = await ctx.uow.outbox.settled(user_id, start, max(end, by_now))
    waiting = await ctx.uow.outbox.waiting(user_id)
    return [message for message in (*settled, *waiting) if message.created_at < end]


def due_time(message: Message) -> datetime:
    """Return when a message was due before anything put it off; reminders are never put off."""
    return message.due_at if message.kind in REMINDERS else min(message.created_at, message.due_at)
