"""Tasks by when they were closed: what a meeting asks of a week is found among those of that week."""

from alembic import op

revision = "0065"
down_revision = "0064"


def upgrade() -> None:
    op.create_index("ix_tasks_fecha_cierre", "tasks", ["fecha_cierre"])
