"""Who is handling a chat's updates; and what waits, by chat."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "chat_claims",
        sa.Column("chat_id", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("until", INSTANT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.drop_index("ix_inbox_pending", table_name="inbox")
    waits = sa.text("answered_at IS NULL")
    op.create_index("ix_inbox_waiting", "inbox", ["chat_id", "update_id"], sqlite_where=waits, postgresql_where=waits)
