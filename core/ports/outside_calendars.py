"""Outside calendars, and when they make their people busy."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from core.base.calendar_time import Interval
from core.records.outside_calendars import OutsideCalendarRow


class OutsideCalendarRepository(Protocol):
    """Calendars by id, which is not given again, and their times, which `BusyRepository` counts."""

    async def of_person(self, user_id: int) -> Sequence[OutsideCalendarRow]: ...

    async def get(self, calendar_id: int) -> OutsideCalendarRow | None: ...

    async def add(self, user_id: int, url: str, created_at: datetime) -> int:
        """Add a calendar, which is due at once. Returns its id."""

    async def save(self, row: OutsideCalendarRow) -> None:
        """Keep all that a calendar has but its id, its owner, its address and its age."""

    async def replace_times(
        self, row: OutsideCalendarRow, busy: Sequence[Interval], unknown: Sequence[Interval]
    ) -> None:
        """Replace a calendar's times. They are of at most a day each, and none overlaps another."""

    async def delete(self, calendar_id: int) -> None:
        """Delete a calendar with its times."""

    async def due(self, until: datetime, most: int) -> Sequence[OutsideCalendarRow]:
        """Find the calendars of active people that are to be read by `until`, the longest due first, at most `most`."""
