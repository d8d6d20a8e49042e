"""Groups to which the summary of each day is sent."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    op.add_column("linked_groups", sa.Column("summary_since", INSTANT))
