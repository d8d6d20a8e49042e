"""People's own calendars of public holidays, and these in the journal."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.journal import FLAG, PLAIN, Journaled, on_postgresql, on_sqlite
from storage.schema.migrations.kinds import on_sqlite as is_sqlite

revision = "0067"
down_revision = "0066"

USERS = Journaled(
    "users",
    "person",
    {
        **dict.fromkeys(("username", "display_name", "role", "leader_user_id", "birthday"), PLAIN),
        **dict.fromkeys(("timezone", "holidays", "language", "telegram_user_id", "external_id"), PLAIN),
        "is_active": FLAG,
    },
    "NOT {row}.is_active",
)


def upgrade() -> None:
    op.add_column("users", sa.Column("holidays", sa.Text()))
    run = op.get_bind().exec_driver_sql
    if is_sqlite():
        for name in ("added", "changed", "removed"):
            run(f"DROP TRIGGER journal_users_{name}")
    else:
        run("DROP FUNCTION journal_users() CASCADE")
    for statement in on_sqlite(USERS) if is_sqlite() else on_postgresql(USERS):
        run(statement)
