"""Tasks and events by when they were changed."""

from alembic import op

revision = "0072"
down_revision = "0071"


def upgrade() -> None:
    for table in ("tasks", "events"):
        op.create_index(f"ix_{table}_updated_at", table, ["updated_at"])
