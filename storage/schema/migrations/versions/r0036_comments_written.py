"""An index of when comments were written, and by whom."""

from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.create_index("ix_task_comments_written", "task_comments", ["created_at", "created_by_user_id"])
