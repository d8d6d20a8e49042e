"""When people work: their days away, and working weeks of their own."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "absences",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("reason", sa.Text()),
        sa.Column("created_by_user_id", INTEGER, sa.ForeignKey("users.id")),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("cancelled_at", INSTANT),
        sa.CheckConstraint("last_day >= first_day", name="in_order"),
    )
    live = sa.text("cancelled_at IS NULL")
    op.create_index("ix_absences_live", "absences", ["user_id", "last_day"], sqlite_where=live, postgresql_where=live)
    op.create_table(
        "work_days",
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("weekday", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("starts", sa.Time(), nullable=False),
        sa.Column("ends", sa.Time(), nullable=False),
        sa.CheckConstraint("weekday BETWEEN 1 AND 7", name="weekday"),
        sa.CheckConstraint("ends > starts", name="in_order"),
        sqlite_with_rowid=False,
    )
