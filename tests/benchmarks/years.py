"""Questions about what a team has in hand, over a store after three years beside one after three months.

Forty people with a leader, and a team of twenty beside them. A question is a use case by the pipeline, in this process:
CPU time of SQL, driver and code, and on PostgreSQL, where there is one, of the server's processes that answer it.
"""

import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from datetime import date, timedelta
from pathlib import Path
from statistics import median

import asyncpg
import uvloop

import storage
from core.application.requests import build
from core.application.use_case import Caller, Pipeline
from core.base.calendar_time import SystemClock, local_date
from core.base.settings import Settings
from core.people import users
from core.people.users import OPERATOR
from core.work import meeting, workload
from core.work.daily_logs import DateRange
from core.work.meeting import MeetingRequest, days_of_a_meeting
from storage.postgres.connecting import arguments_of, url_of
from tests.benchmarks import year
from tests.benchmarks.postgresql import create, nanoseconds
from tests.benchmarks.year import HER_TEAM, LUCIA, Size
from tests.postgresql.server import CannotStart, Server, running

MOST_MS = 20.0
TEAM = 40
PEOPLE = LUCIA + HER_TEAM + TEAM + 1
TASKS_A_DAY = 500 / 1096
MONTHS, YEARS = 91, 1096
WARM_UP = 3


def size_after(days: int) -> Size:
    """A store in which everybody was given about a task every two days, and took part in a meeting a day."""
    return Size(PEOPLE, round(TASKS_A_DAY * days) + year.OPEN_TASKS, PEOPLE * days // 3, days)


SIZES = tuple(size_after(days) for days in (MONTHS, YEARS))
Ask = Callable[[Pipeline, Caller], Awaitable[object]]


def questions(today: date, somebody: int) -> Mapping[str, Ask]:
    week, last = DateRange(desde=today, hasta=today + timedelta(days=6)), days_of_a_meeting(today)

    def three(**about: object) -> Ask:
        asked = build(MeetingRequest, {"desde": last.first, "hasta": last.last, **about})
        return lambda pipeline, caller: pipeline.run(caller, meeting.meeting, asked)

    return {
        f"workload of {TEAM} people": lambda pipeline, caller: pipeline.run(caller, workload.team_workload, week),
        f"the meeting's three of {TEAM} people": three(),
        "of a person": three(userId=somebody),
        "of a word in every title": three(q="contrato"),
        "of a word in no title": three(q="Reyes"),
    }


def section(_seconds: float, rounds: int, sizes: Sequence[Size] = SIZES) -> str:
    """The table: each question asked five times a round."""
    today = local_date(SystemClock().now(), Settings().zone)
    with tempfile.TemporaryDirectory(prefix="semaforo-bench-") as folder, ExitStack() as stack:
        urls = {}
        for size in sizes:
            path = Path(folder) / f"{size.days}.db"
            year.fill(path, today, size)
            urls[f"SQLite, {size.days} days"] = f"sqlite+aiosqlite:///{path}"
        with suppress(CannotStart):
            server = stack.enter_context(running(Path(folder), kind=["durable"]))
            for size, source in zip(sizes, list(urls.values()), strict=True):
                urls[f"PostgreSQL, {size.days} days"] = uvloop.run(copied(server, source, f"days_{size.days}"))
        return uvloop.run(table(urls, today, rounds * 5))


async def copied(server: Server, source: str, name: str) -> str:
    """The URL of a new database with what another holds."""
    await create(server.url, name)
    await storage.copy(source, server.url(name))
    return server.url(name)


async def table(urls: Mapping[str, str], today: date, times: int) -> str:
    found = [await measured(url, today, times) for url in urls.values()]
    head = f"| Median of CPU, ms; at most {MOST_MS:.0f} | {' | '.join(urls)} |\n|---|{'---:|' * len(urls)}\n"
    lines = (f"| {name} | {' | '.join(f'{each[name]:.1f}' for each in found)} |" for name in found[0])
    return head + "\n".join(lines)


async def measured(url: str, today: date, times: int) -> Mapping[str, float]:
    """The median of each question, by whoever leads the forty."""
    async with storage.open_store(url) as store:
        pipeline = Pipeline(store, SystemClock(), Settings())
        caller = Caller(await pipeline.run(Caller(OPERATOR), users.actor, PEOPLE))
        servers = [] if url.startswith("sqlite") else await backends(url)
        found = {}
        for name, ask in questions(today, PEOPLE - 1).items():
            took = []
            for _ in range(times + WARM_UP):
                before = spent_ms(servers)
                await ask(pipeline, caller)
                took.append(spent_ms(servers) - before)
            found[name] = median(took[WARM_UP:])
    return found


async def backends(url: str) -> list[int]:
    """The processes of the server that answer the store."""
    connection = await asyncpg.connect(**arguments_of(url_of(url)))
    rows = await connection.fetch(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await connection.close()
    return [row["pid"] for row in rows]


def spent_ms(servers: Sequence[int]) -> float:
    return time.process_time() * 1e3 + sum(nanoseconds(each) for each in servers) / 1e6
