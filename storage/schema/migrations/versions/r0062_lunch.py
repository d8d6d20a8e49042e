"""When somebody has lunch."""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"


def upgrade() -> None:
    for name in ("lunch_starts", "lunch_ends"):
        op.add_column("notices", sa.Column(name, sa.Time))
