"""A leader's open tasks by an index of their own: what is red among them is looked for at every press."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

ON_SQLITE, ELSEWHERE = (sa.text(f"{active} AND estatus <> 'CERRADA'") for active in ("is_active = 1", "is_active"))


def upgrade() -> None:
    op.create_index(
        "ix_tasks_open_led", "tasks", ["leader_user_id"], sqlite_where=ON_SQLITE, postgresql_where=ELSEWHERE
    )
