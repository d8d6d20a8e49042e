"""How a series repeats, and when its events begin but for those that were moved on their own."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.journal import FIRST, JSON, on_postgresql, on_sqlite
from storage.schema.migrations.kinds import on_sqlite as is_sqlite

revision = "0069"
down_revision = "0068"

BEFORE = next(each for each in FIRST if each.table == "event_series")
SERIES = BEFORE._replace(columns={**BEFORE.columns, "rule": JSON, "starts": JSON})


def upgrade() -> None:
    run = op.get_bind().exec_driver_sql
    op.add_column("event_series", sa.Column("rule", sa.Text()))
    op.add_column("event_series", sa.Column("starts", sa.Text()))
    if is_sqlite():
        for name in ("added", "changed", "removed"):
            run(f"DROP TRIGGER journal_event_series_{name}")
    else:
        run("DROP FUNCTION journal_event_series() CASCADE")
    for statement in on_sqlite(SERIES) if is_sqlite() else on_postgresql(SERIES):
        run(statement)
