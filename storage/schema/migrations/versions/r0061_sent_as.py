"""As which message of Telegram a message was sent."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INTEGER

revision = "0061"
down_revision = "0060"


def upgrade() -> None:
    op.add_column("outbox", sa.Column("sent_as", INTEGER))
