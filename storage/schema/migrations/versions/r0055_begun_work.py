"""Counts how often an item was begun without an end, so that one which ends each process is put aside."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0055"
down_revision = "0054"


def upgrade() -> None:
    op.create_table(
        "begun_work",
        sa.Column("kind", sa.Text(), primary_key=True),
        sa.Column("item", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("times", INTEGER, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("put_aside_at", INSTANT),
    )
