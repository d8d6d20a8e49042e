"""An index of what items of daily logs have become, by which a task's history has its lights."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"

UPDATED = sa.text("kind = 'item.updated'")


def upgrade() -> None:
    op.create_index("ix_journal_items", "journal", ["entity_id"], sqlite_where=UPDATED, postgresql_where=UPDATED)
