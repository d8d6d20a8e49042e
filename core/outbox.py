"""Messages to people, as rows: what is to be told to whom, written in the transaction of what brought it about.

So a message is there if and only if its cause happened. Nothing of a person's language is kept, nor what a message
says: that is read when it is sent, from its kind and ids. A dedupe key names the occasion; of one occasion there is one
message, however often it comes about.

The same rows are the ledger of what became of each: sent, held back for now or for good, and why. What was never meant
to be sent, as a prompt on a holiday, is a row that was held back from the start. Whoever sends decides, one recipient
at a time; here nobody is reached, so nobody can fail to be.

A message is always of a person, in whose ledger it stands. Some are told in a linked group instead of their own chat.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from enum import StrEnum

import msgspec
from msgspec import Struct

from core.use_case import Context

Params = Mapping[str, int | Sequence[int]]
"""The ids of what a message is about, by name; a date is its `toordinal`."""


class MessageKind(StrEnum):
    """What a message tells."""

    PLANNING_PROMOTED = "planning_promoted"
    """`task_ids`: tasks of yours whose time has come."""

    REMINDER = "reminder"
    """`reminder_id` of the event `event_id`; asked for once more by its person, it is of the event alone."""

    OVERDUE_SURVEY = "overdue_survey"
    """How is the late task `task_id` going?"""

    OVERDUE_DIGEST = "overdue_digest"
    """`own_task_ids` and `team_task_ids`, late on `day`: tasks of yours, and others of the people you lead."""

    TASK_ASSIGNED = "task_assigned"
    """`task_id` is yours from now on, by `by_user_id`."""

    TASK_COMMENTED = "task_commented"
    """`comment_id` on `task_id`, which is yours."""

    BIRTHDAYS = "birthdays"
    """Whose birthday it is on `day`."""

    OPEN_PROMPT = "open_prompt"
    """`day` is to be opened."""

    AVANCE_PROMPT = "avance_prompt"
    """`day` is to be reported on."""

    CLOSE_PROMPT = "close_prompt"
    """`day` is to be closed."""

    NUDGE = "nudge"
    """`by_user_id` reminds you of what is still to be done on `day`."""

    TEAM_SUMMARY = "team_summary"
    """How `day` went for the people you lead, or for you."""

    MOVE_ASKED = "move_asked"
    """May the task `task_id`, due on the day `before`, be due on `day`, or be of `person_id`, for `absence_id`?"""

    MOVE_ANSWERED = "move_answered"
    """`by_user_id` has said whether it is, as you asked: `accepted` is 1 or 0, the others are as above."""


class Outcome(StrEnum):
    """What became of a message so far."""

    WAITING = "waiting"
    SENT = "sent"
    WITHHELD = "withheld"
    """For good: there is a reason."""

    FAILED = "failed"
    """Telegram would not take it."""

    BLOCKED = "blocked"
    """The chat is closed to us: Telegram says so."""


class Reason(StrEnum):
    """Why a message waits until later, or is withheld for good."""

    SNOOZED = "snoozed"
    QUIET_HOURS = "quiet_hours"
    ABSENCE = "absence"
    DAY_OFF = "day_off"
    HOLIDAY = "holiday"
    DONE = "done"
    """What it asks for was done already."""

    GONE = "gone"
    """What it is about is no more, or no longer theirs."""

    NOT_LINKED = "not_linked"
    """Nobody knows where to write to them."""

    BLOCKED = "blocked"
    """They have blocked the bot, as was known from an earlier message."""

    UNSURE = "unsure"
    """It may have reached them: who was sending it died, or had no answer; and there is no use in telling it again."""

    LATE = "late"
    """Its time has been over for too long: nothing could be sent, or nobody was there to send it."""

    GROUP_GONE = "group_gone"
    """The group that was to be told shows no team any more."""


DEAD = frozenset({Outcome.FAILED, Outcome.BLOCKED})
"""What became of what Telegram would not take."""


def why_withheld(reason: Reason, begun: datetime | None) -> Reason:
    """The reason that is told: of what may have reached its person, before whatever keeps it back now, that it may."""
    return Reason.UNSURE if begun else reason


class NewMessage(Struct, frozen=True):
    """A message before the store gives it an id; it waits for its time, which is now unless it is told otherwise."""

    user_id: int
    kind: MessageKind
    params: Params
    dedupe_key: str
    created_at: datetime
    due_at: datetime
    outcome: Outcome = Outcome.WAITING
    reason: Reason | None = None
    group_chat_id: int | None = None

    def to_group(self, group_chat_id: int) -> "NewMessage":
        """The same, told in a linked group instead of in private: the kind must be one that can be drawn there."""
        return msgspec.structs.replace(self, group_chat_id=group_chat_id)


class Message(Struct, frozen=True):
    """A message and what became of it, at `outcome_at`; while it waits, since when.

    `group_chat_id`: the linked group that is told, instead of the person in private. `fault`: what Telegram said when
    it did not take it. `answered_at`: when its person first did what it asks of them, once it had reached them.
    """

    id: int
    user_id: int
    kind: MessageKind
    params: Params
    created_at: datetime
    due_at: datetime
    outcome: Outcome
    reason: Reason | None
    outcome_at: datetime
    group_chat_id: int | None = None
    fault: str | None = None
    answered_at: datetime | None = None

    @property
    def goes_to(self) -> int:
        """Who is written to: a group by its chat, below zero, a person by their id."""
        return self.user_id if self.group_chat_id is None else self.group_chat_id


class Due(Struct, frozen=True):
    """A message whose time has come, how often it was tried in vain, and what of it is out (`Claimed.said`).

    `send_started_at`: when a call was begun that may have sent it.
    """

    message: Message
    attempts: int
    said: str | None
    send_started_at: datetime | None = None


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
    await ctx.uow.outbox.look_again(user_id, ctx.now)


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
