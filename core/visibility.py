"""Records that show an event to a person, or hide it from them, whatever it is to others."""

from datetime import datetime

from core.model import Model


class VisibilityRecord(Model, frozen=True):
    """A record of visibility, in the contract's shape; a deleted one is never shown."""

    id: int
    event_id: int
    user_id: int
    is_visible: bool
    is_deleted: bool
    deleted_at: datetime | None
    created_at: datetime
    updated_at: datetime
