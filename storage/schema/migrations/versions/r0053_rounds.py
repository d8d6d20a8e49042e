"""Idempotency keys and drafts age by rounds of housekeeping, so that a clock that leaps makes none of them old."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0053"
down_revision = "0052"


def upgrade() -> None:
    op.create_table(
        "housekeeping",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("number", INTEGER, nullable=False),
        sa.Column("began_at", INSTANT, nullable=False),
    )
    for table, aged_by in (("causes", "at"), ("drafts", "expires_at")):
        op.drop_index(f"ix_{table}_{aged_by}", table)
        op.drop_column(table, aged_by)
        op.add_column(table, sa.Column("since_round", INTEGER, nullable=False, server_default="0"))
        op.create_index(f"ix_{table}_since_round", table, ["since_round"])
