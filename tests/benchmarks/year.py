"""A store after a year: 200 people, 20,000 tasks with comments, every working day's log, and 20,000 events.

Two lead: Lucía (1) twenty people, Ana (2) the first of them, and the direction (200) all others. Written as rows, for
the use cases would take a quarter of an hour; the index of who is busy is made by the statement that keeps it. As in
the service's own database there are no statistics: nobody runs `ANALYZE` there, and SQLite plans otherwise with them.
"""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count, product
from pathlib import Path
from sqlite3 import Connection
from typing import Any, NamedTuple

import sqlalchemy as sa

import storage
from storage.repositories.busy import Busy
from storage.repositories.daily_log_views import sums
from storage.schema.migrations.versions.r0019_log_sums import RED_SINCE
from storage.schema.migrations.versions.r0021_task_leads import FOUND
from storage.schema.work import daily_logs
from storage.sql.column_types import utc_text
from storage.sql.statements import Change
from storage.sqlite.connecting import connect
from storage.sqlite.executor import COMPILED
from storage.sqlite.indexing import index_pending

LUCIA, ANA, HER_TEAM = 1, 2, 20
DAYS = 365
OPEN_TASKS = 15
ITEMS = 6
COMMENTS = 2
LIGHTS = ("VERDE",) * 12 + ("AMARILLO",) * 4 + ("NARANJA",) * 3 + ("ROJO",)
AWAY = 3, 7
"""On which days from today everybody is away."""
WEEKEND = 5
PHONES = 7000


class Size(NamedTuple):
    people: int = 200
    tasks_each: int = 100
    events: int = 20_000
    days: int = DAYS

    @property
    def direction(self) -> int:
        return self.people

    def task(self, who: int, nth: int) -> int:
        """The id of somebody's nth task, from 0; a negative one counts from the end. Everybody's come in turn."""
        return nth % self.tasks_each * self.people + who


def fill(path: Path, today: date, size: Size) -> None:
    """Make it, with its last log open today."""
    storage.upgrade(f"sqlite+aiosqlite:///{path}")
    connection = connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    connection.execute("PRAGMA defer_foreign_keys = ON")
    chance = random.Random(11)
    insert(connection, "users", people(size))
    made = list(tasks(chance, today, size))
    insert(connection, "tasks", (row for row, _ in made))
    insert(
        connection, "task_responsibles", ({"task_id": row["id"], "position": 0, "user_id": who} for row, who in made)
    )
    insert(connection, "task_comments", comments(made))
    insert(connection, "absences", absences(today, size))
    write_logs(connection, chance, today, made, size)
    summed = COMPILED[Change(sa.update(daily_logs).values(dict([sums()])))]
    connection.execute(summed.text, summed.parameters({}))
    connection.execute(RED_SINCE)
    connection.execute(FOUND)
    write_events(connection, chance, today, size)
    index_pending(connection.execute)
    connection.execute("COMMIT")
    connection.close()


def insert(connection: Connection, table: str, rows: Iterator[dict[str, Any]]) -> None:
    """Rows that all have the same columns."""
    first = next(rows)
    names = ", ".join(first)
    statement = f"INSERT INTO {table} ({names}) VALUES ({', '.join(f':{name}' for name in first)})"
    connection.execute(statement, first)
    connection.executemany(statement, rows)


def instant(day: date, hour: int) -> str:
    """An hour of a day, in UTC, as it is kept."""
    return utc_text(datetime(day.year, day.month, day.day, hour, tzinfo=UTC))


def people(size: Size) -> Iterator[dict[str, Any]]:
    """The directory; everybody has a phone."""
    for number in range(1, size.people + 1):
        leads = number in (LUCIA, size.direction)
        leader = LUCIA if number <= LUCIA + HER_TEAM else size.direction
        yield {
            "id": number, "username": f"persona{number}", "display_name": f"Persona Número {number}",
            "role": "member", "leader_user_id": None if leads else leader, "telegram_user_id": PHONES + number,
        }  # fmt: skip


def absences(today: date, size: Size) -> Iterator[dict[str, Any]]:
    """A week away soon for everybody, of their own id."""
    for who in range(1, size.people + 1):
        yield {
            "id": who, "user_id": who, "first_day": (today + timedelta(days=AWAY[0])).isoformat(),
            "last_day": (today + timedelta(days=AWAY[1])).isoformat(), "reason": "Vacaciones",
            "created_by_user_id": who, "created_at": instant(today, 0),
        }  # fmt: skip


def tasks(chance: random.Random, today: date, size: Size) -> Iterator[tuple[dict[str, Any], int]]:
    """Each person's tasks, the last of them open, and whose they are."""
    for nth, who in product(range(size.tasks_each), range(1, size.people + 1)):
        number = size.task(who, nth)
        is_open = nth >= size.tasks_each - OPEN_TASKS
        due = today + timedelta(days=nth % 20 - 3 if is_open else -chance.randrange(5, size.days))
        asked = due - timedelta(days=chance.randrange(3, 30))
        yield (
            {
                "id": number,
                "descripcion": f"Revisar el contrato {number} con el proveedor de empaques y acordar las fechas",
                "leader_user_id": LUCIA if who <= LUCIA + HER_TEAM else size.direction,
                "fecha_solicitud": asked.isoformat(),
                "fecha_cumplir": due.isoformat(),
                "fecha_cierre": None if is_open else due.isoformat(),
                "estatus": "EN_PROCESO" if is_open else "CERRADA",
                "prioridad": chance.choice(["URGENTE", "ALTA", "MEDIA", "BAJA"]),
                "created_by_user_id": who,
                "created_at": instant(asked, 15),
                "updated_at": instant(asked, 15),
                "responsible_user_ids": f"[{who}]",
            },
            who,
        )


def comments(made: list[tuple[dict[str, Any], int]]) -> Iterator[dict[str, Any]]:
    """A few on each task."""
    for row, who in made:
        for number in range(COMMENTS):
            yield {
                "task_id": row["id"],
                "comentario": f"Falta la clave del servidor: la pedí a sistemas por vez número {number}.",
                "created_by_user_id": who,
                "created_at": row["created_at"],
                "updated_at": row["created_at"],
            }


def write_logs(
    connection: Connection, chance: random.Random, today: date, made: list[tuple[dict[str, Any], int]], size: Size
) -> None:
    """A log a person and working day, closed but for today's, each of some of their tasks."""
    theirs: dict[int, list[dict[str, Any]]] = {}
    for row, who in made:
        theirs.setdefault(who, []).append(row)
    worked = [today - timedelta(days=ago) for ago in range(size.days, 0, -1)]
    days = [*(day for day in worked if day.weekday() < WEEKEND), today]
    logs = [(number, who, day) for number, (day, who) in enumerate(((d, w) for d in days for w in theirs), 1)]
    insert(connection, "daily_logs", (log_row(number, who, day, today) for number, who, day in logs))
    insert(connection, "daily_log_items", (
        item_row(log, day == today, place, task, chance.randrange(100))
        for log, who, day in logs
        for place, task in enumerate(of_day(theirs[who], day, today), 1)
    ))  # fmt: skip


def of_day(theirs: list[dict[str, Any]], day: date, today: date) -> list[dict[str, Any]]:
    """The tasks of a log: today's are all that are open."""
    if day == today:
        return theirs[-OPEN_TASKS:]
    begin = day.toordinal() % max(len(theirs) - ITEMS, 1)
    return theirs[begin : begin + ITEMS]


def log_row(number: int, who: int, day: date, today: date) -> dict[str, Any]:
    closed = None if day == today else instant(day, 23)
    return {"id": number, "user_id": who, "fecha": day.isoformat(), "opened_at": instant(day, 15), "closed_at": closed}


def item_row(log: int, is_open: bool, place: int, task: dict[str, Any], percent: int) -> dict[str, Any]:
    """An item; a closed day's has its task as it was."""
    kept = ("descripcion", "leader_user_id", "fecha_solicitud", "fecha_cumplir", "estatus", "prioridad")
    return {
        "log_id": log,
        "task_id": task["id"],
        "orden": place,
        "semaforo": LIGHTS[(7 * log + place) % len(LIGHTS)],
        "porcentaje": percent,
        "resume_porcentaje": min(percent, 99),
        **{f"frozen_{name}": None if is_open else task[name] for name in kept},
    }


def write_events(connection: Connection, chance: random.Random, today: date, size: Size) -> None:
    """Meetings of three people each in the store's days and three months more, with reminders and busy times."""
    numbers = range(1, size.events + 1)
    meetings = [event_row(number, chance, today, size) for number in numbers]
    insert(connection, "events", iter(meetings))
    ids = count(1)
    insert(connection, "event_participants", (
        {"id": next(ids), "event_id": number, "user_id": who, "created_at": made, "updated_at": made}
        for made in [instant(today, 0)]
        for number in numbers
        for who in chance.sample(range(1, size.people + 1), 3)
    ))  # fmt: skip
    insert(connection, "event_reminders", (reminder_row(meeting, today) for meeting in meetings))
    for change in (COMPILED[each] for each in Busy.REFRESH):
        connection.execute(change.text, change.parameters({"ids": numbers}))


def event_row(number: int, chance: random.Random, today: date, size: Size) -> dict[str, Any]:
    """A meeting in working hours."""
    day = today + timedelta(days=chance.randrange(-size.days, 90))
    hour = chance.randrange(15, 23)
    return {
        "id": number, "event_type_id": 2, "title": f"Junta {number} de seguimiento",
        "start_datetime": instant(day, hour), "end_datetime": instant(day, hour + 1), "is_virtual": 0,
        "is_public": number % 3 == 0, "status_id": 1, "created_by_user_id": chance.randrange(1, size.people + 1),
        "created_at": instant(today, 0), "updated_at": instant(today, 0), "is_active": 1,
    }  # fmt: skip


def reminder_row(meeting: dict[str, Any], today: date) -> dict[str, Any]:
    """At the hour itself; sent, if that was before today."""
    start = meeting["start_datetime"]
    return {
        "id": meeting["id"], "event_id": meeting["id"], "remind_at": start, "sent": start < instant(today, 0),
        "created_at": meeting["created_at"], "updated_at": meeting["updated_at"],
    }  # fmt: skip
