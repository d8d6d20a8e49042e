"""The outbox for its operator: what waits, what Telegram refused and why, and sending that again.

A message sent again is due from then on and is drawn anew: the refusal may have been a fault of ours that is mended by
now, or a closed chat.
"""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from core.application.access import Operation, require
from core.application.use_case import Context, command, query
from core.base.errors import Code, Conflict, NotFound
from core.base.model import Model
from core.records.jobs import WorkKind
from core.records.messages import DEAD, Message, MessageKind, Outcome, Params, Reason

AT_MOST = 1000


class DeadLetter(Model, frozen=True):
    id: int
    username: str
    kind: MessageKind
    params: Params
    created_at: datetime
    due_at: datetime
    outcome: Outcome
    reason: Reason | None
    outcome_at: datetime
    group_chat_id: int | None
    fault: str | None


@query
async def list_waiting(ctx: Context) -> Sequence[DeadLetter]:
    """Messages that wait to be sent, the longest due first, a thousand at most."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await letters(ctx, await ctx.uow.outbox.all_waiting(AT_MOST))


@query
async def list_dead(ctx: Context) -> Sequence[DeadLetter]:
    """Messages that Telegram refused, or that were put aside, the latest first, a thousand at most."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await letters(ctx, await ctx.uow.outbox.dead(AT_MOST))


@command
async def retry(ctx: Context, message_id: int) -> DeadLetter:
    """Send a message again that Telegram refused. Raises `NotFound`, or `Conflict` for any other message."""
    require(ctx.actor, Operation.RUN_JOBS)
    message = await ctx.uow.outbox.get(message_id)
    if message is None:
        raise NotFound(Code.MESSAGE_NOT_FOUND, id=message_id)
    if message.outcome not in DEAD:
        raise Conflict(Code.MESSAGE_NOT_DEAD, id=message_id)
    await ctx.uow.begun_work.end(WorkKind.MESSAGE, message_id)
    await ctx.uow.outbox.revive(message_id, ctx.now)
    revived = {"due_at": ctx.now, "outcome": Outcome.WAITING, "outcome_at": ctx.now, "fault": None}
    (letter,) = await letters(ctx, [msgspec.structs.replace(message, **revived)])
    return letter


async def letters(ctx: Context, messages: Sequence[Message]) -> Sequence[DeadLetter]:
    names = {user.id: user.username for user in await ctx.uow.users.by_ids({each.user_id for each in messages})}
    kept = DeadLetter.__struct_fields__
    return [
        DeadLetter(
            username=names[each.user_id],
            **{name: value for name, value in msgspec.structs.asdict(each).items() if name in kept},
        )
        for each in messages
    ]
