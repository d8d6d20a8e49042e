"""Answers to invitations. Nobody was asked so far; whoever made an event and takes part in it has accepted."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

ACCEPTED = """
UPDATE event_participants SET response = 'ACCEPTED'
WHERE user_id = (SELECT created_by_user_id FROM events WHERE events.id = event_participants.event_id)
"""


def upgrade() -> None:
    asked = sa.Column("response", sa.Text(), nullable=False, server_default=sa.text("'NEEDS-ACTION'"))
    op.add_column("event_participants", asked)
    op.execute(ACCEPTED)
