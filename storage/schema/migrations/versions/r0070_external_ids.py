"""What another system calls a task."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.journal import FIRST, JSON, PLAIN, on_postgresql, on_sqlite
from storage.schema.migrations.kinds import on_sqlite as is_sqlite

revision = "0070"
down_revision = "0069"

BEFORE = next(each for each in FIRST if each.table == "tasks")
SPLIT = {"split_into": JSON, "part_of_task_id": PLAIN}
EXTERNAL_ID = dict.fromkeys(("external_source", "external_id"), PLAIN)
TASKS = BEFORE._replace(columns={**BEFORE.columns, **SPLIT, **EXTERNAL_ID})
ON_SQLITE = sa.text("is_active = 1 AND external_id IS NOT NULL")
ELSEWHERE = sa.text("is_active AND external_id IS NOT NULL")


def upgrade() -> None:
    run = op.get_bind().exec_driver_sql
    for name in EXTERNAL_ID:
        op.add_column("tasks", sa.Column(name, sa.Text()))
    if is_sqlite():
        for name in ("added", "changed", "removed"):
            run(f"DROP TRIGGER journal_tasks_{name}")
    else:
        run("DROP FUNCTION journal_tasks() CASCADE")
    op.create_index(
        "uq_tasks_live_external_id",
        "tasks",
        list(EXTERNAL_ID),
        unique=True,
        sqlite_where=ON_SQLITE,
        postgresql_where=ELSEWHERE,
    )
    for statement in on_sqlite(TASKS) if is_sqlite() else on_postgresql(TASKS):
        run(statement)
