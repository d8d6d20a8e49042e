"""Group chats that are linked to a leader's team."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

INSTANT = sa.DateTime(timezone=True).with_variant(sa.String(27), "sqlite")
TELEGRAM_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LANGUAGE = sa.Enum("es", "en", name="language", native_enum=False, create_constraint=True, length=2)


def upgrade() -> None:
    op.create_table(
        "linked_groups",
        sa.Column("chat_id", TELEGRAM_ID, primary_key=True, autoincrement=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("leader_user_id", sa.Integer(), sa.ForeignKey("users.id"), nullable=False),
        sa.Column("language", LANGUAGE, nullable=False),
        sa.Column("linked_at", INSTANT, nullable=False),
        sa.Column("former_chat_id", TELEGRAM_ID, unique=True),
    )
    op.create_index("ix_linked_groups_leader_user_id", "linked_groups", ["leader_user_id"])
