"""Outside calendars, and when they make their people busy."""

import sqlalchemy as sa
from sqlalchemy import Column, ForeignKey, Table, Text

from storage.schema.metadata import metadata
from storage.sql.column_types import Instant, Integer, Json, flag

outside_calendars = Table(
    "outside_calendars",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    # Whoever has it may read the calendar.
    Column("url", Text, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("due_at", Instant, nullable=False, index=True),
    Column("read_at", Instant),
    Column("known_until", Instant),
    # No check: what may be wrong with a file grows.
    Column("fault", Text),
    Column("failing_since", Instant),
    Column("told_at", Instant),
    Column("etag", Text),
    Column("last_modified", Text),
    Column("digest", Text),
    # How much could not be read, and the first of it by title and day.
    Column("unreadable_count", Integer, nullable=False, server_default=sa.text("0")),
    Column("unreadable", Json, nullable=False, server_default=sa.text("'[]'")),
    sqlite_autoincrement=True,
)

# In pieces of at most a day, so that those within a time are found by when they start.
outside_busy = Table(
    "outside_busy",
    metadata,
    Column("user_id", ForeignKey("users.id"), primary_key=True, autoincrement=False),
    Column("starts_at", Instant, primary_key=True),
    Column("calendar_id", ForeignKey("outside_calendars.id"), primary_key=True, autoincrement=False, index=True),
    Column("ends_at", Instant, nullable=False),
    # Not so where what is then could not be read. Of one calendar no times overlap.
    Column("is_known", flag("is_known"), nullable=False, server_default=sa.true()),
    sqlite_with_rowid=False,
)
