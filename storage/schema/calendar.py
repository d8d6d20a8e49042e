"""Events, their types and series, what is attached to them, and who is busy when."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy import CheckConstraint, Column, Date, ForeignKey, Index, Table, Text
from sqlalchemy.ext.compiler import compiles

from core.base.model import ParticipationStatus, RecurrenceType
from storage.schema.metadata import metadata
from storage.sql.column_types import Instant, Integer, Json, choice, flag

event_types = Table(
    "event_types",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", Text, nullable=False),
    # The code's casefold: SQLite's lower() knows ASCII only.
    Column("code_key", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("system_managed", flag("system_managed"), nullable=False, server_default=sa.false()),
    Column("auto_generated", flag("auto_generated"), nullable=False, server_default=sa.false()),
    Column("is_active", flag("is_active"), nullable=False, server_default=sa.true()),
    Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
    sqlite_autoincrement=True,
)
Index("uq_event_types_live_code", event_types.c.code_key, unique=True, sqlite_where=~event_types.c.is_deleted)

event_series = Table(
    "event_series",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("created_by_user_id", ForeignKey("users.id"), nullable=False),
    Column("created_at", Instant, nullable=False),
    # How it repeats; null where no rule says it, and for a series that is older than this column.
    Column("rule", Json),
    # When its events begin, but for those that were moved on their own.
    Column("starts", Json),
    # What another system calls it, and that system. It is free again once all events of the series are deleted.
    Column("external_source", Text),
    Column("external_id", Text),
    sqlite_autoincrement=True,
)
Index(
    "ix_event_series_external_id",
    event_series.c.external_source,
    event_series.c.external_id,
    sqlite_where=event_series.c.external_id.is_not(None),
)

SPAN_DAYS = (1, 32)
"""The most days that an event of each span class takes; a last class has all events that are longer."""


class LastsAtMost(sa.ColumnElement[bool]):
    """The condition that an event takes at most `days` days, exact in the form in which each engine keeps instants."""

    inherit_cache = True

    def __init__(self, days: int) -> None:
        self.days = days


@compiles(LastsAtMost, "sqlite")
def within_on_sqlite(element: LastsAtMost, *_: Any, **__: Any) -> str:
    """Compare text of one width, which sorts as time does."""
    whole_seconds = f"strftime('%Y-%m-%dT%H:%M:%S', substr(start_datetime, 1, 19), '+{element.days} days')"
    return f"end_datetime <= {whole_seconds} || substr(start_datetime, 20)"


@compiles(LastsAtMost, "postgresql")
def within_on_postgresql(element: LastsAtMost, *_: Any, **__: Any) -> str:
    """Compare a difference, since adding days to a time would depend on the session's zone."""
    return f"end_datetime - start_datetime <= INTERVAL '{element.days} days'"


def span_class() -> sa.Computed:
    """The first class that an event fits in."""
    names = [sa.literal_column(str(span), sa.Integer) for span in range(len(SPAN_DAYS) + 1)]
    fits = [(LastsAtMost(days), name) for days, name in zip(SPAN_DAYS, names, strict=False)]
    return sa.Computed(sa.case(*fits, else_=names[-1]), persisted=False)


events = Table(
    "events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("event_type_id", ForeignKey("event_types.id"), nullable=False),
    Column("title", Text, nullable=False),
    Column("description", Text),
    Column("start_datetime", Instant, nullable=False),
    Column("end_datetime", Instant, nullable=False),
    Column("location", Text),
    Column("is_virtual", flag("is_virtual"), nullable=False),
    Column("is_public", flag("is_public"), nullable=False),
    Column("status_id", Integer, nullable=False),
    Column("customer_id", Integer),
    Column("supplier_id", Integer),
    Column("created_by_user_id", ForeignKey("users.id")),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False, index=True),
    Column("is_active", flag("is_active"), nullable=False),
    Column("series_id", ForeignKey("event_series.id")),
    Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
    Column("span", Integer, span_class()),
    # What another system calls it, and that system.
    Column("external_source", Text),
    Column("external_id", Text),
    CheckConstraint("end_datetime > start_datetime", name="end_after_start"),
    sqlite_autoincrement=True,
)


NAMED = sa.and_(~events.c.is_deleted, events.c.external_id.is_not(None))
Index("uq_events_live_external_id", events.c.external_source, events.c.external_id, unique=True, sqlite_where=NAMED)


def attached(name: str, *columns: Column[Any] | CheckConstraint) -> Table:
    """A table of rows attached to an event, which stay when they are deleted."""
    return Table(
        name,
        metadata,
        Column("id", Integer, primary_key=True),
        Column("event_id", ForeignKey("events.id"), nullable=False),
        *columns,
        Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
        Column("deleted_at", Instant),
        Column("created_at", Instant, nullable=False),
        Column("updated_at", Instant, nullable=False),
        CheckConstraint("is_deleted = (deleted_at IS NOT NULL)", name="deleted_at"),
        sqlite_autoincrement=True,
    )


event_participants = attached(
    "event_participants",
    Column("user_id", ForeignKey("users.id")),
    Column("customer_id", Integer),
    CheckConstraint("user_id IS NOT NULL OR customer_id IS NOT NULL", name="somebody"),
)

# No check: SQLite adds none to a table that is there.
event_participants.append_column(
    Column("response", Text, nullable=False, server_default=sa.text(f"'{ParticipationStatus.NEEDS_ACTION}'"))
)

event_visibility = attached(
    "event_visibility",
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("is_visible", flag("is_visible"), nullable=False),
)

event_reminders = attached(
    "event_reminders", Column("remind_at", Instant, nullable=False), Column("sent", flag("sent"), nullable=False)
)

# What people ask to be reminded of, for themselves alone.
own_reminders = Table(
    "own_reminders",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("words", Text, nullable=False),
    # When next; null once it has come and does not repeat.
    Column("remind_at", Instant, index=True),
    Column("recurrence_type", choice(RecurrenceType, "recurrence_type")),
    Column("weekdays", Json, nullable=False, server_default=sa.text("'[]'")),
    Column("day_of_month", Integer),
    # HH:MM by its person's clock, of one that repeats.
    Column("at", Text),
    Column("ends_on", Date),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("ended_at", Instant),
    sqlite_autoincrement=True,
)

# When people are busy, in microseconds since 1970: derived from the tables above by `storage.repositories.busy`.
busy = Table(
    "busy",
    metadata,
    Column("user_id", Integer, primary_key=True, autoincrement=False),
    Column("span", Integer, primary_key=True, autoincrement=False),
    Column("starts_at", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("ends_at", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("event_id", Integer, primary_key=True, autoincrement=False, index=True),
    Column("status_id", Integer, nullable=False),
    sqlite_with_rowid=False,
)


def live_index(
    name: str, table: Table, *columns: str, unique: bool = False, only: sa.ColumnElement[bool] | None = None
) -> Index:
    """An index of the undeleted rows, or of some of them."""
    rows = ~table.c.is_deleted if only is None else sa.and_(~table.c.is_deleted, only)
    return Index(name, *(table.c[each] for each in columns), unique=unique, sqlite_where=rows)


live_index("ix_events_creator", events, "created_by_user_id")
live_index("ix_events_public", events, "id", only=events.c.is_public)
live_index("ix_events_series", events, "series_id", only=events.c.series_id.is_not(None))
BY_TIME = "ix_events_time"
live_index(BY_TIME, events, "span", "start_datetime", "end_datetime")
live_index("ix_events_type", events, "event_type_id")
live_index("uq_event_participants_live_user", event_participants, "user_id", "event_id", unique=True)
live_index("uq_event_participants_live_customer", event_participants, "event_id", "customer_id", unique=True)
live_index("uq_event_visibility_live_user", event_visibility, "user_id", "event_id", unique=True)
live_index("ix_event_visibility_event", event_visibility, "event_id")
live_index("ix_event_reminders_event", event_reminders, "event_id")
live_index("ix_event_reminders_time", event_reminders, "remind_at")
UNSENT = sa.and_(~event_reminders.c.is_deleted, ~event_reminders.c.sent)
Index("ix_event_reminders_unsent", event_reminders.c.remind_at, sqlite_where=UNSENT)


birthdays = Table(
    "birthdays",
    metadata,
    Column("user_id", ForeignKey("users.id"), primary_key=True, autoincrement=False),
    Column("event_id", ForeignKey("events.id"), nullable=False),
)
