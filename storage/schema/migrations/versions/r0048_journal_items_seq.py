"""The index of what items have become with the rows' numbers, so that PostgreSQL reads only the rows of a page."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"

UPDATED = sa.text("kind = 'item.updated'")


def upgrade() -> None:
    op.drop_index("ix_journal_items", "journal")
    op.create_index("ix_journal_items", "journal", ["entity_id", "seq"], sqlite_where=UPDATED, postgresql_where=UPDATED)
