"""Jobs: their runs, messages to people, whose birthday an event is; and what finds work that is due."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "job_runs",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("job", sa.Text(), nullable=False),
        sa.Column("started_at", INSTANT, nullable=False),
        sa.Column("asked_by_user_id", INTEGER, sa.ForeignKey("users.id")),
        sa.Column("finished_at", INSTANT),
        sa.Column("counts", sa.Text()),
    )
    op.create_table(
        "outbox",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("params", sa.Text(), nullable=False),
        sa.Column("dedupe_key", sa.Text(), nullable=False, unique=True),
        sa.Column("created_at", INSTANT, nullable=False),
    )
    op.create_table(
        "birthdays",
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
        sa.Column("event_id", INTEGER, sa.ForeignKey("events.id"), nullable=False),
    )
    partial_index("ix_tasks_planned", "tasks", "fecha_solicitud", "is_active", "estatus = 'PLANEACION'")
    partial_index("ix_tasks_open", "tasks", "fecha_cumplir", "is_active", "estatus <> 'CERRADA'")
    partial_index("ix_event_reminders_unsent", "event_reminders", "remind_at", "NOT is_deleted", "NOT sent")


def partial_index(name: str, table: str, column: str, *rows: str) -> None:
    op.create_index(
        name,
        table,
        [column],
        sqlite_where=sa.text(" AND ".join(map(on_sqlite, rows))),
        postgresql_where=sa.text(" AND ".join(rows)),
    )


def on_sqlite(condition: str) -> str:
    words = condition.split()
    flag = {("NOT",): " = 0", (): " = 1"}.get(tuple(words[:-1]))
    return words[-1] + flag if flag else condition
