"""Events, their series, and what is attached to them: participants, visibility, reminders."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER, flag

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "event_series",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("created_by_user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("event_type_id", INTEGER, sa.ForeignKey("event_types.id"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text()),
        sa.Column("start_datetime", INSTANT, nullable=False),
        sa.Column("end_datetime", INSTANT, nullable=False),
        sa.Column("location", sa.Text()),
        sa.Column("is_virtual", flag("is_virtual"), nullable=False),
        sa.Column("is_public", flag("is_public"), nullable=False),
        sa.Column("status_id", INTEGER, nullable=False),
        sa.Column("customer_id", INTEGER),
        sa.Column("supplier_id", INTEGER),
        sa.Column("created_by_user_id", INTEGER, sa.ForeignKey("users.id")),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        sa.Column("is_active", flag("is_active"), nullable=False),
        sa.Column("series_id", INTEGER, sa.ForeignKey("event_series.id")),
        sa.Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
        sa.CheckConstraint("end_datetime > start_datetime", name="end_after_start"),
    )
    attached(
        "event_participants",
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id")),
        sa.Column("customer_id", INTEGER),
        sa.CheckConstraint("user_id IS NOT NULL OR customer_id IS NOT NULL", name="somebody"),
    )
    attached(
        "event_visibility",
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("is_visible", flag("is_visible"), nullable=False),
    )
    attached(
        "event_reminders",
        sa.Column("remind_at", INSTANT, nullable=False),
        sa.Column("sent", flag("sent"), nullable=False),
    )
    op.create_table(
        "busy",
        *(sa.Column(name, INTEGER, primary_key=True, autoincrement=False) for name in ("user_id", "span")),
        *(sa.Column(name, sa.BigInteger(), primary_key=True, autoincrement=False) for name in ("starts_at", "ends_at")),
        sa.Column("event_id", INTEGER, primary_key=True, autoincrement=False, index=True),
        sa.Column("status_id", INTEGER, nullable=False),
        sqlite_with_rowid=False,
    )
    live_index("ix_events_creator", "events", "created_by_user_id")
    live_index("ix_events_public", "events", "id", only=("is_public = 1", "is_public"))
    live_index("ix_events_series", "events", "series_id", only=("series_id IS NOT NULL", "series_id IS NOT NULL"))
    live_index("ix_events_type", "events", "event_type_id")
    live_index("uq_event_participants_live_user", "event_participants", "user_id", "event_id", unique=True)
    live_index("uq_event_participants_live_customer", "event_participants", "event_id", "customer_id", unique=True)
    live_index("uq_event_visibility_live_user", "event_visibility", "user_id", "event_id", unique=True)
    live_index("ix_event_visibility_event", "event_visibility", "event_id")
    live_index("ix_event_reminders_event", "event_reminders", "event_id")
    live_index("ix_event_reminders_time", "event_reminders", "remind_at")


def attached(name: str, *own: sa.schema.SchemaItem) -> None:
    op.create_table(
        name,
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("event_id", INTEGER, sa.ForeignKey("events.id"), nullable=False),
        *own,
        sa.Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
        sa.Column("deleted_at", INSTANT),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        sa.CheckConstraint("is_deleted = (deleted_at IS NOT NULL)", name="deleted_at"),
    )


def live_index(name: str, table: str, *columns: str, unique: bool = False, only: tuple[str, str] | None = None) -> None:
    sqlite, postgresql = (f" AND {condition}" for condition in only) if only else ("", "")
    op.create_index(
        name,
        table,
        list(columns),
        unique=unique,
        sqlite_where=sa.text(f"is_deleted = 0{sqlite}"),
        postgresql_where=sa.text(f"NOT is_deleted{postgresql}"),
    )
