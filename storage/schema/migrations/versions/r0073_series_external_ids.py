"""The id of a series in another system."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.journal import FIRST, JSON, PLAIN, on_postgresql, on_sqlite
from storage.schema.migrations.kinds import on_sqlite as is_sqlite

revision = "0073"
down_revision = "0072"

BEFORE = next(each for each in FIRST if each.table == "event_series")
PATTERN = dict.fromkeys(("rule", "starts"), JSON)
EXTERNAL_ID = dict.fromkeys(("external_source", "external_id"), PLAIN)
SERIES = BEFORE._replace(columns={**BEFORE.columns, **PATTERN, **EXTERNAL_ID})
NAMED = sa.text("external_id IS NOT NULL")


def upgrade() -> None:
    run = op.get_bind().exec_driver_sql
    for name in EXTERNAL_ID:
        op.add_column("event_series", sa.Column(name, sa.Text()))
    if is_sqlite():
        for name in ("added", "changed", "removed"):
            run(f"DROP TRIGGER journal_event_series_{name}")
    else:
        run("DROP FUNCTION journal_event_series() CASCADE")
    op.create_index(
        "ix_event_series_external_id",
        "event_series",
        list(EXTERNAL_ID),
        sqlite_where=NAMED,
        postgresql_where=NAMED,
    )
    for statement in on_sqlite(SERIES) if is_sqlite() else on_postgresql(SERIES):
        run(statement)
