"""Every move of a task's due date from now on."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    op.create_table(
        "task_due_moves",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("task_id", INTEGER, sa.ForeignKey("tasks.id"), nullable=False),
        sa.Column("former_due", sa.Date, nullable=False),
        sa.Column("moved_at", INSTANT, nullable=False),
    )
    op.create_index("ix_task_due_moves_task_id", "task_due_moves", ["task_id"])
    op.create_index("ix_task_due_moves_moved_at", "task_due_moves", ["moved_at"])
