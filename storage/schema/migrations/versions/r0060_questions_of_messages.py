"""What messages ask by their buttons, so that words may answer them."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0060"
down_revision = "0059"


def upgrade() -> None:
    op.create_table(
        "message_questions",
        sa.Column("chat_id", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("message_id", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("buttons", sa.Text(), nullable=False),
        sa.Column("asked_at", INSTANT, nullable=False),
        sa.Column("outbox_id", INTEGER),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_message_questions_latest", "message_questions", ["chat_id", "asked_at"])
