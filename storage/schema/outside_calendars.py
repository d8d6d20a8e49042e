"""Outside calendars, and when they make their people busy."""

from sqlalchemy import Column, ForeignKey, Table, Text

from core.records.outside_calendars import CalendarFault
from storage.schema.metadata import metadata
from storage.sql.column_types import Instant, Integer, choice

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
    Column("fault", choice(CalendarFault, "fault")),
    Column("failing_since", Instant),
    Column("told_at", Instant),
    Column("etag", Text),
    Column("last_modified", Text),
    Column("digest", Text),
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
    sqlite_with_rowid=False,
)
