"""People of the directory, whom they lead, their groups, and when they are away or work."""

from collections.abc import Sequence
from datetime import date, datetime, time
from enum import StrEnum

from msgspec import Struct

from core.base.calendar_time import Interval
from core.base.model import Language, Model, Role


class NewUser(Struct, rename="camel", frozen=True, kw_only=True):
    """Usernames are kept in lower case."""

    username: str
    display_name: str
    role: Role = Role.MEMBER
    leader_user_id: int | None = None
    birthday: date | None = None
    timezone: str | None = None
    holidays: str | None = None
    """The calendar of their own public holidays, `CO` or `ES-CT`; None: everybody's."""
    language: Language | None = None
    telegram_user_id: int | None = None
    token_version: int = 1
    is_active: bool = True
    tokens_revoked_at: datetime | None = None
    telegram_blocked_at: datetime | None = None
    """The time since which their Telegram account has blocked the bot, as far as is known."""
    telegram_username: str | None = None
    """The @name of their account in lower case, when they last used the bot; it names them, and proves nothing."""
    external_id: str | None = None
    """The id by which another sign-on knows them."""


class User(NewUser, rename="camel", frozen=True, kw_only=True):
    id: int


class Traces(Struct, frozen=True):
    """The traces of a person in rows: what they are and were called, and the Telegram accounts that were theirs."""

    user_id: int
    display_names: Sequence[str]
    usernames: Sequence[str]
    accounts: Sequence[int]


class Invite(Struct, frozen=True):
    code_hash: bytes
    user_id: int
    expires_at: datetime


class Actor(Struct, frozen=True):
    """The person who asks and the active people they lead; `read_only`: they may run no command (linked groups)."""

    user: User
    team: frozenset[int] = frozenset()
    read_only: bool = False

    @property
    def id(self) -> int:
        """The directory id; 0 for actors that are not in it: the command line's operator, a linked group's viewer."""
        return self.user.id

    @property
    def role(self) -> Role:
        """The directory's role, never the token's."""
        return self.user.role

    @property
    def sees_all(self) -> bool:
        """True where visibility filters do not apply."""
        return self.user.role in UNRESTRICTED

    @property
    def people(self) -> frozenset[int]:
        """Themselves and their team."""
        return self.team | {self.user.id}


UNRESTRICTED = frozenset({Role.ADMIN, Role.SERVICE})


class Group(Struct, frozen=True, kw_only=True):
    """A group chat that a leader linked to their team; the bot answers in `language`.

    `former_chat_id`: its id before it became a supergroup; buttons sent under that id still work. `summary_since`:
    since when it is sent the summary of each day, if it is. `topic`: of a group that has some, the one in which it was
    linked or its summary was switched on; what nobody asked for goes there.
    """

    chat_id: int
    title: str
    leader_user_id: int
    language: Language
    linked_at: datetime
    former_chat_id: int | None = None
    summary_since: datetime | None = None
    topic: int | None = None


class NewAbsence(Struct, frozen=True, kw_only=True):
    user_id: int
    first_day: date
    last_day: date
    reason: str | None
    created_by_user_id: int | None
    created_at: datetime
    starts_at: datetime | None = None
    ends_at: datetime | None = None


class Absence(Model, frozen=True):
    """Days away, both included; with `starts_at` and `ends_at` only that time of them."""

    id: int
    user_id: int
    first_day: date
    last_day: date
    reason: str | None
    created_by_user_id: int | None
    created_at: datetime
    starts_at: datetime | None = None
    ends_at: datetime | None = None

    @property
    def hours(self) -> Interval | None:
        """The time away of an absence of some hours; None of whole days."""
        return Interval(self.starts_at, self.ends_at) if self.starts_at and self.ends_at else None


class NoticeKind(StrEnum):
    """The kinds of messages that a person is sent unasked, among which they choose.

    The last five cannot be turned off, because somebody relies on them.
    """

    REDS = "REDS"
    COMMENTS = "COMMENTS"
    TASK_CHANGES = "TASK_CHANGES"
    EVENTS = "EVENTS"
    DAY_SUMMARIES = "DAY_SUMMARIES"
    PERIOD_SUMMARIES = "PERIOD_SUMMARIES"
    ABSENCES = "ABSENCES"
    BIRTHDAYS = "BIRTHDAYS"
    DAY_PROMPTS = "DAY_PROMPTS"
    LATE_TASKS = "LATE_TASKS"
    NUDGES = "NUDGES"
    REQUESTS = "REQUESTS"
    REMINDERS = "REMINDERS"


class Notices(Model, frozen=True):
    """A person's notices.

    `default_reminder_minutes`: how long before it the events that they draft in the chat remind people; 0 is not at
    all. `off`: what they have turned off. The times (HH:MM by their own clock) at which they are asked to open their
    day, report and close it are null where they have chosen none. Equal quiet hours are none. Their lunch, in which
    only what is urgent is sent, is null where they have none.
    """

    default_reminder_minutes: int
    off: Sequence[NoticeKind]
    open_at: str | None
    avance_at: str | None
    close_at: str | None
    quiet_starts: str
    quiet_ends: str
    lunch_starts: str | None
    lunch_ends: str | None


class ChosenNotices(Struct, frozen=True):
    """The notices that a person has chosen; None is as the installation has it."""

    default_reminder_minutes: int | None = None
    off: Sequence[NoticeKind] = ()
    open_at: time | None = None
    avance_at: time | None = None
    close_at: time | None = None
    quiet_starts: time | None = None
    quiet_ends: time | None = None
    lunch_starts: time | None = None
    lunch_ends: time | None = None


class QuietHours(Struct, frozen=True):
    """Hours when only reminders are sent, by a person's wall clock; perhaps over midnight, none if both are equal."""

    starts: time
    ends: time


class DayHours(Struct, rename="camel", frozen=True):
    """A day of a working week (ISO: 1 Monday … 7 Sunday) and its hours, by the person's wall clock."""

    weekday: int
    starts: time
    ends: time
