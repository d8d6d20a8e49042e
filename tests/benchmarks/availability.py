"""The cost of asking who is busy, over a thousand and over a million events, beside the plain join.

A thousand people over five years, about three of them in an event: nearly all events under a day, some of weeks, a few
of years, numbered roughly as they were entered, up to 45 days ahead. Ten people a question, about some half hour or
hour or two within a month. µs are CPU time of SQL and driver a person, on a reader's connection.
"""

import random
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

import storage
from core.base.calendar_time import EPOCH, INSTANT
from storage.repositories.busy import Busy, BusyRow
from storage.sql.column_types import utc_text
from storage.sqlite.connecting import connect, prepare_reader
from storage.sqlite.executor import COMPILED

PEOPLE, YEARS, ASKED, QUESTIONS = 1000, 5, 10, 1000
MANY, MOST_US = 100_000, 5
START = datetime(2024, 1, 1, tzinfo=UTC)
SECONDS = YEARS * 365 * 86400
DAY = 24 * 60
LENGTHS = (15, 30, 30, 60, 60, 60, 90, 120, 240, 480, DAY)
PLAIN_JOIN = """
SELECT p.user_id, (SELECT username FROM users WHERE id = p.user_id), e.id, e.title, e.start_datetime, e.end_datetime
FROM json_each(?) asked JOIN event_participants p ON p.user_id = asked.value JOIN events e ON e.id = p.event_id
JOIN event_types t ON t.id = e.event_type_id
WHERE NOT p.is_deleted AND NOT e.is_deleted AND e.is_active AND NOT t.auto_generated AND e.status_id <> 3
AND e.start_datetime < ? AND e.end_datetime > ? ORDER BY p.user_id, e.start_datetime, e.id
"""


def section(_seconds: float, rounds: int, sizes: Sequence[int] = (1_000, 1_000_000)) -> str:
    """The table; a million events take a minute to make."""
    lines = [
        "| SQL of availability, CPU µs a person | busy index | at most | plain join | conflicts a question |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="semaforo-bench-") as folder:
            path = Path(folder) / "busy.db"
            fill(path, size)
            lines.append(line(path, size, rounds))
    return "\n".join(lines)


def line(path: Path, size: int, rounds: int) -> str:
    """The medians of one store."""
    connection = connect(path)
    prepare_reader(connection)
    statement = COMPILED[Busy.CONFLICTS[False]]
    asked = [statement.parameters(values) for values in questions()]
    found = conflicts(row for each in asked for row in connection.execute(statement.text, each))
    index = median(micros(connection, statement.gathered, asked) for _ in range(rounds))
    few = asked if size < MANY else asked[:20]
    plainly = [plain(values) for values, _ in zip(questions(), few, strict=False)]
    join = median(micros(connection, PLAIN_JOIN, plainly) for _ in range(3))
    connection.close()
    most = MOST_US if size >= MANY else ""
    return f"| {size:,} events | {index:.2f} | {most} | {join:.1f} | {found / QUESTIONS:.1f} |"


def conflicts(rows: Iterable[Any]) -> int:
    """Count the conflicts among the rows of answers, which have people's names, too."""
    return sum(row[BusyRow._fields.index("event_id")] is not None for row in rows)


def micros(connection: Any, text: str, asked: Sequence[Sequence[Any]]) -> float:
    """CPU time a person."""
    before = time.process_time()
    for parameters in asked:
        connection.execute(text, parameters).fetchall()
    return (time.process_time() - before) / len(asked) / ASKED * 1e6


def questions() -> Iterator[dict[str, Any]]:
    """A thousand, the same ones every time."""
    chance = random.Random(3)
    for _ in range(QUESTIONS):
        at = START + timedelta(seconds=SECONDS * 3 // 5 + chance.randrange(30 * 86400) // 900 * 900)
        end = at + timedelta(minutes=chance.choice((30, 60, 120)))
        yield {
            "user_ids": chance.sample(range(1, PEOPLE + 1), ASKED), "start": (at - EPOCH) // INSTANT,
            "end": (end - EPOCH) // INSTANT, "cancelled": [3], "excluded": None,
            "viewer": chance.randint(1, PEOPLE), "hidden_title": "Ocupado",
            "start_at": at, "end_at": end, "day_before": at - timedelta(days=1),
        }  # fmt: skip


def plain(values: dict[str, Any]) -> tuple[str, str, str]:
    """The same question for the plain join."""
    start, end = (utc_text(EPOCH + values[name] * INSTANT) for name in ("start", "end"))
    return str(values["user_ids"]), end, start


def fill(path: Path, size: int) -> None:
    """Fill a store with `size` events, and its index by the statement that keeps it."""
    storage.upgrade(f"sqlite+aiosqlite:///{path}")
    connection = connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -400000")
    chance = random.Random(7)
    connection.execute("BEGIN")
    people = ((number, f"persona{number}") for number in range(1, PEOPLE + 1))
    connection.executemany("INSERT INTO users (id, username, display_name, role) VALUES (?, ?, '', 'member')", people)
    connection.executemany(
        "INSERT INTO events (id, event_type_id, title, start_datetime, end_datetime, is_virtual, is_public, status_id,"
        " created_by_user_id, created_at, updated_at, is_active) VALUES (?, 2, ?, ?, ?, 0, ?, ?, ?, ?, ?, 1)",
        event_rows(chance, size),
    )
    taking_part = (
        (event, person, utc_text(START), utc_text(START))
        for event in range(1, size + 1)
        for person in chance.sample(range(1, PEOPLE + 1), chance.randint(1, 5))
    )
    connection.executemany(
        "INSERT INTO event_participants (event_id, user_id, created_at, updated_at) VALUES (?, ?, ?, ?)", taking_part
    )
    for change in (COMPILED[each] for each in Busy.REFRESH):
        connection.execute(change.text, change.parameters({"ids": range(1, size + 1)}))
    connection.execute("COMMIT")
    connection.close()


def event_rows(chance: random.Random, size: int) -> Iterator[tuple[Any, ...]]:
    """Events as rows."""
    for number in range(1, size + 1):
        start = START + timedelta(seconds=(number * SECONDS // size + chance.randrange(45 * 86400)) // 900 * 900)
        end = start + timedelta(minutes=a_length(chance))
        status, public, creator = 3 if chance.random() < 0.05 else 1, chance.random() < 0.3, chance.randint(1, PEOPLE)
        title, made = f"Junta {number} de seguimiento", utc_text(START)
        yield number, title, utc_text(start), utc_text(end), public, status, creator, made, made


def a_length(chance: random.Random) -> int:
    """An event's length in minutes."""
    rest = chance.random()
    if rest < 0.99:
        return chance.choice(LENGTHS)
    if rest < 0.9991:
        return DAY * chance.randint(2, 30)
    return DAY * (chance.randint(33, 200) if rest < 0.9999 else chance.randint(366, 1500))
