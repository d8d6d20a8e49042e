"""What another sign-on calls people."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    op.add_column("users", sa.Column("external_id", sa.Text))
    op.create_index("uq_users_external_id", "users", ["external_id"], unique=True)
