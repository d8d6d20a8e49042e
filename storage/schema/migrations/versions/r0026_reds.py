"""Reds that people set, why, and who is to end them."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER, choice

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.create_table(
        "reds",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("task_id", INTEGER, sa.ForeignKey("tasks.id"), nullable=False),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("started_at", INSTANT, nullable=False),
        sa.Column("motivo", sa.Text()),
        sa.Column("motivo_at", INSTANT),
        sa.Column("ended_at", INSTANT),
    )
    op.create_index("ix_reds_task_id", "reds", ["task_id"])
    op.create_index("ix_reds_user", "reds", ["user_id", "id"])
    op.create_table(
        "red_helpers",
        sa.Column("red_id", INTEGER, sa.ForeignKey("reds.id"), primary_key=True, autoincrement=False),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
        sa.Column("answer", choice("answer", "ON_IT", "NOT_ME")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_red_helpers_user_id", "red_helpers", ["user_id"])
