"""Tasks that people ask of colleagues."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER, choice

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.create_table(
        "asked_tasks",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("created_by_user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("descripcion", sa.Text(), nullable=False),
        sa.Column("fecha_cumplir", sa.Date(), nullable=False),
        sa.Column("prioridad", choice("prioridad", "URGENTE", "ALTA", "MEDIA", "BAJA"), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("state", choice("state", "WAITING", "ACCEPTED", "DECLINED"), nullable=False),
        sa.Column("respuesta", sa.Text()),
        sa.Column("answered_at", INSTANT),
        sa.Column("task_id", INTEGER, sa.ForeignKey("tasks.id")),
    )
    op.create_index("ix_asked_tasks_created_by_user_id", "asked_tasks", ["created_by_user_id"])
    op.create_index("ix_asked_tasks_user_id", "asked_tasks", ["user_id"])
    op.create_index("ix_asked_tasks_task_id", "asked_tasks", ["task_id"])
