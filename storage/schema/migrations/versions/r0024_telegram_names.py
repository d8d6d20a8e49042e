"""The @names of people's Telegram accounts; of those who have not used the bot since, none is known."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column("users", sa.Column("telegram_username", sa.Text))
