"""The tables of when people work: their days away, and the working weeks of those who have one of their own."""

from sqlalchemy import CheckConstraint, Column, Date, ForeignKey, Index, Table, Text, Time

from storage.column_types import Instant, Integer
from storage.tables import metadata

absences = Table(
    "absences",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("first_day", Date, nullable=False),
    Column("last_day", Date, nullable=False),
    Column("reason", Text),
    Column("created_by_user_id", ForeignKey("users.id")),
    Column("created_at", Instant, nullable=False),
    Column("cancelled_at", Instant),
    CheckConstraint("last_day >= first_day", name="in_order"),
)
LIVE = absences.c.cancelled_at.is_(None)
Index("ix_absences_live", absences.c.user_id, absences.c.last_day, sqlite_where=LIVE)

work_days = Table(
    "work_days",
    metadata,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("weekday", Integer, primary_key=True, autoincrement=False),
    Column("starts", Time, nullable=False),
    Column("ends", Time, nullable=False),
    CheckConstraint("weekday BETWEEN 1 AND 7", name="weekday"),
    CheckConstraint("ends > starts", name="in_order"),
    sqlite_with_rowid=False,
)
