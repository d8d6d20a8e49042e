"""The site where the page of a sign-on was opened."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"


def upgrade() -> None:
    op.add_column("sign_ons", sa.Column("site", sa.Text, nullable=False, server_default=sa.text("''")))
