"""Sign-ons of assistants."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER, choice

revision = "0047"
down_revision = "0046"

STAGES = ("asked", "permitted", "refused", "coded", "redeemed")


def upgrade() -> None:
    op.create_table(
        "sign_ons",
        sa.Column("id", INTEGER, primary_key=True),
        *(sa.Column(name, sa.LargeBinary, nullable=False, unique=True) for name in ("page_hash", "chat_hash")),
        sa.Column("code_hash", sa.LargeBinary, unique=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("client_id", "client_name", "client_host")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("redirect_uri", "state")),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("challenge", sa.Text, nullable=False),
        sa.Column("expires_at", INSTANT, nullable=False),
        sa.Column("stage", choice("stage", *STAGES), nullable=False),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id")),
        sa.Column("number", sa.Text),
        sa.Column("tries", INTEGER, nullable=False),
        sa.Column("token_id", sa.Text),
        sqlite_autoincrement=True,
    )
    for column in ("expires_at", "user_id"):
        op.create_index(f"ix_sign_ons_{column}", "sign_ons", [column])
