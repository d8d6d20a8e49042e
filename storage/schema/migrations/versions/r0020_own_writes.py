"""How often each person has written, for those who read on a replica."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INTEGER

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "own_writes",
        sa.Column("user_id", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("writes", INTEGER, nullable=False),
    )
