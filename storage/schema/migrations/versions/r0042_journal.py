"""The journal, of what is written from now on; the responsibles of tasks and of rules that make tasks in one column."""

import secrets

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations import journal
from storage.schema.migrations.kinds import INSTANT, INTEGER, on_sqlite

revision = "0042"
down_revision = "0041"

LISTED = {
    "tasks": "FROM task_responsibles r WHERE r.task_id = tasks.id",
    "task_rules": "FROM task_rule_responsibles r WHERE r.rule_id = task_rules.id",
}


def upgrade() -> None:
    for table, responsibles in LISTED.items():
        op.add_column(table, sa.Column("responsible_user_ids", sa.Text, nullable=False, server_default=sa.text("'[]'")))
        if on_sqlite():
            listed = f"(SELECT json_group_array(user_id) FROM (SELECT user_id {responsibles} ORDER BY position))"  # noqa: S608 as below
        else:
            listed = f"(SELECT '[' || string_agg(user_id::text, ',' ORDER BY position) || ']' {responsibles})"
        op.execute(f"UPDATE {table} SET responsible_user_ids = coalesce({listed}, '[]')")  # noqa: S608 names of our own
    op.create_table(
        "journal",
        sa.Column("seq", INTEGER, primary_key=True),
        sa.Column("unit", INTEGER),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("actor_user_id", INTEGER),
        sa.Column("via", sa.Text, nullable=False),
        sa.Column("token", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("entity_id", INTEGER, nullable=False),
        sa.Column("root", sa.Text, nullable=False),
        sa.Column("root_id", INTEGER, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
        sa.Column("undoes", INTEGER),
    )
    op.create_index("ix_journal_unit", "journal", ["unit"])
    op.create_index("ix_journal_history", "journal", ["root", "root_id", "seq"])
    state = op.create_table(
        "journal_state",
        sa.Column("database_id", sa.Text, primary_key=True),
        sa.Column("pruned_to", INTEGER, nullable=False),
    )
    op.bulk_insert(state, [{"database_id": secrets.token_hex(4), "pruned_to": 0}])
    for statement in journal.creation(sqlite=on_sqlite()):
        op.get_bind().exec_driver_sql(statement)
