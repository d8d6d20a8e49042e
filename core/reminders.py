"""Reminders of events: when an event's people are to be told of it."""

from datetime import datetime

from core.model import Model


class Reminder(Model, frozen=True):
    """A reminder, in the contract's shape; a deleted one is never shown."""

    id: int
    event_id: int
    remind_at: datetime
    sent: bool
    is_deleted: bool
    deleted_at: datetime | None
    created_at: datetime
    updated_at: datetime
