"""What people turn off, when they are asked about their day, and their quiet hours."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"

TIMES = "open_at", "avance_at", "close_at", "quiet_starts", "quiet_ends"


def upgrade() -> None:
    op.add_column("notices", sa.Column("off", sa.Text, nullable=False, server_default=sa.text("'[]'")))
    for name in TIMES:
        op.add_column("notices", sa.Column(name, sa.Time))
