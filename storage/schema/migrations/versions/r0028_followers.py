"""Those let into a task, and those who have muted it."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.create_table(
        "task_followers",
        sa.Column("task_id", INTEGER, sa.ForeignKey("tasks.id"), primary_key=True, autoincrement=False),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
        sa.Column("added_by_user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_task_followers_user_id", "task_followers", ["user_id"])
    op.create_table(
        "task_mutes",
        sa.Column("task_id", INTEGER, sa.ForeignKey("tasks.id"), primary_key=True, autoincrement=False),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
