"""Which messages have come to their end and may be forgotten, by when that was."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    forgettable = sa.text("outcome <> 'waiting' AND kind <> 'overdue_survey'")
    op.create_index(
        "ix_outbox_forgettable", "outbox", ["outcome_at"], sqlite_where=forgettable, postgresql_where=forgettable
    )
