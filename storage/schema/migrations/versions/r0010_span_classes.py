"""How long an event is at most, so that those of a time are found by seeks."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INTEGER, on_sqlite

revision = "0010"
down_revision = "0009"

ENDS = "strftime('%Y-%m-%dT%H:%M:%S', substr(start_datetime, 1, 19), '+{} days') || substr(start_datetime, 20)"
FITS_ON_SQLITE, FITS = f"end_datetime <= {ENDS}", "end_datetime - start_datetime <= INTERVAL '{} days'"


def upgrade() -> None:
    fits = FITS_ON_SQLITE if on_sqlite() else FITS
    span = f"CASE WHEN {fits.format(1)} THEN 0 WHEN {fits.format(32)} THEN 1 ELSE 2 END"
    op.add_column("events", sa.Column("span", INTEGER, sa.Computed(span, persisted=not on_sqlite())))
    live = sa.text("is_deleted = 0") if on_sqlite() else sa.text("NOT is_deleted")
    columns = ["span", "start_datetime", "end_datetime"]
    op.create_index("ix_events_time", "events", columns, sqlite_where=live, postgresql_where=live)
