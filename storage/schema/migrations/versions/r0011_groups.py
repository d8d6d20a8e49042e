"""Group chats that are linked to a leader's team."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER, choice

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "linked_groups",
        sa.Column("chat_id", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("leader_user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("language", choice("language", "es", "en"), nullable=False),
        sa.Column("linked_at", INSTANT, nullable=False),
        sa.Column("former_chat_id", INTEGER, unique=True),
    )
    op.create_index("ix_linked_groups_leader_user_id", "linked_groups", ["leader_user_id"])
