"""Messages to groups; what Telegram said and what is out; who has blocked the bot. Reasons are open from here on."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER, choice, on_sqlite

revision = "0016"
down_revision = "0015"

KEPT = (
    "id, user_id, kind, params, dedupe_key, created_at, due_at, outcome, reason, outcome_at,"
    " claimed_by, claimed_until, attempts"
)


def upgrade() -> None:
    op.add_column("users", sa.Column("telegram_blocked_at", INSTANT))
    if on_sqlite():
        rebuild()
    else:
        op.drop_constraint("ck_outbox_reason", "outbox")
        op.alter_column("outbox", "reason", type_=sa.Text(collation="C"))
    op.add_column("outbox", sa.Column("group_chat_id", INTEGER))
    op.add_column("outbox", sa.Column("fault", sa.Text()))
    op.add_column("outbox", sa.Column("said", sa.Text()))


def rebuild() -> None:
    op.rename_table("outbox", "outbox_before")
    op.create_table(
        "outbox",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("params", sa.Text(), nullable=False),
        sa.Column("dedupe_key", sa.Text(), nullable=False, unique=True),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("due_at", INSTANT, nullable=False),
        sa.Column("outcome", choice("outcome", "waiting", "sent", "withheld", "failed", "blocked"), nullable=False),
        sa.Column("reason", sa.Text()),
        sa.Column("outcome_at", INSTANT, nullable=False),
        sa.Column("claimed_by", sa.Text()),
        sa.Column("claimed_until", INSTANT),
        sa.Column("attempts", INTEGER, nullable=False, server_default=sa.text("0")),
    )
    op.execute(f"INSERT INTO outbox ({KEPT}) SELECT {KEPT} FROM outbox_before")  # noqa: S608 names of our own
    op.drop_table("outbox_before")
    waiting = sa.text("outcome = 'waiting'")
    forgettable = sa.text("outcome <> 'waiting' AND kind <> 'overdue_survey'")
    op.create_index("ix_outbox_ledger", "outbox", ["user_id", "outcome_at"])
    op.create_index("ix_outbox_due", "outbox", ["due_at", "id"], sqlite_where=waiting)
    op.create_index("ix_outbox_waiting", "outbox", ["user_id", "due_at"], sqlite_where=waiting)
    op.create_index("ix_outbox_forgettable", "outbox", ["outcome_at"], sqlite_where=forgettable)
