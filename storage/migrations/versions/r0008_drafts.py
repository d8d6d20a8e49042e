"""What people are putting together in the chat."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

INSTANT = sa.DateTime(timezone=True).with_variant(sa.String(27), "sqlite")


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("owner_user_id", sa.Integer(), sa.ForeignKey("users.id"), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("expires_at", INSTANT, nullable=False),
        sa.Column("saved_id", sa.Integer()),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_drafts_expires_at", "drafts", ["expires_at"])
