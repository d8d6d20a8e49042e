"""Reminders in memory."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from core.calendar.events import visible
from core.records.calendar import NewReminder, Reminder
from core.records.people import Actor
from tests.fakes.events import Events
from tests.fakes.state import State, next_id


class Reminders:
    """`core.ports.ReminderRepository`; a deleted reminder leaves None in its place."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events = Events(state)

    async def get(self, record_id: int) -> Reminder | None:
        return self.state.reminders.get(record_id)

    async def list(
        self,
        viewer: Actor,
        *,
        after_id: int = 0,
        limit: int | None = None,
        start: datetime | None = None,
        end: datetime | None = None,
    ) -> Sequence[Reminder]:
        found = [
            reminder
            for reminder in self.state.reminders.values()
            if reminder
            and reminder.id > after_id
            and visible(viewer, self.events.as_seen(self.state.events[reminder.event_id], viewer.id))
            and (start is None or reminder.remind_at >= start)
            and (end is None or reminder.remind_at < end)
        ]
        return found[:limit]

    async def of_event(self, event_id: int) -> Sequence[Reminder]:
        found = [each for each in self.state.reminders.values() if each and each.event_id == event_id]
        return sorted(found, key=lambda each: (each.remind_at, each.id)) if self.state.events[event_id] else []

    async def add(self, reminder: NewReminder) -> Reminder:
        values = msgspec.structs.asdict(reminder)
        added = Reminder(id=next_id(self.state.reminders), is_deleted=False, deleted_at=None, **values)
        self.state.reminders[added.id] = added
        return added

    async def update(self, reminder: Reminder) -> None:
        if self.state.reminders.get(reminder.id):
            self.state.reminders[reminder.id] = reminder

    async def delete(self, record_id: int, at: datetime) -> None:
        self.state.reminders[record_id] = None
