"""Messages to people, stored as rows in the transaction of their cause.

A message exists if and only if its cause happened. Its text and language are not stored: it is drawn when it is sent,
from its kind and ids. A dedupe key names the occasion; for one occasion there is one message, however often the
occasion occurs.

The same rows are the ledger of what became of each message: sent, or held back for now or for good, and why. A message
that must not be sent at all, such as a prompt on a holiday, is a row withheld from the start.

A message always belongs to a person, in whose ledger it stands; some are sent to a linked group instead of the person's
own chat.
"""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import msgspec

from core.application.use_case import Context
from core.base.calendar_time import INSTANT
from core.records.messages import Message, MessageKind, NewMessage, Outcome, Params, Reason

MOST_MISSED = 50
KEPT = timedelta(days=366)
"""The time for which a question about a late task is looked back for."""


def withheld_reason(reason: Reason, begun: datetime | None) -> Reason:
    """The reason to record: `UNSURE` if sending was begun before, since the message may have arrived."""
    return Reason.UNSURE if begun else reason


def new_message(
    ctx: Context,
    kind: MessageKind,
    user_id: int,
    occasion: str,
    params: Params,
    *,
    due_at: datetime | None = None,
    reason: Reason | None = None,
) -> NewMessage:
    """A message that waits until `due_at`, by default now; its dedupe key is its kind, occasion and person."""
    key = f"{key_of(kind, occasion)}{user_id}"
    return NewMessage(user_id, kind, params, key, ctx.now, due_at or ctx.now, Outcome.WAITING, reason)


async def tell(ctx: Context, kind: MessageKind, people: Collection[int], occasion: str, about: Params) -> None:
    """Leave a message for each of these people except the actor."""
    others = [person for person in people if person != ctx.actor.id]
    await write_to(ctx, [new_message(ctx, kind, person, occasion, about) for person in others])


async def write_to(ctx: Context, messages: Sequence[NewMessage]) -> None:
    """Add messages to the outbox, and note who is written to, for an answer that says so."""
    if ctx.gathered is not None:
        ctx.gathered.extend(messages)
    elif messages:
        await ctx.uow.outbox.add(messages)
        ctx.told.extend(each.user_id for each in messages if each.outcome is Outcome.WAITING)


@asynccontextmanager
async def told_together(ctx: Context) -> AsyncIterator[Context]:
    """A context whose messages are written at the end of the block: of several new tasks each person gets one."""
    gathering = msgspec.structs.replace(ctx, gathered=[])
    yield gathering
    await write_to(ctx, with_tasks_in_one(gathering.gathered or ()))


def with_tasks_in_one(messages: Sequence[NewMessage]) -> Sequence[NewMessage]:
    """The messages, those about a person's new tasks as one, in the place of the first."""
    new: dict[int, list[int | str | Sequence[int]]] = {}
    for each in messages:
        if each.kind is MessageKind.TASK_ASSIGNED:
            new.setdefault(each.user_id, []).append(each.params["task_id"])
    kept = []
    for each in messages:
        if each.kind is not MessageKind.TASK_ASSIGNED:
            kept.append(each)
        elif ids := new.pop(each.user_id, None):
            about = {**each.params, "task_ids": ids} if len(ids) > 1 else each.params
            kept.append(msgspec.structs.replace(each, params=about))
    return kept


async def release_held(ctx: Context, user_id: int) -> None:
    """Make a person's held messages due, as their working time has changed; the sender decides anew."""
    await ctx.uow.outbox.release_held(user_id, ctx.now)


async def tell_missed(ctx: Context, user_id: int, since: datetime) -> None:
    """Leave one message about those that did not reach a person, who had blocked the bot since then."""
    ended = await ctx.uow.outbox.settled(user_id, since, ctx.now + INSTANT)
    missed = [
        each
        for each in ended
        if each.group_chat_id is None and (each.outcome is Outcome.BLOCKED or each.reason is Reason.BLOCKED)
    ]
    if missed:
        ids = sorted({number for each in missed for number in messages_of(each)})
        about = {"message_ids": ids[-MOST_MISSED:]}
        await ctx.uow.outbox.add([new_message(ctx, MessageKind.MISSED, user_id, str(missed[-1].id), about)])


def messages_of(message: Message) -> Sequence[int]:
    """The message, or those that it tells of."""
    told = message.params.get("message_ids", [message.id])
    return [int(told)] if isinstance(told, int | str) else told


async def ask_after_all(ctx: Context, user_id: int) -> None:
    """Ask a person who has an account now about the late tasks of which nobody could ask them before."""
    ended = await ctx.uow.outbox.settled(user_id, ctx.now - KEPT, ctx.now + INSTANT)
    unasked = {
        each.params["task_id"]: each.id
        for each in ended
        if each.kind is MessageKind.OVERDUE_SURVEY and each.reason is Reason.NOT_LINKED
    }
    for message_id in unasked.values():
        await ctx.uow.outbox.revive(message_id, ctx.now)


def withheld(message: NewMessage, reason: Reason) -> NewMessage:
    """The message as a row for the ledger alone, never to be sent."""
    return msgspec.structs.replace(message, outcome=Outcome.WITHHELD, reason=reason)


async def mark_answered(ctx: Context, kinds: Collection[MessageKind], occasion: str) -> None:
    """Note that the caller did what messages of these kinds asked on an occasion; only the first time counts."""
    keys = [f"{key_of(kind, occasion)}{ctx.actor.id}" for kind in kinds]
    await ctx.uow.outbox.answer(keys, ctx.now)


def key_of(kind: MessageKind, occasion: str) -> str:
    """A dedupe key up to its recipient."""
    return f"{kind}:{occasion}:"
