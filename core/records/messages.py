"""Messages to people: their kinds, recipients and outcomes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

import msgspec
from msgspec import Struct

Params = Mapping[str, int | str | Sequence[int]]
"""The ids of what a message is about, by name; a date is its `toordinal`, an instant its seconds since 1970.

Texts are only of what is not kept elsewhere: how something was before, and the title of a task (`description`) as its
reader knew it, who may not read it any more when the message is sent.
"""


class MessageKind(StrEnum):
    """The kinds of messages, each with its meaning for the recipient ("you") and its parameters."""

    PLANNING_PROMOTED = "planning_promoted"  # your planned tasks `task_ids` are pending now
    REMINDER = "reminder"  # of the event `event_id`, by its reminder `reminder_id`; without one, a snooze of yours
    OWN_REMINDER = "own_reminder"  # what you asked to be reminded of, `reminder_id`
    OVERDUE_SURVEY = "overdue_survey"  # how is the late task `task_id` going? Those due together: `task_ids`
    OVERDUE_DIGEST = "overdue_digest"  # late on `day`: your tasks `own_task_ids`, your people's `team_task_ids`
    TASK_ASSIGNED = "task_assigned"  # `by_user_id` made you responsible for `task_id`; for several at once, `task_ids`
    # `by_user_id` passed on to `to_user_id` what `person_id` had in hand: of it `task_ids`, `event_ids` and `rule_ids`,
    # to that person with their `titles`
    HANDED_OVER = "handed_over"
    # `comment_id`, and those after it, on `task_id`; added to the message `added_to`, whose first is `first_id`
    TASK_COMMENTED = "task_commented"
    COMMENT_WITHDRAWN = "comment_withdrawn"  # `by_user_id` took back a comment on `task_id` of which you were told
    TASK_CHANGED = "task_changed"  # others changed `task_id`, `by_user_id` first: its values before, by their names
    RED = "red"  # the red `red_id` of `task_id`, of somebody you lead or are to help
    RED_ANSWERED = "red_answered"  # `by_user_id` is on your red `red_id` of `description`, or not: `on_it` is 1 or 0
    RED_TAKEN = "red_taken"  # `by_user_id` is on the red `red_id` of somebody you lead, of which you were told
    RED_ENDED = "red_ended"  # the red `red_id` of `description`, of which you were told, is over
    RED_UNHEARD = "red_unheard"  # your red `red_id` did not reach `user_id`, of whom you were told that it would
    JOINED = "joined"  # `person_id`, whom you lead, has linked an account: they can be written to now
    TASK_ASKED = "task_asked"  # somebody asks you to take a task, by the request `asked_id`
    ASKED_ANSWERED = "asked_answered"  # your request `asked_id` is answered
    ASKED_WITHDRAWN = "asked_withdrawn"  # `by_user_id` no longer asks you to take `description`
    RULE_PAUSED = "rule_paused"  # the task rule `rule_id` is paused: nobody is left whom it may make its task for
    BIRTHDAYS = "birthdays"  # whose birthday it is on `day`
    OPEN_PROMPT = "open_prompt"  # open `day`
    AVANCE_PROMPT = "avance_prompt"  # report on `day`
    CLOSE_PROMPT = "close_prompt"  # close `day`
    ABSENCE_CHANGED = "absence_changed"  # of `person_id`, whom you lead or who leads you: the `days` before
    OWN_ABSENCE_CHANGED = "own_absence_changed"  # by `by_user_id`, of your absences: the first and last `days` before
    # `person_id`, whom you lead or who you are, is away from `starts` to `ends` by `absence_id`, as `by_user_id` says
    # `gone` (1): is there after all
    HOURS_AWAY = "hours_away"
    NUDGE = "nudge"  # `by_user_id` reminds you of what is still to be done on `day`
    TASK_NUDGE = "task_nudge"  # `by_user_id` asks how your task `task_id` is going, since `day`
    NUDGE_ANSWERED = "nudge_answered"  # `person_id` has reported `at` on `task_id`, of which you had them asked
    TEAM_SUMMARY = "team_summary"  # how `day` went for the people you lead, or for you
    PERIOD_SUMMARY = "period_summary"  # how the days from `first` to `last` went for the people you lead
    MOVE_ASKED = "move_asked"  # may `task_id`, due on `before`, be due on `day`, or be `person_id`'s, for `absence_id`?
    MOVE_ANSWERED = "move_answered"  # the answer of `by_user_id`: `accepted` is 1 or 0, the others are as above
    EVENT_INVITED = "event_invited"  # `by_user_id` adds you to `event_id`
    SERIES_INVITED = "series_invited"  # `by_user_id` adds you to the series `series_id`
    EVENT_CHANGED = "event_changed"  # `by_user_id` changed `event_id`, the first of `count`: how it was before
    EVENT_CANCELLED = (
        "event_cancelled"  # `by_user_id` cancelled `event_id`, the first of `count`, with its `title` and times
    )
    EVENT_RESTORED = "event_restored"  # `by_user_id` had `event_id` take place after all, the first of `count`
    EVENT_LEFT = "event_left"  # `by_user_id` took you out of `event_id`, the first of `count`, as above
    # `by_user_id` will not come to `event_id`, or the `whole_series` (1); `proposed`: they would at this instant
    EVENT_DECLINED = "event_declined"
    # your token `token_id`, or that of an integration which you look after, expires
    TOKEN_EXPIRES = "token_expires"  # noqa: S105 a kind of message
    BACKUP_FAILED = (
        "backup_failed"  # no backup was made, `why`; the `last` good one is of that instant, if there is one
    )
    WEBHOOK_STOPPED = "webhook_stopped"  # your webhook `webhook_id`, or that of an integration of yours, gets nothing
    # the group `title` no longer shows your team: `by_user_id`, or `by`, unlinked it, or took the bot out (`removed`:
    # 1)
    GROUP_ENDED = "group_ended"
    GROUP_SILENT = "group_silent"  # your group `chat_id` did not take the `what` of `day`, a kind of message
    CALENDAR_UNREAD = "calendar_unread"  # your outside calendar `calendar_id` cannot be read
    PROPOSED = "proposed"  # may your `assistant` do the `request` of a `proposal` for you? See `delivery.proposals`
    NOT_SENT = "not_sent"  # a message to you, `of` this kind, was put aside: none that drew it has ended
    MISSED = "missed"  # what did not reach you while you had blocked the bot: your messages `message_ids`


REMINDERS = frozenset({MessageKind.REMINDER, MessageKind.OWN_REMINDER})
"""The kinds that come at a time which people have chosen."""


class Outcome(StrEnum):
    WAITING = "waiting"
    SENT = "sent"
    WITHHELD = "withheld"  # never to be sent, for a reason
    FAILED = "failed"  # Telegram refused it, or it was put aside
    BLOCKED = "blocked"  # Telegram says that the chat is closed to the bot


class Reason(StrEnum):
    SNOOZED = "snoozed"
    QUIET_HOURS = "quiet_hours"
    ABSENCE = "absence"
    DAY_OFF = "day_off"
    HOLIDAY = "holiday"
    EVENT = "event"  # they take part in an event at that time
    LUNCH = "lunch"  # they are at lunch
    DONE = "done"  # its request was fulfilled already
    GONE = "gone"  # its subject no longer exists, or is no longer theirs
    OVER = "over"  # the event is over
    TOGETHER = "together"  # it was sent within the message of another one
    ASKED = "asked"  # its person was asked about all of it today already
    SWITCHED_OFF = "switched_off"  # they have turned off what it is
    MUTED = "muted"  # they have muted the task that it is about
    NOT_LINKED = "not_linked"  # they have no linked Telegram account
    BLOCKED = "blocked"  # they have blocked the bot, as was known from an earlier message
    UNSURE = "unsure"  # it may have reached them: its sender died or got no answer, and it is not worth sending again
    LATE = "late"  # it is too long overdue: nothing could be sent, or no process was there to send it
    GROUP_GONE = "group_gone"  # the group that should receive it is no longer linked to a team


DEAD = frozenset({Outcome.FAILED, Outcome.BLOCKED})
"""The outcomes of messages that Telegram refused, or that were put aside."""


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
    """A message whose time has come, its failed attempts, and a hash of the part already sent (`Claimed.said`).

    `send_started_at`: when a call was begun that may have sent it. `left`: a sender claimed it, and never said what
    became of it.
    """

    message: Message
    attempts: int
    said: str | None
    send_started_at: datetime | None = None
    left: bool = False


class WaitingCounts(Struct, frozen=True):
    """Messages that a sender has claimed, that are due, held for a reason, or due later; when the first was due."""

    sending: int
    due: int
    held: int
    later: int
    oldest_due_at: datetime | None
