"""When a call that sends a message was begun of which nobody knows what came of it; of earlier ones nobody knows."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("outbox", sa.Column("send_started_at", INSTANT))
