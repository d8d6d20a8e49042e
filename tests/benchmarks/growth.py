"""The questions of a team of forty after three months, beside the same after three years.

Their leader asks; a team of twenty works beside them. A question is a use case by the pipeline, in this process: CPU
time of SQL, driver and code, and on PostgreSQL, where there is one, of the server's processes that answer it. Panels,
commands and starts are processes of the service over the SQLite file; own memory is what a process has that is no
file's. Both stores are asked in turn.
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, aclosing, suppress
from datetime import date, timedelta
from pathlib import Path
from statistics import median

import asyncpg
import uvloop
from msgspec import Struct

import storage
from bot.app import config
from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.tasks import TaskList
from bot.chat.callbacks.team import Late, MeetingOf, RedList, Summary, Team, TeamMonth, TeamWeek, WorkloadOf
from bot.sandbox import Sandbox
from core.application.requests import build
from core.application.use_case import Caller, Pipeline
from core.base.calendar_time import SystemClock, local_date
from core.base.paging import DatedPage, Page
from core.base.settings import Settings
from core.calendar import availability, events, participants, reminders
from core.calendar.availability import AvailabilityRequest
from core.calendar.event_filter import EventQuery
from core.people import users
from core.people.users import OPERATOR
from core.work import changes, daily_logs, meeting, search, tasks, workload
from core.work.changes import ChangesRequest
from core.work.comment_filter import CommentQuery
from core.work.daily_logs import DateRange, TeamItemsRange
from core.work.meeting import MeetingRequest, days_of_a_meeting
from core.work.search import SearchRequest
from core.work.task_filter import TaskQuery
from storage.postgres.connecting import arguments_of, url_of
from tests.benchmarks import panels, startup, year
from tests.benchmarks.chat import TOKEN, in_silence
from tests.benchmarks.contenders import seconds_of
from tests.benchmarks.postgresql import create, nanoseconds
from tests.benchmarks.rest import cells, header
from tests.benchmarks.year import HER_TEAM, LUCIA, Size
from tests.postgresql.server import CannotStart, Server, running
from tests.system.process import Process, over

TEAM = 40
PEOPLE = LUCIA + HER_TEAM + TEAM + 1
SOMEBODY = PEOPLE - 1
TASKS_A_DAY = 1300 / 1096
MONTHS, YEARS = 91, 1096
LISTED = 100
AS_MUCH, AT_MOST = "1.3 ×", "20 ms"
PAGERS, LOOKS = 4, 50
WARM_UP = 3
PANELS: Sequence[type[Screen]] = (
    Team, TeamWeek, TeamMonth, TaskList, RedList, Summary, Late, WorkloadOf, MeetingOf,
)  # fmt: skip
COMMANDS = {
    "a proved backup": (["db", "backup"], ""),
    "export of the leader": (["person", "export", f"persona{PEOPLE}"], "150 MiB"),
}
LOOK_SECONDS = 0.01


def size_after(days: int) -> Size:
    """A store in which everybody was given more than a task a day, and took part in a meeting a day."""
    return Size(PEOPLE, round(TASKS_A_DAY * days) + year.OPEN_TASKS, PEOPLE * days // 3, days)


SIZES = size_after(MONTHS), size_after(YEARS)
Ask = Callable[[Pipeline, Caller], Awaitable[object]]
Figures = dict[str, float]


class Question(Struct, frozen=True):
    """A question of the leader's, and the most that it may take; where it asks for `pages`, that is for one page."""

    ask: Ask
    goal: str = ""
    pages: int = 0


def questions(today: date, size: Size) -> Mapping[str, Question]:
    """All of them, by what their rows are called."""
    return {**lists(today, size), **team_questions(today)}


def lists(today: date, size: Size) -> Mapping[str, Question]:
    """The first page of each, and all of the tasks."""
    week = TeamItemsRange(desde=today - timedelta(days=6), hasta=today)
    task = size.task(SOMEBODY, -1)
    return {
        f"first {LISTED} tasks": Question(
            lambda pipeline, who: pipeline.run(who, tasks.list_tasks, TaskQuery(limit=LISTED)), AS_MUCH
        ),
        "any page of them, all asked for": Question(all_tasks, AS_MUCH, (TEAM + 1) * size.tasks_each // LISTED + 1),
        "first events": Question(lambda pipeline, who: pipeline.run(who, events.list_events, EventQuery(limit=LISTED))),
        "first participants": Question(
            lambda pipeline, who: pipeline.run(who, participants.list_participants, Page(limit=LISTED)), AS_MUCH
        ),
        "first reminders": Question(
            lambda pipeline, who: pipeline.run(who, reminders.list_reminders, DatedPage(limit=LISTED)), AS_MUCH
        ),
        "comments of a task": Question(
            lambda pipeline, who: pipeline.run(who, tasks.list_comments, task, CommentQuery(limit=LISTED))
        ),
        "a week of the team's daily logs": Question(
            lambda pipeline, who: pipeline.run(who, daily_logs.team_history, week)
        ),
        "first changes": Question(
            lambda pipeline, who: pipeline.run(who, changes.list_changes, ChangesRequest(limit=LISTED))
        ),
    }


async def all_tasks(pipeline: Pipeline, who: Caller) -> None:
    """Ask for all that there are, page after page."""
    after = 0
    while rows := await pipeline.run(who, tasks.list_tasks, TaskQuery(limit=LISTED, after_id=after)):
        after = rows[-1].id


def team_questions(today: date) -> Mapping[str, Question]:
    """Questions about workload, availability and words, and the use case of each."""
    week, last = DateRange(desde=today, hasta=today + timedelta(days=6)), days_of_a_meeting(today)
    tomorrow, team = today + timedelta(days=1), list(range(PEOPLE - TEAM, PEOPLE))
    hour = {"startDatetime": f"{tomorrow}T10:00", "endDatetime": f"{tomorrow}T11:00", "userIds": team}
    asked = build(AvailabilityRequest, hour)

    def three(**about: object) -> Question:
        bounds = build(MeetingRequest, {"desde": last.first, "hasta": last.last, **about})
        return Question(lambda pipeline, who: pipeline.run(who, meeting.meeting, bounds), AT_MOST)

    def found(words: str) -> Question:
        return Question(lambda pipeline, who: pipeline.run(who, search.search, SearchRequest(q=words)), AT_MOST)

    return {
        f"availability of {TEAM} people": Question(
            lambda pipeline, who: pipeline.run(who, availability.find_conflicts, asked)
        ),
        "search for a word of every task": found("contrato"),
        "search for two of every comment": found("clave sistemas"),
        f"workload of {TEAM} people": Question(
            lambda pipeline, who: pipeline.run(who, workload.team_workload, week), AT_MOST
        ),
        f"the meeting's three of {TEAM} people": three(),
        "the meeting's three of a person": three(userId=SOMEBODY),
        "the meeting's three of a word in every title": three(q="contrato"),
        "the meeting's three of a word in no title": three(q="Reyes"),
    }


BEHIND = f"ms by the clock: another's GET of a task while {PAGERS} page"


def section(_seconds: float, rounds: int, sizes: Sequence[Size] = SIZES) -> str:
    """The table: each question asked five times a round, each panel pressed three times."""
    today = local_date(SystemClock().now(), Settings().zone)
    with tempfile.TemporaryDirectory(prefix="semaforo-bench-") as folder, ExitStack() as stack:
        paths = [Path(folder) / f"{size.days}.db" for size in sizes]
        for size, path in zip(sizes, paths, strict=True):
            year.fill(path, today, size)
        urls = [[f"sqlite+aiosqlite:///{path}" for path in paths]]
        with suppress(CannotStart):
            server = stack.enter_context(running(Path(folder), kind=["durable"]))
            names = [f"days_{size.days}" for size in sizes]
            urls.append([uvloop.run(copied(server, *each)) for each in zip(urls[0], names, strict=True)])
        engines = [uvloop.run(answered(each, today, sizes, rounds)) for each in urls]
        more = [commands(path) for path in paths]
        more += in_silence(pressed(paths, today, sizes, rounds))
        more += in_silence(starts(paths, max(rounds // 4, 1)))
        for place, figures in enumerate(more):
            engines[0][place % len(paths)].update(figures)
    return table(engines, sizes, today)


async def copied(server: Server, source: str, name: str) -> str:
    """The URL of a new database with what another holds."""
    await create(server.url, name)
    await storage.copy(source, server.url(name))
    connection = await asyncpg.connect(**arguments_of(url_of(server.url(name))))
    await connection.execute("VACUUM ANALYZE")
    await connection.close()
    return server.url(name)


def table(engines: Sequence[Sequence[Figures]], sizes: Sequence[Size], today: date) -> str:
    """A row a question, with how much more it takes after years, and what is asked for."""
    heads = ["median of CPU, ms", "at most"]
    for engine in ("SQLite", "PostgreSQL")[: len(engines)]:
        heads += [f"{engine}, {sizes[0].days} days", f"{sizes[1].days} days", "×"]
    goals = {BEHIND: "4 ms", **{name: each.goal for name, each in questions(today, sizes[0]).items()}}
    goals |= {f"{name}, own MiB": goal for name, (_, goal) in COMMANDS.items()}
    lines = header(heads)
    for name in engines[0][0]:
        goal = goals.get(name, AT_MOST if name.startswith("panel ") else "")
        lines.append(cells([name, goal, *(cell for each in engines for cell in grown(name, *each))]))
    about = (f"{size.people * size.tasks_each:,} tasks and {size.events:,} events" for size in sizes)
    readable = (f"{(TEAM + 1) * size.tasks_each:,}" for size in sizes)
    return "\n".join(
        [*lines, "", f"{' and '.join(about)}, of which the leader may read {' and '.join(readable)} tasks."]
    )


def grown(name: str, months: Figures, years: Figures) -> Iterator[str]:
    """Three cells, empty where an engine is not asked."""
    if name not in months:
        yield from ("", "", "")
        return
    yield from (f"{each[name]:.1f}" for each in (months, years))
    yield f"{years[name] / months[name]:.1f}" if months[name] else ""


class Office(Struct, frozen=True):
    """A store of one size, open, and who asks there."""

    pipeline: Pipeline
    leader: Caller
    other: Caller
    servers: Sequence[int]
    size: Size


async def answered(urls: Sequence[str], today: date, sizes: Sequence[Size], rounds: int) -> Sequence[Figures]:
    """The median of each question in each store, in turns, by whoever leads the forty."""
    async with AsyncExitStack() as stack:
        offices = [await office(stack, url, size) for url, size in zip(urls, sizes, strict=True)]
        asked = [questions(today, size) for size in sizes]
        found: list[Figures] = [{} for _ in offices]
        for name, question in asked[0].items():
            times = max(rounds // 4, 1) if question.pages else rounds * 5 + WARM_UP
            took = [
                [await spent_on(each[name], office) for each, office in zip(asked, offices, strict=True)]
                for _ in range(times)
            ]
            for figures, ms in zip(found, zip(*took, strict=True), strict=True):
                figures[name] = median(ms if question.pages else ms[WARM_UP:])
        took = [[await behind_pages(each) for each in offices] for _ in range(rounds)]
        for figures, ms in zip(found, zip(*took, strict=True), strict=True):
            figures[BEHIND] = median(ms)
    return found


async def office(stack: AsyncExitStack, url: str, size: Size) -> Office:
    store = await stack.enter_async_context(storage.open_store(url))
    pipeline = Pipeline(store, SystemClock(), Settings())
    people = [Caller(await pipeline.run(Caller(OPERATOR), users.actor, who)) for who in (PEOPLE, SOMEBODY)]
    return Office(pipeline, *people, [] if url.startswith("sqlite") else await backends(url), size)


async def spent_on(question: Question, office: Office) -> float:
    """CPU milliseconds of an answer, or of a page of it."""
    before = spent_ms(office.servers)
    await question.ask(office.pipeline, office.leader)
    return (spent_ms(office.servers) - before) / (question.pages or 1)


async def behind_pages(office: Office) -> float:
    """The median of milliseconds that one thing takes while others page."""

    async def page() -> None:
        while True:
            await all_tasks(office.pipeline, office.leader)

    task, took = office.size.task(SOMEBODY, -1), []
    pagers = [asyncio.create_task(page()) for _ in range(PAGERS)]
    for _ in range(LOOKS):
        await asyncio.sleep(LOOK_SECONDS)
        began = time.perf_counter()
        await office.pipeline.run(office.other, tasks.get_task, task)
        took.append((time.perf_counter() - began) * 1e3)
    for each in pagers:
        each.cancel()
    await asyncio.gather(*pagers, return_exceptions=True)
    return median(took)


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


def commands(path: Path) -> Figures:
    """CPU time and own memory of each command over a store."""
    backup = config.BackupConfig(to=str(path.with_suffix(".backups")), with_secret=False)
    environment = config.environment(over(path, backup=backup))
    found = {}
    for name, (arguments, _) in COMMANDS.items():
        found[name], found[f"{name}, own MiB"] = taken([sys.executable, "-m", "bot", *arguments], environment)
    return found


def taken(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """CPU milliseconds of a command that must succeed, and the most MiB of memory that were its own."""
    own, ended = 0.0, 0
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        while not ended:
            own = max(own, own_mib(process.pid))
            time.sleep(LOOK_SECONDS)
            ended, status, used = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"{command} ended with {process.returncode}: {process.stderr.read().decode()}")
    return (used.ru_utime + used.ru_stime) * 1e3, own


def own_mib(pid: int) -> float:
    """Memory of a process that is no file's, 0 where it has ended."""
    found = re.search(r"RssAnon:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="ascii"))
    return int(found[1]) / 1024 if found else 0.0


async def pressed(paths: Sequence[Path], today: date, sizes: Sequence[Size], rounds: int) -> Sequence[Figures]:
    """CPU time of each press of the leader of the forty, each panel in one store after the other."""
    async with AsyncExitStack() as stack:
        running = []
        for path, size in zip(paths, sizes, strict=True):
            store = panels.prepared(path, today, size)
            wanted = [
                (kind, row) for kind in PANELS for row in panels.rows(kind, store) if is_compared(kind, row, size)
            ]
            rows = panels.all_panels(path, store, rounds * 3, wanted)
            running.append(await stack.enter_async_context(aclosing(rows)))
        found: list[Figures] = [{} for _ in paths]
        for _ in wanted:
            for figures, rows in zip(found, running, strict=True):
                kind, row, presses = await anext(rows)
                figures[f"panel {kind.__name__} {row.note}".strip()] = median(each.cpu for each in presses)
    return found


def is_compared(kind: type[Screen], row: panels.Row, size: Size) -> bool:
    """Return whether a panel is the leader's, and no new picture of a month: three months have too few pictures."""
    return row.who == size.direction and not (kind is TeamMonth and row.anew)


async def starts(paths: Sequence[Path], times: int) -> Sequence[Figures]:
    """CPU time of API, bot and jobs until they are ready, over one store after the other."""
    async with Sandbox(TOKEN, "semaforo_bot", "Semáforo", []) as sandbox:
        telegram = config.TelegramConfig(token=TOKEN, base_url=sandbox.url)
        took = [
            [await one_start(over(path, telegram=telegram), path.with_suffix(f".start{number}")) for path in paths]
            for number in range(times)
        ]
    return [{"start of semaforo run": median(ms)} for ms in zip(*took, strict=True)]


async def one_start(settings: config.Config, log: Path) -> float:
    async with Process(settings, log) as service:
        await startup.ready(await service.address())
        return seconds_of(service.process.pid) * 1e3
