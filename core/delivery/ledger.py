"""Why a person was written to on a day, or was not: the ledger of their messages, and what keeps them from being told.

The messages are the outbox's own rows with their outcomes. Of what no row tells, the reason follows from the person's
day: they do not work today, or these are their quiet hours.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from msgspec import Struct

from core.application.access import Operation, relations_to_person, require
from core.application.use_case import Context, query
from core.base.calendar_time import ONE_DAY, Interval
from core.base.date_times import start_of
from core.people import users
from core.people.schedules import days_off, quiet_until, zone_of
from core.people.working_time import WhyOff
from core.records.jobs import Job
from core.records.messages import Message, MessageKind
from core.records.people import User

PROMPT_GRACE = timedelta(hours=1)
"""A prompt that could not be written within this time after it was due is not written any more."""


class Ledger(Struct, frozen=True):
    """A day of one person: what was told or withheld by when it was, then what waits, by when it is due.

    Of an earlier day also what was there then and came to its end later. `off` is why they do not work on the day,
    `quiet_until` the end of the quiet hours that it is now, if the day is today. `idle`: when nobody was there to ask
    anything, for so long that it was not asked afterwards either.
    """

    person: User
    fecha: date
    off: WhyOff | None
    quiet_until: datetime | None
    idle: Sequence[Interval]
    messages: Sequence[Message]


@query
async def ledger_of(ctx: Context, user_id: int, fecha: date | None = None) -> Ledger:
    """The ledger of oneself, or of somebody whom the caller leads; of today unless a day is named."""
    require(ctx.actor, Operation.LEDGER_READ, relations_to_person(ctx.actor, user_id))
    person = await users.by_id(ctx, user_id)
    on = fecha or ctx.today
    off = await days_off(ctx, [person], on, on)
    quiet = quiet_until(ctx.settings, zone_of(person, ctx.settings), ctx.now) if on == ctx.today else None
    return Ledger(person, on, off[user_id].get(on), quiet, await idle(ctx, on), await messages(ctx, user_id, on))


async def idle(ctx: Context, on: date) -> Sequence[Interval]:
    """When on a day, by now, there was no turn of the prompts for longer than these are caught up with.

    Before the first turn that is remembered nobody knows.
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
    """Those that ended on a day or after it, or wait, of those that were there by its end."""
    start, end, by_now = (start_of(day, ctx.settings.zone) for day in (on, on + ONE_DAY, ctx.today + ONE_DAY))
    settled = await ctx.uow.outbox.settled(user_id, start, max(end, by_now))
    waiting = await ctx.uow.outbox.waiting(user_id)
    return [message for message in (*settled, *waiting) if message.created_at < end]


def due_time(message: Message) -> datetime:
    """When a message was to be told: as it was written, but reminders, which nothing puts off, at their instant."""
    return message.due_at if message.kind is MessageKind.REMINDER else min(message.created_at, message.due_at)
