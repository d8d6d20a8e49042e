"""Indexes of who has commented on a task, and of the messages about something that wait for a person."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.create_index("ix_task_comments_people", "task_comments", ["task_id", "created_by_user_id"])
    waiting = sa.text("outcome = 'waiting'")
    op.drop_index("ix_outbox_waiting", "outbox")
    op.create_index(
        "ix_outbox_waiting", "outbox", ["user_id", "dedupe_key"], sqlite_where=waiting, postgresql_where=waiting
    )
