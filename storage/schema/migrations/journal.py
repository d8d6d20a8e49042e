# ruff: noqa: S608 names of our own
r"""The triggers that write the journal, as a migration makes them: a row for each row that a statement has changed.

Each field that differs is kept as it was before and after, `{"title": ["x", "y"]}`; null is what there was before a row
was made, and what there is after it was removed.

On SQLite a built-in function says where writes come from: `json_array()`, of nothing, is `[]`, and a connection of ours
has one of its own in its place (`storage.sqlite.journal`). So a program that knows of no journal is journaled too.

Like a migration it never changes. A migration that changes what a table's rows have journaled drops its triggers and
makes them anew from another `Journaled`; `storage.schema.journal` has those of today.

On PostgreSQL a transaction takes, before its first number, a shared lock whose key is the last number given until then.
So whoever reads the last number given, and then the least of these locks, knows below which number nothing is added any
more (`journal_settled`).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

PLAIN, FLAG, INSTANT, JSON = "plain", "flag", "instant", "json"
"""How a column's values are written."""

FIRST_LOCK = 1 << 61
"""The key of the lock of a transaction before whose first number none was given."""


class Journaled(NamedTuple):
    """A table of which each row is a thing of the journal.

    `columns`: those that are journaled. `gone`: when a row is one that people take for deleted. `root`: the thing whose
    visibility governs it, and the column with its id; itself by default. `named`: names on the wire, where they are not
    the columns' in camelCase.
    """

    table: str
    entity: str
    columns: Mapping[str, str]
    gone: str = ""
    root: tuple[str, str] | None = None
    named: Mapping[str, str] = {}

    def name_of(self, column: str) -> str:
        first, *others = column.split("_")
        return self.named.get(column, first + "".join(map(str.capitalize, others)))


ATTACHED = {"is_deleted": FLAG, "deleted_at": INSTANT, "created_at": INSTANT}
EVENT = "event", "event_id"
DELETED = "{row}.is_deleted"
FIRST = (
    Journaled(
        "users",
        "person",
        {
            **dict.fromkeys(("username", "display_name", "role", "leader_user_id", "birthday"), PLAIN),
            **dict.fromkeys(("timezone", "language", "telegram_user_id", "external_id"), PLAIN),
            "is_active": FLAG,
        },
        "NOT {row}.is_active",
    ),
    Journaled(
        "absences",
        "absence",
        {
            **dict.fromkeys(("user_id", "first_day", "last_day", "reason", "created_by_user_id"), PLAIN),
            **dict.fromkeys(("created_at", "cancelled_at"), INSTANT),
        },
        "{row}.cancelled_at IS NOT NULL",
    ),
    Journaled(
        "tasks",
        "task",
        {
            **dict.fromkeys(
                ("descripcion", "leader_user_id", "fecha_solicitud", "fecha_cumplir", "fecha_cierre"), PLAIN
            ),
            **dict.fromkeys(("estatus", "prioridad", "created_by_user_id"), PLAIN),
            "created_at": INSTANT,
            "is_active": FLAG,
            "responsible_user_ids": JSON,
        },
        "NOT {row}.is_active",
    ),
    Journaled(
        "task_comments",
        "comment",
        {**dict.fromkeys(("task_id", "comentario", "created_by_user_id"), PLAIN), "created_at": INSTANT},
        root=("task", "task_id"),
    ),
    Journaled(
        "task_rules",
        "task_rule",
        {
            **dict.fromkeys(("descripcion", "prioridad", "leader_user_id", "recurrence_type", "day_of_month"), PLAIN),
            **dict.fromkeys(("occurrence_count", "starts_on", "ends_on", "state", "last_on"), PLAIN),
            **dict.fromkeys(("task_id", "task_count", "created_by_user_id"), PLAIN),
            **dict.fromkeys(("weekdays", "responsible_user_ids"), JSON),
            "created_at": INSTANT,
        },
    ),
    Journaled(
        "daily_logs",
        "daily_log",
        {
            **dict.fromkeys(("user_id", "fecha"), PLAIN),
            **dict.fromkeys(("opened_at", "avance_at", "closed_at"), INSTANT),
        },
    ),
    Journaled(
        "daily_log_items",
        "item",
        dict.fromkeys(("log_id", "task_id", "orden", "semaforo", "porcentaje"), PLAIN),
        root=("daily_log", "log_id"),
        named={"log_id": "dailyLogId"},
    ),
    Journaled(
        "event_types",
        "event_type",
        {
            **dict.fromkeys(("code", "name"), PLAIN),
            **dict.fromkeys(("system_managed", "auto_generated", "is_active", "is_deleted"), FLAG),
        },
        DELETED,
    ),
    Journaled("event_series", "series", {"created_by_user_id": PLAIN, "created_at": INSTANT}),
    Journaled(
        "events",
        "event",
        {
            **dict.fromkeys(("event_type_id", "title", "description", "location", "status_id"), PLAIN),
            **dict.fromkeys(("customer_id", "supplier_id", "created_by_user_id", "series_id"), PLAIN),
            **dict.fromkeys(("start_datetime", "end_datetime", "created_at"), INSTANT),
            **dict.fromkeys(("is_virtual", "is_public", "is_active", "is_deleted"), FLAG),
        },
        DELETED,
    ),
    Journaled(
        "event_participants",
        "participant",
        {**dict.fromkeys(("event_id", "user_id", "customer_id", "response"), PLAIN), **ATTACHED},
        DELETED,
        EVENT,
    ),
    Journaled(
        "event_visibility",
        "visibility",
        {**dict.fromkeys(("event_id", "user_id"), PLAIN), "is_visible": FLAG, **ATTACHED},
        DELETED,
        EVENT,
    ),
    Journaled(
        "event_reminders",
        "reminder",
        {"event_id": PLAIN, "remind_at": INSTANT, "sent": FLAG, **ATTACHED},
        DELETED,
        EVENT,
    ),
)
"""What the journal began with."""

WRITTEN = "unit, at, actor_user_id, via, token, undoes, kind, entity_id, root, root_id, changed"


def on_sqlite(journaled: Journaled) -> Iterator[str]:
    """A table's triggers on SQLite."""
    differs = " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in journaled.columns)
    for name, when, row, kind, changed in (
        ("added", "INSERT", "NEW", f"'{journaled.entity}.created'", made(journaled, "NEW", "[null,{}]")),
        ("changed", f"UPDATE OF {', '.join(journaled.columns)}", "NEW", kind_of_update(journaled), updated(journaled)),
        ("removed", "DELETE", "OLD", f"'{journaled.entity}.deleted'", made(journaled, "OLD", "[{},null]")),
    ):
        root, root_id = root_of(journaled, row)
        yield f"""
CREATE TRIGGER journal_{journaled.table}_{name} AFTER {when} ON {journaled.table} FOR EACH ROW
{f"WHEN {differs}" if name == "changed" else ""} BEGIN INSERT INTO journal ({WRITTEN})
SELECT o ->> 0, coalesce(o ->> 1, strftime('%Y-%m-%dT%H:%M:%f', 'now') || '000Z'), o ->> 2, coalesce(o ->> 3, 'cli'),
  o ->> 4, o ->> 5, {kind}, {row}.id, {root}, {root_id}, {changed}
FROM (SELECT max(json_array()) AS o); END
"""


def kind_of_update(journaled: Journaled) -> str:
    otherwise = f"'{journaled.entity}.updated'"
    if not journaled.gone:
        return otherwise
    now, before = (f"({journaled.gone.format(row=row)})" for row in ("NEW", "OLD"))
    return (
        f"CASE WHEN {now} AND NOT {before} THEN '{journaled.entity}.deleted'"
        f" WHEN {before} AND NOT {now} THEN '{journaled.entity}.restored' ELSE {otherwise} END"
    )


def root_of(journaled: Journaled, row: str) -> tuple[str, str]:
    entity, column = journaled.root or (journaled.entity, "id")
    return f"'{entity}'", f"{row}.{column}"


def made(journaled: Journaled, row: str, pair: str) -> str:
    """On SQLite, the fields that a row has or had as JSON."""
    return joined(
        (
            f"{row}.{column} IS NULL",
            journaled.name_of(column),
            pair.format(f"' || {sqlite_value(row, column, how)} || '"),
        )
        for column, how in journaled.columns.items()
    )


def updated(journaled: Journaled) -> str:
    """On SQLite, the fields that an update has changed as JSON."""
    return joined(
        (
            f"OLD.{column} IS NEW.{column}",
            journaled.name_of(column),
            f"[' || {sqlite_value('OLD', column, how)} || ',' || {sqlite_value('NEW', column, how)} || ']",
        )
        for column, how in journaled.columns.items()
    )


def joined(fields: Iterable[tuple[str, str, str]]) -> str:
    """A JSON object of fields: the condition on which each is left out, its name, and its values before and after."""
    said = (f"""CASE WHEN {alike} THEN '' ELSE ',"{name}":{pair}' END""" for alike, name, pair in fields)
    return f"'{{' || substr({' || '.join(said)}, 2) || '}}'"


def sqlite_value(row: str, column: str, how: str) -> str:
    """As text of JSON."""
    if how == FLAG:
        return f"iif({row}.{column}, 'true', 'false')"
    return f"coalesce({row}.{column}, 'null')" if how == JSON else f"json_quote({row}.{column})"


POSTGRESQL_FUNCTIONS = (
    f"""
CREATE FUNCTION journal_write(kind text, entity_id bigint, root text, root_id bigint, changed text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  origin text[] := string_to_array(current_setting('semaforo.origin', true), ' ');
BEGIN
  IF coalesce(current_setting('semaforo.journaled', true), '') = '' THEN
    PERFORM pg_advisory_xact_lock_shared({FIRST_LOCK} + coalesce(pg_sequence_last_value('journal_seq_seq'), 0));
    PERFORM set_config('semaforo.journaled', 'yes', true);
  END IF;
  INSERT INTO journal ({WRITTEN}) VALUES (
    nullif(origin[1], '-')::bigint, coalesce(nullif(origin[2], '-')::timestamptz, clock_timestamp()),
    nullif(origin[3], '0')::bigint, coalesce(origin[4], 'cli'),
    nullif(current_setting('semaforo.token', true), ''), nullif(current_setting('semaforo.undoes', true), '')::bigint,
    kind, entity_id, root, root_id, '{{' || substr(changed, 2) || '}}'
  );
END $$
""",
    f"""
CREATE FUNCTION journal_settled() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  given bigint := coalesce(pg_sequence_last_value('journal_seq_seq'), 0);
  held bigint;
BEGIN
  SELECT min((classid::bigint << 32 | objid::bigint) - {FIRST_LOCK}) INTO held FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint BETWEEN {FIRST_LOCK >> 32}
    AND {(FIRST_LOCK >> 32) + 0xFFFF}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN least(given, held);
END $$
""",
)


def postgresql_triggers(journaled: Journaled) -> dict[str, str]:
    """On PostgreSQL, by name: when."""
    differs = " OR ".join(f"OLD.{column} IS DISTINCT FROM NEW.{column}" for column in journaled.columns)
    table = journaled.table
    return {
        f"journal_{table}_added": f"INSERT OR DELETE ON {table} FOR EACH ROW",
        f"journal_{table}_changed": (
            f"UPDATE OF {', '.join(journaled.columns)} ON {table} FOR EACH ROW WHEN ({differs})"
        ),
    }


def on_postgresql(journaled: Journaled) -> Iterator[str]:
    """A table's triggers on PostgreSQL."""
    whole = " || ".join(
        f"CASE WHEN NEW.{column} IS NULL THEN ''"
        f""" ELSE ',"{journaled.name_of(column)}":[null,' || {postgresql_value("NEW", column, how)} || ']' END"""
        for column, how in journaled.columns.items()
    )
    changed = " || ".join(
        f"CASE WHEN OLD.{column} IS NOT DISTINCT FROM NEW.{column} THEN ''"
        f""" ELSE ',"{journaled.name_of(column)}":['"""
        f" || {postgresql_value('OLD', column, how)} || ',' || {postgresql_value('NEW', column, how)} || ']' END"
        for column, how in journaled.columns.items()
    )
    root, new_root = root_of(journaled, "NEW")
    _, old_root = root_of(journaled, "OLD")
    yield f"""
CREATE FUNCTION journal_{journaled.table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
IF TG_OP = 'INSERT' THEN
  PERFORM journal_write('{journaled.entity}.created', NEW.id, {root}, {new_root}, {whole});
ELSE
  PERFORM journal_write(
    CASE TG_OP WHEN 'DELETE' THEN '{journaled.entity}.deleted' ELSE {kind_of_update(journaled)} END,
    OLD.id, {root}, coalesce({new_root}, {old_root}), {changed});
END IF;
RETURN NULL; END $$
"""
    for name, when in postgresql_triggers(journaled).items():
        yield f"CREATE TRIGGER {name} AFTER {when} EXECUTE FUNCTION journal_{journaled.table}()"


def postgresql_value(row: str, column: str, how: str) -> str:
    if how == JSON:
        value = f"{row}.{column}"
    elif how == INSTANT:
        value = f"""'"' || to_char({row}.{column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"'"""
    else:
        value = f"to_json({row}.{column})::text"
    return f"coalesce({value}, 'null')"


def creation(*, sqlite: bool) -> list[str]:
    """All that makes the journal, beside its tables."""
    if sqlite:
        return [statement for journaled in FIRST for statement in on_sqlite(journaled)]
    return [*POSTGRESQL_FUNCTIONS, *(statement for journaled in FIRST for statement in on_postgresql(journaled))]
