"""Messages to people, stored as rows in the transaction of their cause.

A message exists if and only if its cause happened. Its text and language are not stored: it is drawn when it is sent,
from its kind and ids. A dedupe key names the occasion; for one occasion there is one message, however often the
occasion occurs.

The same rows are the ledger of what became of each message: sent, or held back for now or for good, and why. A message
that must not be sent at all, such as a prompt on a holiday, is a row withheld from the start.

A message always belongs to a person, in whose ledger it stands; some are sent to a linked group instead of the person's
own chat.
"""

from collections.abc import Collection
from datetime import datetime

import msgspec

from core.application.use_case import Context
from core.records.messages import MessageKind, NewMessage, Outcome, Params, Reason


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


async def release_held(ctx: Context, user_id: int) -> None:
    """The person's working time has changed: their held messages become due, and the sender decides anew."""
    await ctx.uow.outbox.release_held(user_id, ctx.now)


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
