"""Links by which other calendars subscribe."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER

revision = "0043"
down_revision = "0042"

KINDS = ("mine", "mine-busy", "team", "tasks")


def upgrade() -> None:
    op.create_table(
        "calendar_links",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("kind", sa.Enum(*KINDS, name="kind", native_enum=False, create_constraint=True), nullable=False),
        sa.Column("secret_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("ended_at", INSTANT),
        sa.Column("last_fetched_at", INSTANT),
        sa.Column("last_fetched_by", sa.Text),
        sqlite_autoincrement=True,
    )
    for column in ("user_id", "ended_at"):
        op.create_index(f"ix_calendar_links_{column}", "calendar_links", [column])
