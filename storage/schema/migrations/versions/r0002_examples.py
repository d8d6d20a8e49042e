"""Examples."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INTEGER, flag

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "examples",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("active", flag("active"), nullable=False, server_default=sa.true()),
        sa.Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
    )
