"""What does not work now outside of the service, for whoever asks how it stands."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT

revision = "0056"
down_revision = "0055"


def upgrade() -> None:
    op.create_table(
        "troubles",
        sa.Column("thing", sa.Text(), nullable=False),
        sa.Column("fault", sa.Text(), nullable=False),
        sa.Column("since", INSTANT, nullable=False),
        sa.Column("until", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("thing", name="pk_troubles"),
    )
