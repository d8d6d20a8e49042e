"""When a message's person first did what it asks for; of what was sent so far nobody knows."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("outbox", sa.Column("answered_at", INSTANT))
