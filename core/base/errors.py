"""Refusals, each a code with parameters: never prose, never an HTTP status.

The text of every code is in `core/language/locale` in every language; the HTTP status of every family is in
`api.http.errors`.
"""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum


class Code(StrEnum):
    INVALID_REQUEST = "invalid_request"
    MALFORMED_BODY = "malformed_body"
    UNAUTHENTICATED = "unauthenticated"
    FORBIDDEN = "forbidden"
    INSUFFICIENT_SCOPE = "insufficient_scope"
    RESPONSIBLES_OUT_OF_REACH = "responsibles_out_of_reach"
    LEADER_OUT_OF_REACH = "leader_out_of_reach"
    ONLY_STATUS_AND_PRIORITY = "only_status_and_priority"
    REOPEN_BY_ITEM = "reopen_by_item"
    TASK_NOT_FOUND = "task_not_found"
    COMMENT_NOT_FOUND = "comment_not_found"
    ATTACHMENT_NOT_FOUND = "attachment_not_found"
    ATTACHMENT_GONE = "attachment_gone"
    ATTACHMENT_TOO_LARGE = "attachment_too_large"
    ATTACHMENTS_WITHOUT_BOT = "attachments_without_bot"
    TELEGRAM_UNAVAILABLE = "telegram_unavailable"
    FOLLOWER_NOT_FOUND = "follower_not_found"
    DAILY_LOG_NOT_FOUND = "daily_log_not_found"
    NO_DAILY_LOG = "no_daily_log"
    ITEM_NOT_FOUND = "item_not_found"
    TASK_NOT_IN_DAY = "task_not_in_day"
    USER_NOT_FOUND = "user_not_found"
    EXAMPLE_NOT_FOUND = "example_not_found"
    EVENT_TYPE_NOT_FOUND = "event_type_not_found"
    EVENT_TYPE_CODE_TAKEN = "event_type_code_taken"
    EVENT_TYPE_SYSTEM_MANAGED = "event_type_system_managed"
    EVENT_TYPE_IN_USE = "event_type_in_use"
    EVENT_NOT_FOUND = "event_not_found"
    SERIES_NOT_FOUND = "series_not_found"
    EVENT_TYPE_AUTO_GENERATED = "event_type_auto_generated"
    REMINDER_NOT_FOUND = "reminder_not_found"
    TOO_MANY_REMINDERS = "too_many_reminders"
    TOO_MANY_OWN_REMINDERS = "too_many_own_reminders"
    PARTICIPANT_NOT_FOUND = "participant_not_found"
    PARTICIPANT_TAKEN = "participant_taken"
    VISIBILITY_NOT_FOUND = "visibility_not_found"
    VISIBILITY_TAKEN = "visibility_taken"
    TRANSITION_NOT_ALLOWED = "transition_not_allowed"
    DATE_MISMATCH = "date_mismatch"
    DAILY_LOG_CLOSED = "daily_log_closed"
    DAY_OFF = "day_off"
    ITEM_COMPLETE = "item_complete"
    ITEM_TASK_CLOSED = "item_task_closed"
    ITEM_TASK_INACTIVE = "item_task_inactive"
    ITEM_TASK_REASSIGNED = "item_task_reassigned"
    RED_NOT_FOUND = "red_not_found"
    RED_ENDED = "red_ended"
    NOT_RED = "not_red"
    RED_BY_LIGHT = "red_by_light"
    ASKED_NOT_FOUND = "asked_not_found"
    ASKED_ANSWERED = "asked_answered"
    ASKER_GONE = "asker_gone"
    ASKED_OVER = "asked_over"
    TASK_NOT_OPEN = "task_not_open"
    TASK_IS_THEIRS = "task_is_theirs"
    RULE_NOT_FOUND = "rule_not_found"
    RULE_ENDED = "rule_ended"
    NOTHING_TO_REOPEN = "nothing_to_reopen"
    USERNAME_TAKEN = "username_taken"
    EXTERNAL_ID_DELETED = "external_id_deleted"
    EXTERNAL_ID_TAKEN = "external_id_taken"
    EXTERNAL_ID_IN_USE = "external_id_in_use"
    EXTERNAL_ID_NOT_FOUND = "external_id_not_found"
    STILL_ACTIVE = "still_active"
    NOTHING_IN_HAND = "nothing_in_hand"
    LEADS_THEMSELVES = "leads_themselves"
    TOKEN_NOT_FOUND = "token_not_found"  # noqa: S105 a code
    TOO_MANY_TOKENS = "too_many_tokens"
    CALENDAR_LINK_NOT_FOUND = "calendar_link_not_found"
    TOO_MANY_CALENDAR_LINKS = "too_many_calendar_links"
    SIGN_ON_EXPIRED = "sign_on_expired"
    SIGN_ON_ANSWERED = "sign_on_answered"
    OUTSIDE_CALENDAR_NOT_FOUND = "outside_calendar_not_found"
    TOO_MANY_OUTSIDE_CALENDARS = "too_many_outside_calendars"
    WEBHOOK_NOT_FOUND = "webhook_not_found"
    TOO_MANY_WEBHOOKS = "too_many_webhooks"
    INVITE_NOT_VALID = "invite_not_valid"
    ALREADY_LINKED = "already_linked"
    OUTDATED = "outdated"
    ABSENCE_NOT_FOUND = "absence_not_found"
    MESSAGE_NOT_FOUND = "message_not_found"
    ABSENCE_OVER = "absence_over"
    ABSENCE_CHANGED = "absence_changed"
    TASK_NOT_THEIRS = "task_not_theirs"
    TASK_MOVED_SINCE = "task_moved_since"
    NOBODY_TO_ASK = "nobody_to_ask"
    DRAFT_NOT_FOUND = "draft_not_found"
    DRAFT_EXPIRED = "draft_expired"
    PROPOSAL_NOT_LINKED = "proposal_not_linked"
    TOO_MANY_PROPOSALS = "too_many_proposals"
    DRAFT_SAVED = "draft_saved"
    EVENT_CONFLICTS = "event_at_odds"
    GROUP_NOT_LINKED = "group_not_linked"
    GROUP_LINKED_TO_OTHER = "group_linked_to_other"
    GROUP_OF_OTHERS = "group_of_others"
    GROUP_SUMMARY_OF_LEADER = "group_summary_of_leader"
    GROUP_WITHOUT_TEAM = "group_without_team"
    NUDGE_DONE = "nudge_done"
    NUDGE_REPEATED = "nudge_repeated"
    NUDGE_ABSENT = "nudge_absent"
    NUDGE_DAY_OFF = "nudge_day_off"
    NUDGE_HOLIDAY = "nudge_holiday"
    NUDGE_NOT_LINKED = "nudge_not_linked"
    NUDGE_BLOCKED = "nudge_blocked"
    NUDGE_QUIET = "nudge_quiet"
    NUDGE_OFF = "nudge_off"
    NUDGE_NOT_THEIRS = "nudge_not_theirs"
    NUDGE_TASK_OVER = "nudge_task_over"
    NUDGE_TASK_REPEATED = "nudge_task_repeated"
    EVENT_CALLED_OFF = "event_called_off"
    EVENT_MOVED_SINCE = "event_moved_since"
    INVITATION_MOVED = "invitation_moved"
    NOT_TAKING_PART = "not_taking_part"
    SERIES_OVER = "series_over"
    SERIES_ENDED = "series_ended"
    EVENT_OVER = "event_over"
    SNOOZE_TOO_LATE = "snooze_too_late"
    IDEMPOTENCY_KEY_REUSED = "cause_reused"
    IDEMPOTENCY_KEY_IN_FLIGHT = "cause_in_flight"
    REHEARSAL_TOO_LONG = "rehearsal_too_long"
    JOB_RUNNING = "job_running"
    MESSAGE_NOT_DEAD = "message_not_dead"
    LEASE_LOST = "lease_lost"
    CHANGES_FORGOTTEN = "changes_forgotten"
    CHANGES_ELSEWHERE = "changes_elsewhere"
    CHANGE_NOT_FOUND = "change_not_found"
    CHANGE_IS_UNDO = "change_is_undo"
    CHANGE_OF_SERVICE = "change_of_service"
    CHANGE_STAYS = "change_stays"
    UNDO_TOO_LATE = "undo_too_late"
    CHANGE_UNDONE = "change_undone"
    CHANGE_DELETED_SINCE = "change_deleted_since"
    CHANGED_SINCE = "changed_since"
    UNAVAILABLE = "unavailable"


class FieldCode(StrEnum):
    REQUIRED = "required"
    WRONG_TYPE = "wrong_type"
    NULL_NOT_ALLOWED = "null_not_allowed"
    OUT_OF_RANGE = "out_of_range"
    NOT_ONE_OF = "not_one_of"
    UNKNOWN_ZONE = "unknown_zone"
    UNKNOWN_HOLIDAYS = "unknown_holidays"
    TOO_LONG = "too_long"
    EMPTY = "empty"
    BLANK = "blank"
    INVALID_DATE = "invalid_date"
    INVALID_DATETIME = "invalid_datetime"
    INVALID_CHARACTER = "invalid_character"
    INVALID_FORMAT = "invalid_format"
    NO_WORDS = "no_words"
    UNKNOWN_ID = "unknown_id"
    INACTIVE_USER = "inactive_user"
    INACTIVE_EVENT_TYPE = "inactive_event_type"
    REPEATED = "repeated"
    UNKNOWN_PARAMETER = "unknown_parameter"
    NO_PARAMETERS = "no_parameters"
    NOT_TAKEN = "not_taken"
    BEFORE = "before"
    PAST = "past"
    NOT_AFTER = "not_after"
    RELIED_ON = "relied_on"
    IN_QUIET_HOURS = "in_quiet_hours"
    TOO_FAR_AHEAD = "too_far_ahead"
    TOO_FAR_BACK = "too_far_back"
    TOO_MANY_DAYS = "too_many_days"
    NOT_APPLICABLE = "not_applicable"
    NO_PROPOSAL = "no_proposal"
    ONLY_RED = "only_red"
    ONLY_OF_A_DATE = "only_of_a_date"
    NO_CURSOR = "no_cursor"
    NO_POSITION = "no_position"
    OTHER_ORDER = "other_order"
    REQUIRED_WITH = "required_with"
    REQUIRED_WITHOUT = "required_without"
    SUNDAY_START = "sunday_start"
    TOO_MANY_OCCURRENCES = "too_many_occurrences"
    NO_RRULE = "no_rrule"
    NO_OCCURRENCES = "no_occurrences"
    NOT_HTTPS = "not_https"
    PORT_NOT_ALLOWED = "port_not_allowed"
    ADDRESS_NOT_ALLOWED = "address_not_allowed"


class JsonType(StrEnum):
    """The type that a field expects, to be named in a message; the texts are in `kinds.toml`."""

    INTEGER = "int"
    BOOLEAN = "bool"
    STRING = "str"
    ARRAY = "array"
    OBJECT = "object"
    DATE = "date"
    DATE_TIME = "date-time"


@dataclasses.dataclass(frozen=True, slots=True)
class FieldError:
    """One field at fault: its path as the client wrote it (`responsibleUserIds[1]`), the code and its parameters."""

    field: str
    code: FieldCode
    params: dict[str, object] = dataclasses.field(default_factory=dict)


class DomainError(Exception):
    """A refusal: nothing was changed.

    `parts`: where a request asks for several things, the refusals of single ones, each with its path.
    """

    parts: Sequence[tuple[str, "DomainError"]] = ()

    def __init__(self, code: Code, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class Invalid(DomainError):
    """The request, or the state it would lead to, breaks a rule about values."""

    def __init__(self, *errors: FieldError, code: Code = Code.INVALID_REQUEST) -> None:
        super().__init__(code)
        self.errors: Sequence[FieldError] = errors

    @classmethod
    def at(cls, path: str, code: FieldCode, **params: object) -> "Invalid":
        return cls(FieldError(path, code, params))


def raise_if_any(*errors: Iterable[FieldError]) -> None:
    if found := [error for each in errors for error in each]:
        raise Invalid(*found)


@contextmanager
def faults_at(path: str) -> Iterator[None]:
    """Raise an `Invalid` from within with this path before those of its fields."""
    try:
        yield
    except Invalid as refused:
        raise Invalid(*(dataclasses.replace(each, field=f"{path}.{each.field}") for each in refused.errors)) from None


@contextmanager
def faults_named(names: Mapping[str, str]) -> Iterator[None]:
    """Raise an `Invalid` from within with its fields by the names that the caller has for them."""

    def renamed(fault: FieldError) -> FieldError:
        others = {key: names.get(str(value), value) for key, value in fault.params.items()}
        return dataclasses.replace(fault, field=names.get(fault.field, fault.field), params=others)

    try:
        yield
    except Invalid as refused:
        raise Invalid(*map(renamed, refused.errors)) from None


class Unauthenticated(DomainError):
    """The caller is not a known, active person or integration. `challenge`: how they may become one, over HTTP."""

    challenge = ""


class Forbidden(DomainError):
    """The caller may see the thing but not do this to it."""


class NotFound(DomainError):
    """Missing, deleted, or hidden from this caller: the three look the same."""


class Conflict(DomainError):
    """The state of the thing, or of another one, does not allow it."""


@dataclasses.dataclass(frozen=True, slots=True)
class ChangedField:
    """A field whose value is no longer the one that a change wrote (`left`): its value `now`, who wrote it, and when.

    `actor` is None for the operator and the service itself; `actor` and `at` are None where the journal no longer has
    that write.
    """

    entity: str
    entity_id: int
    field: str
    left: object
    now: object
    actor: int | None = None
    at: datetime | None = None


class ChangedSince(Conflict):
    """Fields no longer have the values that a change wrote.

    `changed` lists them: for a thing deleted since, the field that says so; for a change that was taken back, the
    fields that taking it back restored.
    """

    def __init__(self, code: Code, changed: Sequence[ChangedField], **params: object) -> None:
        super().__init__(code, **params)
        self.changed = changed


class Gone(DomainError):
    """The thing existed, but is no longer kept."""


class Outdated(DomainError):
    """The thing is no longer as the caller read it."""


class Unavailable(DomainError):
    """Nothing is answered now: the service is shutting down, or the database cannot be reached."""
