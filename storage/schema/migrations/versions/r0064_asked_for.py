"""What a colleague is asked for about a task: to take a new one, to take one over, another due date, and why."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"

ASKED_FOR = sa.Enum("NEW_TASK", "HAND_OVER", "DUE_DATE", native_enum=False, create_constraint=False, length=9)
"""Without a check: SQLite adds no column with one."""


def upgrade() -> None:
    op.add_column("asked_tasks", sa.Column("asks_for", ASKED_FOR, nullable=False, server_default="NEW_TASK"))
    op.add_column("asked_tasks", sa.Column("motivo", sa.Text()))
