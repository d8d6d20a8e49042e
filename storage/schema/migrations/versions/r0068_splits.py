"""Tasks that are split: into which, and of which one a task is a part."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.journal import FIRST, JSON, PLAIN, on_postgresql, on_sqlite
from storage.schema.migrations.kinds import INTEGER
from storage.schema.migrations.kinds import on_sqlite as is_sqlite

revision = "0068"
down_revision = "0067"

BEFORE = next(each for each in FIRST if each.table == "tasks")
TASKS = BEFORE._replace(columns={**BEFORE.columns, "split_into": JSON, "part_of_task_id": PLAIN})


def upgrade() -> None:
    run = op.get_bind().exec_driver_sql
    op.add_column("tasks", sa.Column("split_into", sa.Text()))
    op.add_column("tasks", sa.Column("part_of_task_id", INTEGER))
    if is_sqlite():
        for name in ("added", "changed", "removed"):
            run(f"DROP TRIGGER journal_tasks_{name}")
    else:
        run("DROP FUNCTION journal_tasks() CASCADE")
    op.create_index("ix_tasks_part_of_task_id", "tasks", ["part_of_task_id"])
    for statement in on_sqlite(TASKS) if is_sqlite() else on_postgresql(TASKS):
        run(statement)
