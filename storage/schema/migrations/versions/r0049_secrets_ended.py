"""Counts the secrets of calendar links that have ended, for processes that remember what a secret opens."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INTEGER

revision = "0049"
down_revision = "0048"


def upgrade() -> None:
    op.add_column("journal_state", sa.Column("secrets_ended", INTEGER, nullable=False, server_default="0"))
