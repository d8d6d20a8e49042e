"""The rules that an installation may set. Defaults are the rules' own."""

from zoneinfo import ZoneInfo

from msgspec import Struct


class Settings(Struct, frozen=True):
    """What the use cases need to know of the configuration."""

    zone: ZoneInfo = ZoneInfo("America/Mexico_City")
    cancelled_status_ids: frozenset[int] = frozenset({3})
    open_days_ahead: int = 1
    history_days: int = 366
    invite_hours: int = 24
    cause_hours: int = 24
    reminder_late_hours: int = 24
