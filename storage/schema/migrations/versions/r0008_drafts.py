"""What people are putting together in the chat."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("owner_user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("expires_at", INSTANT, nullable=False),
        sa.Column("saved_id", INTEGER),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_drafts_expires_at", "drafts", ["expires_at"])
