"""Webhooks."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER, choice

revision = "0044"
down_revision = "0043"


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("previous_secret", sa.Text),
        sa.Column("previous_until", INSTANT),
        sa.Column("scopes", sa.Text),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("failing_since", INSTANT),
        sa.Column("rests_until", INSTANT),
        sa.Column("stopped_at", INSTANT),
        sa.Column("stopped_because", choice("stopped_because", "paused", "gone", "failing")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_webhooks_user_id", "webhooks", ["user_id"])
    op.create_table(
        "webhook_retries",
        sa.Column(
            "webhook_id", INTEGER, sa.ForeignKey("webhooks.id"), primary_key=True, autoincrement=False, nullable=False
        ),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("attempts", INTEGER, nullable=False),
        sa.Column("began_at", INSTANT, nullable=False),
        sa.Column("due_at", INSTANT),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_webhook_retries_due", "webhook_retries", ["webhook_id", "due_at"])
    given_up = sa.text("due_at IS NULL")
    op.create_index(
        "ix_webhook_retries_given_up",
        "webhook_retries",
        ["began_at"],
        sqlite_where=given_up,
        postgresql_where=given_up,
    )
