"""The topic of a linked group in which the bot writes unasked."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INTEGER

revision = "0057"
down_revision = "0056"


def upgrade() -> None:
    op.add_column("linked_groups", sa.Column("topic", INTEGER))
