"""Tokens with a name, each to be ended by itself."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    op.create_table(
        "tokens",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text()),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("expires_at", INSTANT, nullable=False),
        sa.Column("last_used_on", sa.Date()),
        sa.Column("ended_at", INSTANT),
        sqlite_with_rowid=False,
    )
    for column in ("user_id", "expires_at"):
        op.create_index(f"ix_tokens_{column}", "tokens", [column])
