"""The table of what people are putting together in the chat."""

from sqlalchemy import Column, ForeignKey, Table

from storage.column_types import Instant, Integer, Json
from storage.tables import metadata

drafts = Table(
    "drafts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("owner_user_id", ForeignKey("users.id"), nullable=False),
    Column("body", Json, nullable=False),
    Column("expires_at", Instant, nullable=False, index=True),
    # A task or an event, as the body says.
    Column("saved_id", Integer),
    # Old buttons name drafts by their ids, and rows are deleted.
    sqlite_autoincrement=True,
)
