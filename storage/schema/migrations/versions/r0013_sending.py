"""Who is sending a message, until when that is theirs alone, and how often it was tried."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("outbox", sa.Column("claimed_by", sa.Text()))
    op.add_column("outbox", sa.Column("claimed_until", INSTANT))
    op.add_column("outbox", sa.Column("attempts", INTEGER, nullable=False, server_default=sa.text("0")))
    waiting = sa.text("outcome = 'waiting'")
    op.create_index("ix_outbox_due", "outbox", ["due_at", "id"], sqlite_where=waiting, postgresql_where=waiting)
