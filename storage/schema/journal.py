"""The journal: what each transaction has changed, written by triggers.

`JOURNALED` are the tables whose changes it has; `OMITTED`, their columns that follow from others or are secrets.
"""

from sqlalchemy import Column, Index, Table, Text, text

from storage.schema.metadata import metadata
from storage.schema.migrations.journal import FIRST, FLAG, INSTANT, JSON, PLAIN, Journaled
from storage.sql.column_types import Instant, Integer, Json

USERS = Journaled(
    "users",
    "person",
    {
        **dict.fromkeys(("username", "display_name", "role", "leader_user_id", "birthday"), PLAIN),
        **dict.fromkeys(("timezone", "holidays", "language", "telegram_user_id", "external_id"), PLAIN),
        "is_active": FLAG,
    },
    "NOT {row}.is_active",
)
ABSENCES = Journaled(
    "absences",
    "absence",
    {
        **dict.fromkeys(("user_id", "first_day", "last_day", "reason", "created_by_user_id"), PLAIN),
        **dict.fromkeys(("created_at", "cancelled_at", "starts_at", "ends_at"), INSTANT),
    },
    "{row}.cancelled_at IS NOT NULL",
)
OWN_REMINDERS = Journaled(
    "own_reminders",
    "own_reminder",
    {
        **dict.fromkeys(("user_id", "words", "recurrence_type", "day_of_month", "at", "ends_on"), PLAIN),
        **dict.fromkeys(("remind_at", "created_at", "ended_at"), INSTANT),
        "weekdays": JSON,
    },
    "{row}.ended_at IS NOT NULL",
)
TASK = next(each for each in FIRST if each.table == "tasks")
EXTERNAL_ID = dict.fromkeys(("external_source", "external_id"), PLAIN)
TASKS = TASK._replace(columns={**TASK.columns, "split_into": JSON, "part_of_task_id": PLAIN, **EXTERNAL_ID})
SERIES = next(each for each in FIRST if each.table == "event_series")
SERIES = SERIES._replace(columns={**SERIES.columns, "rule": JSON, "starts": JSON, **EXTERNAL_ID})
EVENT = next(each for each in FIRST if each.table == "events")
EVENTS = EVENT._replace(columns={**EVENT.columns, **EXTERNAL_ID})
CHANGED = {each.table: each for each in (USERS, ABSENCES, TASKS, SERIES, EVENTS)}
"""The tables with which the journal began and that have changed since, by name."""
JOURNALED = (*(CHANGED.get(each.table, each) for each in FIRST), OWN_REMINDERS)
SHOWN_OF_TASK = ("descripcion", "leader_user_id", "fecha_solicitud", "fecha_cumplir", "estatus", "prioridad")
OMITTED = {
    "users": {"token_version", "tokens_revoked_at", "telegram_blocked_at", "telegram_username"},
    "tasks": {"ultimo_comentario_fecha"},
    "daily_logs": {"verde", "amarillo", "naranja", "rojo", "porcentaje"},
    "daily_log_items": {
        *("resume_porcentaje", "task_reopened", "red_since"),
        *(f"frozen_{name}" for name in SHOWN_OF_TASK),
    },
    "event_types": {"code_key"},
    "events": {"span"},
}
"""Columns that are not journaled, by table; nor are `id` and `updated_at`."""

journal = Table(
    "journal",
    metadata,
    # On SQLite one more than that of the last row, which for this reason is never pruned.
    Column("seq", Integer, primary_key=True),
    # The same for all rows that a request, a press or a run has written; null where another program wrote them.
    Column("unit", Integer, index=True),
    Column("at", Instant, nullable=False),
    # No reference: it would be looked up for every row. Null: the operator, or the service itself.
    Column("actor_user_id", Integer),
    Column("via", Text, nullable=False),
    Column("token", Text),
    # The thing, and what has become of it: `task.updated`.
    Column("kind", Text, nullable=False),
    Column("entity_id", Integer, nullable=False),
    # The thing whose visibility decides who may read the row.
    Column("root", Text, nullable=False),
    Column("root_id", Integer, nullable=False),
    # By field: before and after.
    Column("changed", Json, nullable=False),
    # The row of the journal that it takes back.
    Column("undoes", Integer),
)
Index("ix_journal_history", journal.c.root, journal.c.root_id, journal.c.seq)
ITEM_UPDATED = text("kind = 'item.updated'")
"""A literal, since SQLite recognises a partial index by its exact text."""
Index("ix_journal_items", journal.c.entity_id, journal.c.seq, sqlite_where=ITEM_UPDATED)

# One row: the id of this database, the number up to which its journal is pruned, and the number of calendar links'
# secrets that have ended.
journal_state = Table(
    "journal_state",
    metadata,
    Column("database_id", Text, primary_key=True),
    Column("pruned_to", Integer, nullable=False),
    Column("secrets_ended", Integer, nullable=False, server_default="0"),
)
