"""PostgreSQL: what a unit of work costs beside bare asyncpg and beside SQLAlchemy Core running the same statements.

One server, durable, for all; ten connections each and 32 callers. Runs are short and alternate, so that other work on
the machine falls on all alike; µs are medians over the rounds, of CPU time of this process (what the server spends is
the same for all), and of the time that a call takes when 32 are under way. A ratio is the median of (Semáforo / bare)
within a round. As in the service, the garbage collector leaves alone what start-up made. Availability is asked by one
caller: CPU time of the server's process, which is SQL, and the time of the whole, the driver's round trip included.
"""

import asyncio
import gc
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

import asyncpg
import sqlalchemy as sa
import uvloop
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

import storage
from core.application.requests import build
from core.application.use_case import Caller, Pipeline
from core.base.calendar_time import SystemClock
from core.base.settings import Settings
from core.records.people import Actor, User
from core.work import tasks as use_cases
from core.work.task_filter import TaskQuery
from storage.postgres.connecting import arguments_of, url_of
from storage.postgres.copy_endpoint import PostgresEndpoint
from storage.postgres.executor import COMPILED
from storage.repositories.busy import Busy
from storage.repositories.task_filter import task_columns
from storage.repositories.tasks import Tasks
from storage.schema.calendar import event_participants
from storage.schema.work import task_comments, task_responsibles, tasks
from storage.store import SqlStore
from tests.benchmarks.availability import PEOPLE, START, conflicts, event_rows, questions
from tests.postgresql.server import running

PERSONS, TASKS, LISTED, CALLERS, CONNECTIONS = 200, 20_000, 100, 32, 10
EVENTS, MOST_US, DATABASE = 1_000_000, 250, "bench"
Call = Callable[[int], Awaitable[Any]]


class Row(Struct, frozen=True):
    """A question to each contender, how often it is asked in a run, and the most that ours may cost beside bare."""

    name: str
    calls: dict[str, Call]
    often: int
    most: float


def section(_seconds: float, rounds: int, events: int = EVENTS, persons: int = PERSONS, part: float = 1) -> str:
    """The tables, of a part of the calls; a million events take minutes to make."""
    with (
        tempfile.TemporaryDirectory(prefix="semaforo-bench-") as folder,
        running(Path(folder), kind=["durable"]) as server,
    ):
        return uvloop.run(tables(server.url, rounds, events, persons, part))


async def tables(url: Callable[[str], str], rounds: int, events: int, persons: int, part: float) -> str:
    """Both tables, from one new database."""
    await make(url, events, persons)
    lines = [
        "| PostgreSQL, µs a call: CPU here (waiting) | bare asyncpg | Core + asyncpg | Semáforo | × bare | at most |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += [line async for line in beside_others(url(DATABASE), rounds, persons, part)]
    return "\n".join([*lines, "", *await availability(url(DATABASE), events, rounds)])


async def make(url: Callable[[str], str], events: int, persons: int) -> None:
    """A new database, filled."""
    await create(url, DATABASE)
    await asyncio.to_thread(storage.upgrade, url(DATABASE))
    await fill(url(DATABASE), events, persons)


async def create(url: Callable[[str], str], name: str) -> None:
    server = await asyncpg.connect(**arguments_of(url_of(url("postgres"))))
    await server.execute(f"CREATE DATABASE {name}")
    await server.close()


async def beside_others(url: str, rounds: int, persons: int, part: float) -> AsyncIterator[str]:
    """A line a kind of request."""
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(storage.open_store(f"{url}&connections={CONNECTIONS}"))
        size = {"min_size": CONNECTIONS, "max_size": CONNECTIONS}
        bare = await stack.enter_async_context(
            asyncpg.create_pool(**arguments_of(url_of(url)), **size, reset=as_it_was)
        )
        engine = create_async_engine(url, pool_size=CONNECTIONS, max_overflow=0, pool_reset_on_return=None)
        stack.push_async_callback(engine.dispose)
        gc.freeze()
        for row in (one(store, bare, engine, persons), page(store, bare, engine, persons), post(store, bare, engine)):
            yield await line(row, rounds, round(row.often * part))


async def as_it_was(_connection: Any) -> None:
    """Leave a connection that comes back alone, as the store does."""


def one(store: SqlStore, bare: Any, engine: AsyncEngine, persons: int) -> Row:
    """GET of a task, its responsibles along."""
    pipeline, callers = Pipeline(store, SystemClock(), Settings()), persons_of(persons)
    text, core = COMPILED[Tasks.get.statement].text, sa.select(*task_columns()).where(tasks.c.id == sa.bindparam("id"))

    async def ours(number: int) -> Any:
        task = number % TASKS + 1
        return await pipeline.run(callers[task % persons], use_cases.get_task, task)

    async def plain(number: int) -> Any:
        async with bare.acquire() as connection:
            return await connection.fetchrow(text, number % TASKS + 1)

    async def by_core(number: int) -> Any:
        async with engine.connect() as connection:
            return (await connection.execute(core, {"id": number % TASKS + 1})).one()

    return Row("GET one", {"bare": plain, "core": by_core, "ours": ours}, 2000, 1.5)


def page(store: SqlStore, bare: Any, engine: AsyncEngine, persons: int) -> Row:
    """The first page of a member's list."""
    pipeline, callers = Pipeline(store, SystemClock(), Settings()), persons_of(persons)
    asked, listed = build(TaskQuery, {"limit": str(LISTED)}, from_text=True), COMPILED[Tasks.FIRST]
    values = {"team": [], "after_id": 0, "limit": LISTED}
    core = sa.text(listed.text.replace("::", "\\:\\:").replace("$", ":p"))

    async def ours(number: int) -> Any:
        return await pipeline.run(callers[number % persons], use_cases.list_tasks, asked)

    async def plain(number: int) -> Any:
        async with bare.acquire() as connection:
            return await connection.fetch(listed.text, *listed.parameters(values | {"viewer": number % persons + 1}))

    async def by_core(number: int) -> Any:
        given = listed.parameters(values | {"viewer": number % persons + 1})
        async with engine.connect() as connection:
            return (await connection.execute(core, {f"p{place}": each for place, each in enumerate(given, 1)})).all()

    return Row(f"list of {LISTED}", {"bare": plain, "core": by_core, "ours": ours}, 400, 1.3)


def post(store: SqlStore, bare: Any, engine: AsyncEngine) -> Row:
    """A durable comment: read the task, write its date, write the comment."""
    core = (
        sa.select(*task_columns()).where(tasks.c.id == sa.bindparam("id")),
        sa.update(tasks).where(tasks.c.id == sa.bindparam("its_id")),
        sa.insert(task_comments).returning(task_comments.c.id),
    )

    async def ours(number: int) -> Any:
        async def comment(uow: Any) -> Any:
            await uow.tasks.get(a_task(number))
            return await uow.tasks.add_comment(a_task(number), "Falta la firma", 1, START)

        return await store.write(comment)

    async def plain(number: int) -> Any:
        values = comment_of(number)
        async with bare.acquire() as connection, connection.transaction():
            await connection.fetchrow(COMPILED[Tasks.get.statement].text, a_task(number))
            await connection.execute(COMPILED[Tasks.COMMENTED].text, *COMPILED[Tasks.COMMENTED].parameters(values))
            return await connection.fetchval(
                COMPILED[Tasks.ADD_COMMENT].text, *COMPILED[Tasks.ADD_COMMENT].parameters(values)
            )

    async def by_core(number: int) -> Any:
        values = comment_of(number)
        async with engine.begin() as connection:
            (await connection.execute(core[0], {"id": a_task(number)})).one()
            await connection.execute(core[1], {"its_id": a_task(number), "ultimo_comentario_fecha": START})
            del values["ultimo_comentario_fecha"]
            return (await connection.execute(core[2], values)).scalar_one()

    return Row("POST, durable", {"bare": plain, "core": by_core, "ours": ours}, 600, 1.5)


def persons_of(persons: int) -> list[Caller]:
    """Everybody, as one who asks."""
    return [Caller(Actor(User(id=number, username=f"u{number}", display_name=""))) for number in range(1, persons + 1)]


def a_task(number: int) -> int:
    """Another one each time."""
    return number * 7919 % TASKS + 1


def comment_of(number: int) -> dict[str, Any]:
    """The columns of a comment, and the date that it gives its task."""
    task = a_task(number)
    written = {"comentario": "Falta la firma", "created_by_user_id": 1, "created_at": START, "updated_at": START}
    return {"task_id": task, "ultimo_comentario_fecha": START, **written}


async def line(row: Row, rounds: int, often: int) -> str:
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in row.calls}
    for _ in range(rounds):
        for name, call in row.calls.items():
            found[name].append(await measured(call, often))
    cells = (
        f"{median(cpu for cpu, _ in each):.0f} ({median(took for _, took in each):.0f})" for each in found.values()
    )
    ratios = [ours[0] / bare[0] for ours, bare in zip(found["ours"], found["bare"], strict=True)]
    waits = [ours[1] / bare[1] for ours, bare in zip(found["ours"], found["bare"], strict=True)]
    return f"| {row.name} | {' | '.join(cells)} | {median(ratios):.2f} ({median(waits):.2f}) | {row.most} |"


async def measured(call: Call, often: int) -> tuple[float, float]:
    """Return the µs of CPU and of time a call, by `CALLERS` callers that each ask again once they are answered."""
    numbers = iter(range(often + CALLERS))

    async def caller() -> None:
        for number in numbers:
            await call(number)

    for _ in range(CALLERS):
        await call(next(numbers))
    cpu, clock = time.process_time(), time.perf_counter()
    await asyncio.gather(*(caller() for _ in range(CALLERS)))
    return (time.process_time() - cpu) / often * 1e6, (time.perf_counter() - clock) / often * 1e6


async def availability(url: str, events: int, rounds: int) -> list[str]:
    """The table of who is busy: ten people a question."""
    statement = COMPILED[Busy.CONFLICTS[False]]
    asked = [statement.parameters(values) for values in questions()]
    async with storage.open_store(url) as store:
        connection = await store._readers._pool.take()
        prepared = await connection.prepare(statement.text)
        found = conflicts([row for each in asked for row in await prepared.fetch(*each)])
        server, took, used = connection.get_server_pid(), [], []
        for _ in range(rounds):
            before = nanoseconds(server)
            took += [await taken(prepared, each) for each in asked]
            used.append((nanoseconds(server) - before) / len(asked) / 1000)
        store._readers._pool.give_back(connection)
    cells = [median(used), MOST_US, median(took), sorted(took)[len(took) // 10]]
    return [
        f"| Availability over {events:,} events, µs a question of ten people | SQL | at most | whole | least tenth |",
        "| --- | ---: | ---: | ---: | ---: |",
        f"| {found / len(asked):.1f} conflicts a question | {' | '.join(f'{each:.0f}' for each in cells)} |",
    ]


def nanoseconds(pid: int) -> int:
    """Of CPU time that a process has used, as Linux tells it."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[0])


async def taken(prepared: Any, parameters: tuple[Any, ...]) -> float:
    began = time.perf_counter()
    await prepared.fetch(*parameters)
    return (time.perf_counter() - began) * 1e6


async def fill(url: str, events: int, persons: int) -> None:
    """Tasks of some people, and a calendar of a thousand, copied in, and what planners know of both."""
    connection = await asyncpg.connect(**arguments_of(url_of(url)))
    endpoint = PostgresEndpoint(connection)
    await endpoint.suspend_journal()  # else a calendar of a million takes twice the time to fill
    people = ((number, f"u{number}", "", "member") for number in range(1, max(persons, PEOPLE) + 1))
    await copied(connection, "users", ["id", "username", "display_name", "role"], people)
    fields = ["id", "descripcion", "fecha_solicitud", "fecha_cumplir", "estatus", "prioridad", "created_by_user_id"]
    fields += ["created_at", "updated_at", "responsible_user_ids"]
    day = START.date()
    rows = (
        (number, f"Revisar contrato {number}", day, day, "PENDIENTE", "MEDIA", who, START, START, f"[{who}]")
        for number in range(1, TASKS + 1)
        if (who := number % persons + 1)
    )
    await copied(connection, tasks.name, fields, rows)
    of_tasks = ((number, 0, number % persons + 1) for number in range(1, TASKS + 1))
    await copied(connection, task_responsibles.name, ["task_id", "position", "user_id"], of_tasks)
    await copied(connection, "events", EVENT_FIELDS, calendar(events))
    chance = random.Random(7)
    taking_part = (
        (event, person, START, START)
        for event in range(1, events + 1)
        for person in chance.sample(range(1, PEOPLE + 1), chance.randint(1, 5))
    )
    fields = ["event_id", "user_id", "created_at", "updated_at"]
    await copied(connection, event_participants.name, fields, taking_part)
    refresh = COMPILED[Busy.REFRESH[1]]
    await connection.execute(refresh.text, *refresh.parameters({"ids": range(1, events + 1)}))
    for table in ("users", "tasks", "events"):
        await connection.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")
    await endpoint.resume_journal()
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


EVENT_FIELDS = [
    *("id", "event_type_id", "title", "start_datetime", "end_datetime", "is_virtual", "is_public", "status_id"),
    *("created_by_user_id", "created_at", "updated_at", "is_active"),
]


def calendar(events: int) -> Iterator[tuple[Any, ...]]:
    """The events that SQLite is asked about, as PostgreSQL keeps them."""
    for number, title, start, end, public, status, creator, *_ in event_rows(random.Random(7), events):
        times = datetime.fromisoformat(start), datetime.fromisoformat(end)
        yield number, 2, title, *times, False, public, status, creator, START, START, True


async def copied(connection: Any, table: str, columns: list[str], rows: Iterator[tuple[Any, ...]]) -> None:
    """Rows by the quickest way in."""
    await connection.copy_records_to_table(table, columns=columns, records=rows, timeout=timedelta(hours=1).seconds)
