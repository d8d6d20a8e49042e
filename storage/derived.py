"""Checks of stored values that follow from other rows: where the two differ, people see wrong things."""

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from storage.repositories.busy import occupied
from storage.repositories.daily_log_views import sums
from storage.schema.calendar import busy
from storage.schema.migrations.search_index import KINDS, indexed
from storage.schema.work import daily_logs, task_responsibles, task_rule_responsibles, task_rules, tasks

IDS_SHOWN = 5
"""The most ids that a sentence names."""

WRONG_RED_SINCE = """
WITH items AS (
    SELECT i.id, i.task_id, i.semaforo, i.red_since, l.user_id, l.fecha,
        COUNT(CASE WHEN i.semaforo <> 'ROJO' THEN 1 END)
        OVER (PARTITION BY l.user_id, i.task_id ORDER BY l.fecha) AS changes
    FROM daily_log_items i JOIN daily_logs l ON l.id = i.log_id
), since AS (
    SELECT id, red_since, CASE WHEN semaforo = 'ROJO'
        THEN MIN(CASE WHEN semaforo = 'ROJO' THEN fecha END) OVER (PARTITION BY user_id, task_id, changes) END AS day
    FROM items
)
SELECT id FROM since WHERE red_since IS DISTINCT FROM day ORDER BY id
"""
"""The items whose `red_since` is not the first of the consecutive logs in which they are red."""

MISSING_LEADS = """
SELECT DISTINCT l.user_id
FROM daily_log_items i JOIN daily_logs l ON l.id = i.log_id JOIN tasks t ON t.id = i.task_id
LEFT JOIN task_leads k ON k.leader_user_id = t.leader_user_id AND k.user_id = l.user_id
WHERE t.leader_user_id IS NOT NULL AND k.user_id IS NULL ORDER BY l.user_id
"""
"""The people for whom a row of `task_leads` is missing; a row too many is no fault."""

OTHER_WORDS = """
SELECT w.id FROM search_{kind}_wanted w LEFT JOIN search_{kind} s ON s.rowid = w.id
WHERE (s.words IS NULL OR s.words <> {indexed}){unless} ORDER BY w.id
"""
"""The rows whose words in the index are not theirs."""
OTHER_READERS = """
SELECT w.id, w.readers, s.readers FROM search_{kind}_wanted w JOIN search_{kind} s ON s.rowid = w.id
WHERE w.readers <> s.readers{unless} ORDER BY w.id
"""
"""The rows whose readers are not those wanted; a reader too many is no fault."""
NOT_PENDING = " AND NOT EXISTS (SELECT 1 FROM search_pending p WHERE p.kind = '{kind}' AND p.id = w.id)"
"""The condition that leaves out rows that SQLite indexes only with the next write."""


def differing(connection: sa.Connection) -> list[str]:
    """Return the differences as sentences for the database's operator."""
    found = {
        "the sums of daily logs are not those of their items": ids(connection.execute(wrong_sums())),
        "items of daily logs are red since another day": ids(connection.exec_driver_sql(WRONG_RED_SINCE)),
        "the leaders of people's tasks are not all known": ids(connection.exec_driver_sql(MISSING_LEADS)),
        "tasks have other responsibles than are searched": with_other_responsibles(
            connection, tasks, task_responsibles
        ),
        "task rules have other responsibles than are searched": with_other_responsibles(
            connection, task_rules, task_rule_responsibles
        ),
        "events make people busy at other times": wrongly_busy(connection),
        **dict(wrongly_searched(connection)),
    }
    return [f"{what}: {listed_ids(wrong)}" for what, wrong in found.items() if wrong]


def wrong_sums() -> sa.Select[Any]:
    kept, counted = sums()
    return sa.select(daily_logs.c.id).where(kept != counted).order_by(daily_logs.c.id)


def with_other_responsibles(connection: sa.Connection, listing: sa.Table, related: sa.Table) -> list[int]:
    """Return the rows whose stored list of responsibles is not that of their relation."""
    owner, position, person = related.c
    found: dict[int, list[int]] = {}
    for each in connection.execute(sa.select(owner, person).order_by(owner, position)):
        found.setdefault(each[0], []).append(each[1])
    stored = connection.execute(sa.select(listing.c.id, listing.c.responsible_user_ids).order_by(listing.c.id))
    return [row for row, people in stored if msgspec.json.decode(people) != found.get(row, [])]


def wrongly_busy(connection: sa.Connection) -> list[int]:
    """Return the events with rows in `busy` that should not be there, or without rows that should."""
    rows, event = sa.select(busy), list(busy.c).index(busy.c.event_id)
    either = (connection.execute(sa.except_(*pair)) for pair in ((rows, occupied()), (occupied(), rows)))
    return sorted({row[event] for found in either for row in found})


def wrongly_searched(connection: sa.Connection) -> Iterator[tuple[str, list[int]]]:
    sqlite = connection.dialect.name == "sqlite"
    words = "w.words" if sqlite else indexed("w.", "s.readers")
    for kind in KINDS:
        unless = NOT_PENDING.format(kind=kind) if sqlite else ""
        other_words = OTHER_WORDS.format(kind=kind, indexed=words, unless=unless)
        yield f"the search has other words of {kind}", ids(connection.exec_driver_sql(other_words))
        readers = connection.exec_driver_sql(OTHER_READERS.format(kind=kind, unless=unless))
        hidden = [row for row, wanted, there in readers if not set(wanted.split()) <= set(there.split())]
        yield f"the search hides {kind} from people who may read them", hidden


def ids(rows: sa.CursorResult[Any]) -> list[int]:
    return [row[0] for row in rows]


def listed_ids(wrong: list[int]) -> str:
    more = f" and {len(wrong) - IDS_SHOWN} more" if len(wrong) > IDS_SHOWN else ""
    return f"{', '.join(map(str, wrong[:IDS_SHOWN]))}{more}"
