"""The notices that people have chosen for themselves."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INTEGER

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
        sa.Column("default_reminder_minutes", INTEGER),
    )
