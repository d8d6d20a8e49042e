"""Messages to people, as rows: what is to be told to whom, written in the transaction of what brought it about.

So a message is there if and only if its cause happened. Nothing of a person's language is kept, nor what a message
says: that is read when it is sent, from its kind and ids. A dedupe key names the occasion; of one occasion there is one
message, however often it comes about.

The same rows are the ledger of what became of each: sent, held back for now or for good, and why. What was never meant
to be sent, as a prompt on a holiday, is a row that was held back from the start. Whoever sends decides, one recipient
at a time; here nobody is reached, so nobody can fail to be.

A message is always of a person, in whose ledger it stands. Some are told in a linked group instead of their own chat.
"""

from collections.abc import Collection
from datetime import datetime

import msgspec

from core.application.use_case import Context
from core.records.messages import MessageKind, NewMessage, Outcome, Params, Reason


def withheld_reason(reason: Reason, begun: datetime | None) -> Reason:
    """The reason that is told: of what may have reached its person, before whatever keeps it back now, that it may."""
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
    """A message whose dedupe key is of its kind, its occasion and its person; `due_at`: not before that."""
    key = f"{key_of(kind, occasion)}{user_id}"
    return NewMessage(user_id, kind, params, key, ctx.now, due_at or ctx.now, Outcome.WAITING, reason)


async def release_held(ctx: Context, user_id: int) -> None:
    """When a person works has changed: what was held back of theirs is due, and whoever sends decides anew."""
    await ctx.uow.outbox.release_held(user_id, ctx.now)


def withheld(message: NewMessage, reason: Reason) -> NewMessage:
    """The same message as it is kept for the ledger: never to be sent, for a reason."""
    return msgspec.structs.replace(message, outcome=Outcome.WITHHELD, reason=reason)


async def answered(ctx: Context, kinds: Collection[MessageKind], occasion: str) -> None:
    """The caller has done what messages of these kinds, sent to them on an occasion, ask for; the first time counts."""
    keys = [f"{key_of(kind, occasion)}{ctx.actor.id}" for kind in kinds]
    await ctx.uow.outbox.answer(keys, ctx.now)


def key_of(kind: MessageKind, occasion: str) -> str:
    """A dedupe key up to its recipient."""
    return f"{kind}:{occasion}:"
