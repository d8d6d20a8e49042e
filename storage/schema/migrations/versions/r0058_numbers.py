"""Gives no number again on SQLite, also of rows that are gone, as sequences do on PostgreSQL.

AUTOINCREMENT changes nothing in how a table is stored, so only its definition is written, as SQLite's documentation
says it may be (lang_altertable.html, 7): a copy of each table would take minutes.
"""

import re

from alembic import op

from storage.schema.migrations.kinds import on_sqlite

revision = "0058"
down_revision = "0057"

TABLES = (
    *("users", "absences", "examples", "outbox", "tasks", "task_comments", "reds", "asked_tasks", "task_rules"),
    *("daily_logs", "daily_log_items", "event_types", "event_series", "events", "event_participants"),
    *("event_visibility", "event_reminders"),
)
ID, NUMBER = r"(?<!\w)id INTEGER NOT NULL(?=,)", "id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT"

PLACEHOLDERS = (
    "DELETE FROM tasks WHERE descripcion = '-' AND created_by_user_id IS NULL AND responsible_user_ids = '[]'",
    "DELETE FROM events WHERE title = '-' AND created_by_user_id IS NULL AND start_datetime LIKE '1970-01-01%'",
)
"""What removes rows by which a restore has kept a number, and which nobody could read."""


def upgrade() -> None:
    if not on_sqlite():
        return
    run = op.get_bind().exec_driver_sql
    run("PRAGMA writable_schema = ON")
    for table in TABLES:
        run(f"INSERT INTO sqlite_sequence (name, seq) SELECT '{table}', coalesce(max(id), 0) FROM {table}")  # noqa: S608 names of our own
        (text,) = run("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", (table,)).one()
        run("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?", (numbered(table, text), table))
    version = run("PRAGMA schema_version").scalar_one()
    run(f"PRAGMA schema_version = {version + 1}")
    run("PRAGMA writable_schema = RESET")
    for each in PLACEHOLDERS:
        run(each)


def numbered(table: str, text: str) -> str:
    """The definition of a table whose numbers are never given again."""
    text, ids = re.subn(ID, NUMBER, text)
    text, keys = re.subn(rf",\s+CONSTRAINT pk_{table} PRIMARY KEY \(id\)", "", text)
    if (ids, keys) != (1, 1):
        raise RuntimeError(f"the table {table} is not what this program has made: {text}")
    return text
