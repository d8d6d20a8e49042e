"""Messages to people, as rows: what is to be told to whom, written in the transaction of what brought it about.

So a message is there if and only if its cause happened. Nothing of a person's language is kept: the sender renders a
message from its kind and ids when it sends it. A dedupe key names the occasion; of one occasion there is one message,
however often it comes about. What becomes of a message afterwards, and that one recipient's failure stops no other, is
the sender's business: here nobody is reached, so nobody can fail to be.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from core.use_case import Context

Params = Mapping[str, int | Sequence[int]]
"""The ids of what a message is about, by name."""


class MessageKind(StrEnum):
    """What a message tells."""

    PLANNING_PROMOTED = "planning_promoted"
    """`task_ids`: tasks of yours whose time has come."""

    REMINDER = "reminder"
    """`reminder_id` of the event `event_id`."""

    OVERDUE_SURVEY = "overdue_survey"
    """How is the late task `task_id` going?"""

    OVERDUE_DIGEST = "overdue_digest"
    """`own_task_ids` and `team_task_ids`: late tasks of yours, and others of the people you lead."""

    MOVE_ASKED = "move_asked"
    """May the task `task_id`, due on the day `before`, be due on `day`, or be of `person_id`, for `absence_id`?"""

    MOVE_ANSWERED = "move_answered"
    """`by_user_id` has said whether it is, as you asked: `accepted` is 1 or 0, the others are as above."""


class NewMessage(Struct, frozen=True):
    """A message before the store gives it an id."""

    user_id: int
    kind: MessageKind
    params: Params
    dedupe_key: str
    created_at: datetime


def new_message(ctx: Context, kind: MessageKind, user_id: int, occasion: str, params: Params) -> NewMessage:
    """A message whose dedupe key is of its kind, its occasion and its recipient."""
    return NewMessage(user_id, kind, params, f"{kind}:{occasion}:{user_id}", ctx.now)
