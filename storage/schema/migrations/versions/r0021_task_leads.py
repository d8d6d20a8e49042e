"""Whose tasks somebody's days have had, kept: a leader of few need not look through everybody's items for them."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INTEGER

revision = "0021"
down_revision = "0020"

FOUND = """
INSERT INTO task_leads (leader_user_id, user_id)
SELECT DISTINCT t.leader_user_id, l.user_id
FROM daily_log_items i JOIN daily_logs l ON l.id = i.log_id JOIN tasks t ON t.id = i.task_id
WHERE t.leader_user_id IS NOT NULL
"""


def upgrade() -> None:
    op.create_table(
        "task_leads",
        sa.Column("leader_user_id", INTEGER, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.execute(FOUND)
