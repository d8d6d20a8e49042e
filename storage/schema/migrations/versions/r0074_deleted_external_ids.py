"""Deleted tasks by their ids of another system."""

import sqlalchemy as sa
from alembic import op

revision = "0074"
down_revision = "0073"

COLUMNS = ["external_source", "external_id"]
ON_SQLITE = sa.text("is_active = 0 AND external_id IS NOT NULL")
ELSEWHERE = sa.text("NOT is_active AND external_id IS NOT NULL")


def upgrade() -> None:
    op.create_index(
        "ix_tasks_deleted_external_id", "tasks", COLUMNS, sqlite_where=ON_SQLITE, postgresql_where=ELSEWHERE
    )
