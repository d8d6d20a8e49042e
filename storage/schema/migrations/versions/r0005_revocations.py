"""When a person's tokens were last revoked: it ends those of other issuers, which know no version."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("users", sa.Column("tokens_revoked_at", INSTANT))
