"""What became of each message: the outbox is the ledger too. Those there so far wait, as they did."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER, choice, on_sqlite

revision = "0012"
down_revision = "0011"

OUTCOMES = ("waiting", "sent", "withheld", "failed", "blocked")
REASONS = ("snoozed", "quiet_hours", "absence", "day_off", "holiday", "done", "gone", "not_linked")
KEPT = "id, user_id, kind, params, dedupe_key, created_at"


def upgrade() -> None:
    if on_sqlite():
        op.rename_table("outbox", "outbox_before")
        create_outbox()
        fill_outbox()
    else:  # nobody was on PostgreSQL before this revision: the table is empty
        op.drop_table("outbox")
        create_outbox()
    waiting = sa.text("outcome = 'waiting'")
    op.create_index("ix_outbox_ledger", "outbox", ["user_id", "outcome_at"])
    op.create_index(
        "ix_outbox_waiting", "outbox", ["user_id", "due_at"], sqlite_where=waiting, postgresql_where=waiting
    )


def create_outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("params", sa.Text(), nullable=False),
        sa.Column("dedupe_key", sa.Text(), nullable=False, unique=True),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("due_at", INSTANT, nullable=False),
        sa.Column("outcome", choice("outcome", *OUTCOMES), nullable=False),
        sa.Column("reason", choice("reason", *REASONS)),
        sa.Column("outcome_at", INSTANT, nullable=False),
    )


def fill_outbox() -> None:
    op.execute(
        f"INSERT INTO outbox ({KEPT}, due_at, outcome, outcome_at)"  # noqa: S608 names of our own
        f" SELECT {KEPT}, created_at, 'waiting', created_at FROM outbox_before"
    )
    op.drop_table("outbox_before")
