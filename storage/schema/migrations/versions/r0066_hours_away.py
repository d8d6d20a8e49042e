"""Absences of some hours of a day, and their times in the journal."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.journal import INSTANT as JOURNALED_INSTANT
from storage.schema.migrations.journal import PLAIN, Journaled, on_postgresql, on_sqlite
from storage.schema.migrations.kinds import INSTANT
from storage.schema.migrations.kinds import on_sqlite as is_sqlite

revision = "0066"
down_revision = "0065"

ABSENCES = Journaled(
    "absences",
    "absence",
    {
        **dict.fromkeys(("user_id", "first_day", "last_day", "reason", "created_by_user_id"), PLAIN),
        **dict.fromkeys(("created_at", "cancelled_at", "starts_at", "ends_at"), JOURNALED_INSTANT),
    },
    "{row}.cancelled_at IS NOT NULL",
)


def upgrade() -> None:
    for column in ("starts_at", "ends_at"):
        op.add_column("absences", sa.Column(column, INSTANT))
    run = op.get_bind().exec_driver_sql
    if is_sqlite():
        for name in ("added", "changed", "removed"):
            run(f"DROP TRIGGER journal_absences_{name}")
    else:
        run("DROP FUNCTION journal_absences() CASCADE")
    for statement in on_sqlite(ABSENCES) if is_sqlite() else on_postgresql(ABSENCES):
        run(statement)
