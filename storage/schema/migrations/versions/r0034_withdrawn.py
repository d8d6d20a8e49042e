"""Tasks that people ask of colleagues no more."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    op.add_column("asked_tasks", sa.Column("withdrawn_at", INSTANT))
