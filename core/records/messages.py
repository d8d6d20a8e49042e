"""Messages to people: their kinds, recipients and outcomes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

import msgspec
from msgspec import Struct

Params = Mapping[str, int | Sequence[int]]
"""The ids of what a message is about, by name; a date is its `toordinal`."""


class MessageKind(StrEnum):
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
    WAITING = "waiting"
    SENT = "sent"
    WITHHELD = "withheld"
    """Never to be sent, for a reason."""

    FAILED = "failed"
    """Telegram refused it."""

    BLOCKED = "blocked"
    """Telegram says that the chat is closed to the bot."""


class Reason(StrEnum):
    SNOOZED = "snoozed"
    QUIET_HOURS = "quiet_hours"
    ABSENCE = "absence"
    DAY_OFF = "day_off"
    HOLIDAY = "holiday"
    DONE = "done"
    """Its request was fulfilled already."""

    GONE = "gone"
    """Its subject no longer exists, or is no longer theirs."""

    NOT_LINKED = "not_linked"
    """They have no linked Telegram account."""

    BLOCKED = "blocked"
    """They have blocked the bot, as was known from an earlier message."""

    UNSURE = "unsure"
    """It may have reached them: its sender died or got no answer, and it is not worth sending again."""

    LATE = "late"
    """It is too long overdue: nothing could be sent, or no process was there to send it."""

    GROUP_GONE = "group_gone"
    """The group that should receive it is no longer linked to a team."""


DEAD = frozenset({Outcome.FAILED, Outcome.BLOCKED})
"""The outcomes of messages that Telegram refused."""


class NewMessage(Struct, frozen=True):
    """A message to be stored; it waits until `due_at`."""

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
        """The same message for a linked group instead of the private chat; groups must be able to show its kind."""
        return msgspec.structs.replace(self, group_chat_id=group_chat_id)


class Message(Struct, frozen=True):
    """A message and its outcome, reached at `outcome_at`; while it waits, since when.

    `group_chat_id`: the linked group that receives it, instead of the person in private. `fault`: Telegram's error when
    it refused the message. `answered_at`: when its person first did what it asks for, once it had reached them.
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
    def recipient(self) -> int:
        return self.user_id if self.group_chat_id is None else self.group_chat_id


class Due(Struct, frozen=True):
    """A message whose time has come, its failed attempts, and a digest of the part already sent (`Claimed.said`).

    `send_started_at`: when a call was begun that may have sent it.
    """

    message: Message
    attempts: int
    said: str | None
    send_started_at: datetime | None = None
