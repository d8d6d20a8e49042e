"""The rules that an installation may set. Defaults are the rules' own."""

from datetime import time
from enum import StrEnum
from zoneinfo import ZoneInfo

from msgspec import Struct

from core.base.destinations import Destinations

BETWEEN_CODES = "-"
"""The sign between the codes of a country and of a part of it (ISO 3166-2)."""


def calendar_code(country: str, subdivision: str) -> str:
    return BETWEEN_CODES.join(filter(None, (country, subdivision)))


class Nudges(StrEnum):
    """The receiver of a leader's nudge: the person alone, the linked group of their team, or nobody."""

    PRIVATE = "private"
    GROUP = "group"
    OFF = "off"


class Settings(Struct, frozen=True):
    zone: ZoneInfo = ZoneInfo("America/Mexico_City")
    chat_token_days: int = 30
    max_token_days: int = 400
    tokens_per_person: int = 50
    calendar_links_per_person: int = 20
    outside_calendars_per_person: int = 5
    outside_calendar_minutes: int = 30
    webhooks_per_person: int = 20
    webhook_rotation_hours: int = 24
    """The hours for which a webhook's former secret still signs beside a new one."""
    destinations: Destinations = Destinations()
    public_url: str = ""
    """The address at which clients reach the API; "" where it is not said."""
    cancelled_status_ids: frozenset[int] = frozenset({3})
    meeting_status_id: int = 1
    max_reminders: int = 10
    default_reminder_minutes: int = 10
    news_wait_minutes: int = 2
    rule_open_tasks: int = 1
    open_days_ahead: int = 1
    open_days_back: int = 7
    history_days: int = 366
    report_days: int = 92
    red_days: int = 90
    red_wait_minutes: int = 0
    red_unattended_days: int = 1
    reminder_late_hours: int = 24
    message_late_hours: int = 72
    record_days: int = 90
    journal_days: int = 365
    working_days: tuple[int, ...] = (1, 2, 3, 4, 5)
    day_starts: time = time(9)
    day_ends: time = time(18)
    country: str = "MX"
    subdivision: str = ""
    meeting_minutes: int = 60
    quiet_starts: time = time(21)
    quiet_ends: time = time(7)
    day_prompts: bool = True
    report_at: time = time(14)
    group_summary_at: time = time(18, 30)
    nudges: Nudges = Nudges.PRIVATE
    slot_minutes: int = 30
    slot_days: int = 30
    draft_hours: int = 24
    undo_minutes: int = 15
    question_minutes: int = 60

    @property
    def holidays(self) -> str:
        """The calendar of public holidays for everybody without one of their own; see `core.people.public_holidays`."""
        return calendar_code(self.country, self.subdivision)

    @property
    def has_path_prefix(self) -> bool:
        """True where clients reach the API below a path of their own, which a proxy takes off."""
        return "/" in self.public_url.partition("://")[2].rstrip("/")
