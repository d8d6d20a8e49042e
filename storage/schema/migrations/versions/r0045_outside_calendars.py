"""Calendars of elsewhere that count as busy."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER, choice

revision = "0045"
down_revision = "0044"

FAULTS = (
    "address",
    "unreachable",
    "timeout",
    "certificate",
    "status",
    "too_large",
    "not_a_calendar",
    "too_much",
)


def upgrade() -> None:
    op.create_table(
        "outside_calendars",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("due_at", INSTANT, nullable=False),
        sa.Column("read_at", INSTANT),
        sa.Column("known_until", INSTANT),
        sa.Column("fault", choice("fault", *FAULTS)),
        sa.Column("failing_since", INSTANT),
        sa.Column("told_at", INSTANT),
        sa.Column("etag", sa.Text),
        sa.Column("last_modified", sa.Text),
        sa.Column("digest", sa.Text),
        sqlite_autoincrement=True,
    )
    for column in ("user_id", "due_at"):
        op.create_index(f"ix_outside_calendars_{column}", "outside_calendars", [column])
    op.create_table(
        "outside_busy",
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False, nullable=False),
        sa.Column("starts_at", INSTANT, primary_key=True, nullable=False),
        sa.Column(
            "calendar_id",
            INTEGER,
            sa.ForeignKey("outside_calendars.id"),
            primary_key=True,
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("ends_at", INSTANT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_outside_busy_calendar_id", "outside_busy", ["calendar_id"])
