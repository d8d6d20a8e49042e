"""How long an event is at most, so that those of a time are found by seeks."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

ENDS = "strftime('%Y-%m-%dT%H:%M:%S', substr(start_datetime, 1, 19), '+{} days') || substr(start_datetime, 20)"
SPAN = f"CASE WHEN end_datetime <= {ENDS.format(1)} THEN 0 WHEN end_datetime <= {ENDS.format(32)} THEN 1 ELSE 2 END"


def upgrade() -> None:
    op.add_column("events", sa.Column("span", sa.Integer(), sa.Computed(SPAN, persisted=False)))
    live = sa.text("is_deleted = 0")
    columns = ["span", "start_datetime", "end_datetime"]
    op.create_index("ix_events_time", "events", columns, sqlite_where=live, postgresql_where=live)
