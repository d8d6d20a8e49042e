"""Who takes part in an event: people of the directory, customers, or both in one record."""

from datetime import datetime

from core.model import Model


class Participant(Model, frozen=True):
    """A participation, in the contract's shape; a deleted one is never shown."""

    id: int
    event_id: int
    user_id: int | None
    customer_id: int | None
    is_deleted: bool
    deleted_at: datetime | None
    created_at: datetime
    updated_at: datetime
