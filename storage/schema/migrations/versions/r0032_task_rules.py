"""Rules that make a task again and again."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER, choice

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    op.create_table(
        "task_rules",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("descripcion", sa.Text(), nullable=False),
        sa.Column("prioridad", choice("prioridad", "URGENTE", "ALTA", "MEDIA", "BAJA"), nullable=False),
        sa.Column("leader_user_id", INTEGER, sa.ForeignKey("users.id")),
        sa.Column("recurrence_type", choice("recurrence_type", "WEEKLY", "MONTHLY"), nullable=False),
        sa.Column("weekdays", sa.Text(), nullable=False),
        sa.Column("day_of_month", INTEGER),
        sa.Column("occurrence_count", INTEGER),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("ends_on", sa.Date()),
        sa.Column("state", choice("state", "ACTIVE", "WAITING", "PAUSED", "ENDED"), nullable=False),
        sa.Column("last_on", sa.Date(), nullable=False),
        sa.Column("task_id", INTEGER, sa.ForeignKey("tasks.id"), nullable=False),
        sa.Column("task_count", INTEGER, nullable=False),
        sa.Column("created_by_user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
    )
    for column in ("leader_user_id", "last_on", "task_id", "created_by_user_id"):
        op.create_index(f"ix_task_rules_{column}", "task_rules", [column])
    op.create_table(
        "task_rule_responsibles",
        sa.Column("rule_id", INTEGER, sa.ForeignKey("task_rules.id"), primary_key=True, autoincrement=False),
        sa.Column("position", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_task_rule_responsibles_user_id", "task_rule_responsibles", ["user_id"])
    op.create_table(
        "task_rule_tasks",
        sa.Column("task_id", INTEGER, sa.ForeignKey("tasks.id"), primary_key=True, autoincrement=False),
        sa.Column("rule_id", INTEGER, sa.ForeignKey("task_rules.id"), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_task_rule_tasks_rule_id", "task_rule_tasks", ["rule_id"])
