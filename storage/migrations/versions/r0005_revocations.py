"""When a person's tokens were last revoked: it ends those of other issuers, which know no version."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column(
        "users", sa.Column("tokens_revoked_at", sa.DateTime(timezone=True).with_variant(sa.String(27), "sqlite"))
    )
