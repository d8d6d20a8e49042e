"""Why a person was written to today, or was not: the ledger of their messages, and what keeps them from being told.

The messages are the outbox's own rows with their outcomes. Of what no row tells, the reason follows from the person's
day: they do not work today, or these are their quiet hours.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from msgspec import Struct

from core.access import Operation, relations_to_person, require
from core.errors import Code, NotFound
from core.events import start_of
from core.outbox import Message
from core.schedules import days_off, quiet_until, zone_of
from core.use_case import Context, query
from core.users import User
from core.working_time import WhyOff

ONE_DAY = timedelta(days=1)


class Ledger(Struct, frozen=True):
    """Today of one person: what has been told or withheld by when it was, then what waits, by when it is due.

    `off` is why they do not work today, `quiet_until` the end of the quiet hours that it is now.
    """

    person: User
    fecha: date
    off: WhyOff | None
    quiet_until: datetime | None
    messages: Sequence[Message]


@query
async def why(ctx: Context, user_id: int) -> Ledger:
    """The ledger of oneself, or of somebody whom the caller leads."""
    require(ctx.actor, Operation.LEDGER_READ, relations_to_person(ctx.actor, user_id))
    person = await ctx.uow.users.get(user_id)
    if person is None:
        raise NotFound(Code.USER_NOT_FOUND, username=f"#{user_id}")
    off = await days_off(ctx, [person], ctx.today, ctx.today)
    settled = await ctx.uow.outbox.settled(user_id, start_of(ctx, ctx.today), start_of(ctx, ctx.today + ONE_DAY))
    waiting = await ctx.uow.outbox.waiting(user_id)
    quiet = quiet_until(ctx.settings, zone_of(person, ctx.settings), ctx.now)
    return Ledger(person, ctx.today, off.get((user_id, ctx.today)), quiet, [*settled, *waiting])
