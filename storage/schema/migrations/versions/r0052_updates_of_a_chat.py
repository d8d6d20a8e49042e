"""Finds what a chat has said by an index, so that an edited message is compared with what it said before."""

from alembic import op

revision = "0052"
down_revision = "0051"


def upgrade() -> None:
    op.create_index("ix_inbox_chat", "inbox", ["chat_id", "update_id"])
