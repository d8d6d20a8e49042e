"""What another system calls an event."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.journal import FIRST, PLAIN, on_postgresql, on_sqlite
from storage.schema.migrations.kinds import on_sqlite as is_sqlite

revision = "0071"
down_revision = "0070"

BEFORE = next(each for each in FIRST if each.table == "events")
EXTERNAL_ID = dict.fromkeys(("external_source", "external_id"), PLAIN)
EVENTS = BEFORE._replace(columns={**BEFORE.columns, **EXTERNAL_ID})
ON_SQLITE = sa.text("is_deleted = 0 AND external_id IS NOT NULL")
ELSEWHERE = sa.text("NOT is_deleted AND external_id IS NOT NULL")


def upgrade() -> None:
    run = op.get_bind().exec_driver_sql
    for name in EXTERNAL_ID:
        op.add_column("events", sa.Column(name, sa.Text()))
    if is_sqlite():
        for name in ("added", "changed", "removed"):
            run(f"DROP TRIGGER journal_events_{name}")
    else:
        run("DROP FUNCTION journal_events() CASCADE")
    op.create_index(
        "uq_events_live_external_id",
        "events",
        list(EXTERNAL_ID),
        unique=True,
        sqlite_where=ON_SQLITE,
        postgresql_where=ELSEWHERE,
    )
    for statement in on_sqlite(EVENTS) if is_sqlite() else on_postgresql(EVENTS):
        run(statement)
