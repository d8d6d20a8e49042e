"""Indexes the items that are ROJO, which are few of a log's."""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"

RED = sa.text("semaforo = 'ROJO'")


def upgrade() -> None:
    op.create_index("ix_daily_log_items_red", "daily_log_items", ["log_id"], sqlite_where=RED, postgresql_where=RED)
