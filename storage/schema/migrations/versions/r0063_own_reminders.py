"""What people ask to be reminded of, which is no event; and its place in the journal."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.journal import INSTANT as JOURNALED_INSTANT
from storage.schema.migrations.journal import JSON, PLAIN, Journaled, on_postgresql, on_sqlite
from storage.schema.migrations.kinds import INSTANT, INTEGER, choice
from storage.schema.migrations.kinds import on_sqlite as is_sqlite

revision = "0063"
down_revision = "0062"

OWN_REMINDERS = Journaled(
    "own_reminders",
    "own_reminder",
    {
        **dict.fromkeys(("user_id", "words", "recurrence_type", "day_of_month", "at", "ends_on"), PLAIN),
        **dict.fromkeys(("remind_at", "created_at", "ended_at"), JOURNALED_INSTANT),
        "weekdays": JSON,
    },
    "{row}.ended_at IS NOT NULL",
)


def upgrade() -> None:
    op.create_table(
        "own_reminders",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("remind_at", INSTANT),
        sa.Column("recurrence_type", choice("recurrence_type", "WEEKLY", "MONTHLY")),
        sa.Column("weekdays", sa.Text(), nullable=False, server_default=sa.text("'[]'")),
        sa.Column("day_of_month", INTEGER),
        sa.Column("at", sa.Text()),
        sa.Column("ends_on", sa.Date()),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        sa.Column("ended_at", INSTANT),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_own_reminders_user_id", "own_reminders", ["user_id"])
    op.create_index("ix_own_reminders_remind_at", "own_reminders", ["remind_at"])
    for statement in on_sqlite(OWN_REMINDERS) if is_sqlite() else on_postgresql(OWN_REMINDERS):
        op.get_bind().exec_driver_sql(statement)
