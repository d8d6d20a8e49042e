"""From a button's press to the edited message, for every panel there is, over a store after a year of 200 people.

Measured as in `tests.benchmarks.chat`, of which this is the breadth: the bot is a process of its own, and a press of
each panel's button is followed by one of another panel's, so that each edit is one. Pictures are painted in it. The CPU
time that the bot spends from the press to its answer's end is the figure to compare on a busy machine.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import msgspec

from bot.app import config
from bot.calendars.parsing import MOST_EVENTS
from bot.chat.callbacks.absences import Move, MoveAnswered, MoveAsked, TaskOfAbsence
from bot.chat.callbacks.account import OwnHolidays, Stayed, Zones
from bot.chat.callbacks.agenda import AgendaDay, AgendaMonth, AgendaRange, EventCard, ReminderCard
from bot.chat.callbacks.callback_data import Screen, write
from bot.chat.callbacks.day import Day, Item, Walk
from bot.chat.callbacks.drafts import DraftCard, Field, Free, FreeHelp
from bot.chat.callbacks.event_cards import EventEdit, EventPart
from bot.chat.callbacks.first_words import OfferedTask
from bot.chat.callbacks.history import CardHistory, HistoryOf
from bot.chat.callbacks.invitations import InvitationCard
from bot.chat.callbacks.presence import PresenceOf
from bot.chat.callbacks.search import Found, SearchAsked
from bot.chat.callbacks.surveys import Survey
from bot.chat.callbacks.tasks import (
    AccessAsked,
    ClosedWithin,
    DueWithin,
    TaskCard,
    TaskFilter,
    TaskList,
    TheirTasks,
)
from bot.chat.callbacks.team import (
    HandoverOf,
    History,
    Late,
    MeetingOf,
    PeriodSummaryOf,
    Person,
    RedList,
    Summary,
    SummaryPart,
    SummaryRows,
    Team,
    TeamMonth,
    TeamRange,
    TeamWeek,
    WorkloadOf,
)
from bot.chat.router import SCREENS
from bot.sandbox import Person as Phone
from bot.sandbox import PersonDriver, Sandbox
from core.base.calendar_time import SystemClock, local_date
from core.base.settings import Settings
from storage.sqlite.connecting import connect
from tests.benchmarks import year
from tests.benchmarks.chat import TOKEN, in_silence
from tests.benchmarks.year import ANA, LUCIA, PHONES, Size
from tests.system.process import Process, over

MOST_MS = 20.0
YEAR = Size()
WARM_UP = 3
PAGES = 3
"""The pages of every team's pictures: times a year's months they are more than the bot keeps."""
SETTLES_SECONDS, STARTS_SECONDS = 0.01, 30.0
ITEMS_TODAY = """
SELECT i.id FROM daily_log_items i JOIN daily_logs l ON l.id = i.log_id
WHERE l.user_id = ? AND l.fecha = ? ORDER BY i.id
"""
MEETINGS = "SELECT event_id FROM event_participants WHERE user_id = ? ORDER BY event_id"
DRAFTED = (
    "/evento Junta con proveedores @persona3 @persona4 @persona5 mañana 16:00 1h",
    "/nueva Revisar contrato mañana, urgente",
    "/ausencia del 2 al 20 de enero",
    "/disponible @persona3 @persona4 @persona5 mañana 16-17",
)
"""The words that Ana writes first: the drafts 1, 2 …"""


NEW_ONES = """
INSERT INTO reds (id, task_id, user_id, started_at) SELECT 1, i.task_id, l.user_id, l.opened_at
FROM daily_log_items i JOIN daily_logs l ON l.id = i.log_id WHERE l.user_id = {ana} AND l.fecha = '{today}' LIMIT 1;
INSERT INTO asked_tasks (id, created_by_user_id, user_id, descripcion, fecha_cumplir, prioridad, created_at, state)
SELECT 1, {lucia}, {ana}, descripcion, fecha_cumplir, prioridad, created_at, 'WAITING' FROM tasks LIMIT 1;
INSERT INTO outbox (id, user_id, kind, params, dedupe_key, created_at, due_at, outcome, outcome_at)
SELECT {proposal}, {ana}, 'proposed', '{proposed}', 'proposed', created_at, created_at, 'sent', created_at
FROM tasks LIMIT 1;
INSERT INTO sign_ons (id, page_hash, chat_hash, client_id, client_name, client_host, redirect_uri, state, scopes,
challenge, expires_at, stage, user_id, tries)
SELECT 1, x'00', x'00', 'c', 'Claude', '', 'https://assistant.example.com/back', '', 'tasks:read logs:write', 'c',
'2099-01-01T00:00:00.000000Z', 'asked', {ana}, 0;
"""
"""A red of Ana's, a task that Lucía asks her to take, one that her assistant proposes, another one that signs on."""
PROPOSAL = 900_000_001
PROPOSED = {
    "proposal": "task",
    "request": f'{{"descripcion":"Revisar","fechaCumplir":"2026-12-01","responsibleUserIds":[{LUCIA}]}}',
    "assistant": "tablero",
    "occasion": "benchmark",
}
TODAYS_LOG = "SELECT id FROM daily_logs WHERE user_id = ? AND fecha = ?"
LATEST_COMMENT = "SELECT task_id, id FROM task_comments WHERE created_by_user_id = ? ORDER BY id DESC LIMIT 1"


class Store(NamedTuple):
    """The ids of what panels show; `comment` is Ana's latest, with its task."""

    size: Size
    today: date
    items: Sequence[int]
    meetings: Sequence[int]
    log: int
    comment: tuple[int, int]

    def ago(self, days: int) -> date:
        return self.today - timedelta(days=days)


class Row(NamedTuple):
    """A measurement: who presses, a screen, and the one it takes turns with; `anew`: the nth press's instead."""

    who: int
    view: Screen
    other: Screen
    note: str = ""
    anew: Callable[[int], Screen] | None = None

    def shown(self, number: int) -> Screen:
        return self.anew(number) if self.anew else (self.other, self.view)[number % 2]


def alone(who: int, view: Screen, note: str = "") -> list[Row]:
    """A panel in turn with a short one."""
    return [Row(who, view, Stayed(), note)]


class Taken(NamedTuple):
    """Milliseconds."""

    wall: float
    cpu: float


def leaders(store: Store, view: Screen, other: Screen) -> list[Row]:
    """A panel of leaders: for one of twenty people, and for the one who leads all others."""
    many = store.size.people - year.HER_TEAM - 2
    return [
        Row(LUCIA, view, other, f"of {year.HER_TEAM} people"),
        Row(store.size.direction, view, other, f"of {many} people"),
    ]


def pictures(store: Store, kind: type[TeamWeek | TeamMonth], days: int) -> list[Row]:
    """A team's picture that was shown before, and one that was not lately: of another period or page each time."""
    periods = max(store.size.days // days, 1)

    def anew(number: int) -> Screen:
        return kind(store.ago(days * (number % periods)), number // periods % PAGES)

    again = leaders(store, kind(store.today), kind(store.ago(days)))
    new = [row._replace(note=f"{row.note}, a new one", anew=anew) for row in again]
    return [*new, *(row._replace(note=f"{row.note}, again") for row in again)]


def task_of(store: Store, who: int, nth: int) -> int:
    """Somebody's nth task from the end."""
    return store.size.task(who, -1 - nth)


def due_then(store: Store) -> int:
    """A task of Ana's that is due while she is away."""
    return store.size.task(ANA, nth_due_then(store))


def nth_due_then(store: Store) -> int:
    """Return the place of that task among hers."""
    nth_of_day = range(store.size.tasks_each - year.OPEN_TASKS, store.size.tasks_each)
    return next(nth for nth in nth_of_day if year.AWAY[0] <= nth % 20 - 3 <= year.AWAY[1])


def wish(store: Store) -> MoveAsked:
    """The question that Lucía is asked about it."""
    due = store.ago(3 - nth_due_then(store) % 20)
    return MoveAsked(ANA, due_then(store), due.toordinal(), Move.DAY, store.ago(-9).toordinal())


PANELS: dict[type[Screen], Callable[[Store], list[Row]]] = {
    Day: lambda store: [Row(ANA, Day(store.today), Day(store.ago(1)))],
    Item: lambda store: [
        Row(ANA, *(Item(store.today, item, walk=walk) for item in store.items[:2])) for walk in (Walk.NO, Walk.THERE)
    ],
    AccessAsked: lambda store: alone(ANA, AccessAsked(*store.comment)),
    EventEdit: lambda store: [
        row for part in EventPart for row in alone(ANA, EventEdit(store.meetings[0], part), f"of its {part or 'card'}")
    ],
    InvitationCard: lambda store: [Row(ANA, *(InvitationCard(event) for event in store.meetings[:2]))],
    AgendaDay: lambda store: [Row(ANA, AgendaDay(store.today), AgendaDay(store.ago(1)))],
    AgendaRange: lambda store: [
        Row(ANA, AgendaRange(store.ago(days), store.today), AgendaRange(store.ago(2 * days), store.ago(days)))
        for days in (6, 30)
    ],
    AgendaMonth: lambda store: [Row(ANA, AgendaMonth(store.today), AgendaMonth(store.ago(31)))],
    EventCard: lambda store: [Row(ANA, *(EventCard(event, store.today) for event in store.meetings[:2]))],
    DraftCard: lambda _: [
        row
        for draft, fields, kind in (
            (1, ("", "d", "h", "p"), "of an event"),
            (2, ("", "t", "d", "p", "u"), "of a task"),
            (3, ("", "t", "d"), "of an absence"),
            (5, ("",), "of a calendar file"),
        )
        for field in fields
        for row in alone(ANA, DraftCard(draft, Field(field)), f"{kind} {field}".strip())
    ],
    OfferedTask: lambda _: alone(ANA, OfferedTask(2)),
    FreeHelp: lambda _: [Row(ANA, FreeHelp(ask=True), FreeHelp())],
    Free: lambda _: alone(ANA, Free(3)),
    PresenceOf: lambda store: leaders(
        store, PresenceOf(store.today, store.today), PresenceOf(store.ago(30), store.today)
    ),
    TaskOfAbsence: lambda store: [
        row for move in Move for row in alone(ANA, TaskOfAbsence(ANA, due_then(store), move), move.name.lower())
    ],
    MoveAsked: lambda store: alone(LUCIA, wish(store)),
    MoveAnswered: lambda store: alone(
        ANA, MoveAnswered(due_then(store), LUCIA, Move.DAY, store.ago(-9).toordinal(), accepted=True)
    ),
    TaskList: lambda store: [
        *alone(ANA, TaskList(TaskFilter.OPEN)),
        *leaders(store, TaskList(TaskFilter.OPEN), Stayed()),
    ],
    TheirTasks: lambda store: [
        row
        for which in (TaskFilter.OPEN, TaskFilter.CLOSED)
        for row in (
            *alone(LUCIA, TheirTasks(which, ANA), f"{which.name.lower()}, of a person"),
            *leaders(store, TheirTasks(which), Stayed()),
        )
    ],
    ClosedWithin: lambda store: [
        *alone(LUCIA, ClosedWithin(store.ago(30), store.today, ANA), "of a person"),
        *leaders(store, ClosedWithin(store.ago(30), store.today), Stayed()),
    ],
    DueWithin: lambda store: [
        *alone(LUCIA, DueWithin(store.ago(30), store.today, ANA), "of a person"),
        *leaders(store, DueWithin(store.ago(30), store.today), Stayed()),
    ],
    TaskCard: lambda store: [Row(ANA, *(TaskCard(task_of(store, ANA, nth)) for nth in (0, 1)))],
    CardHistory: lambda store: [
        *alone(ANA, CardHistory(HistoryOf.TASK, task_of(store, ANA, 0)), "of a task"),
        *alone(ANA, CardHistory(HistoryOf.EVENT, store.meetings[0]), "of an event"),
    ],
    SearchAsked: lambda _: [Row(ANA, SearchAsked(ask=True), SearchAsked())],
    Found: lambda store: [
        row
        for words in ("contrato", "contrato prov", "clave sistemas", "junta", "cnotrato")
        for row in (*alone(ANA, Found(words), words), *leaders(store, Found(words), Stayed()))
    ],
    Team: lambda store: leaders(store, Team(store.today), Team(store.ago(7))),
    HandoverOf: lambda _store: [Row(LUCIA, HandoverOf(ANA), HandoverOf(ANA, LUCIA))],
    Person: lambda store: [Row(LUCIA, Person(store.today, ANA), Person(store.ago(7), ANA))],
    RedList: lambda store: leaders(store, RedList(), Stayed()),
    Summary: lambda store: [*alone(ANA, Summary(own=True), "of one's own"), *leaders(store, Summary(), Stayed())],
    Late: lambda store: [*alone(ANA, Late()), *leaders(store, Late(), Stayed())],
    Survey: lambda store: [Row(ANA, *(Survey(task_of(store, ANA, nth)) for nth in (0, 1)))],
    ReminderCard: lambda store: [Row(ANA, *(ReminderCard(event) for event in store.meetings[:2]))],
    TeamWeek: lambda store: pictures(store, TeamWeek, 7),
    TeamMonth: lambda store: pictures(store, TeamMonth, 31),
    TeamRange: lambda store: leaders(store, TeamRange(store.ago(14), store.today), Stayed()),
    PeriodSummaryOf: lambda store: [
        *alone(LUCIA, PeriodSummaryOf(store.ago(30), store.today, user=ANA), "of a person"),
        *leaders(store, PeriodSummaryOf(store.ago(30), store.today), Stayed()),
    ],
    WorkloadOf: lambda store: [
        *alone(LUCIA, WorkloadOf(store.today, store.ago(-6), user=ANA), "of a person"),
        *leaders(store, WorkloadOf(store.today, store.ago(-6)), Stayed()),
    ],
    MeetingOf: lambda store: [
        *alone(LUCIA, MeetingOf(store.ago(7), store.today, user=ANA), "of a person"),
        *alone(LUCIA, MeetingOf(store.ago(7), store.today, words="contrato"), "of a word"),
        *leaders(store, MeetingOf(store.ago(7), store.today), Stayed()),
    ],
    SummaryRows: lambda store: [
        row._replace(note=f"{row.note}, {part.name.lower()}")
        for part in SummaryPart
        for row in leaders(store, SummaryRows(store.ago(30), store.today, part), Stayed())
    ],
    History: lambda store: [Row(ANA, History(store.today), History(store.ago(28)))],
    Zones: lambda _: [Row(ANA, Zones(ask=True), Zones())],
    OwnHolidays: lambda _: [Row(ANA, OwnHolidays(ask=True), OwnHolidays())],
}
"""The rows of the panels that are measured otherwise than as `example` has them, before a short one."""


def rows(kind: type[Screen], store: Store) -> list[Row]:
    """Return what is measured of a kind of panel. Raises `LookupError` if there is no example of one of its fields."""
    if kind in PANELS:
        return PANELS[kind](store)
    return alone(ANA, example(kind, store)) if kind is not Stayed else [Row(ANA, Stayed(), Zones())]


def example(kind: type[Screen], store: Store) -> Screen:
    """A screen of Ana's, whose fields without a default are as their names say."""
    values = {
        "fecha": store.today,
        "first": store.ago(30),
        "last": store.today,
        "day": store.today.toordinal(),
        "user": ANA,
        "absence": ANA,
        "task": task_of(store, ANA, 0),
        "event": store.meetings[0],
        "log": store.log,
        "item": store.items[0],
        "message": PROPOSAL,
        **dict.fromkeys(("asked", "draft", "red", "reminder", "sign_on"), 1),
    }
    needed = [field.name for field in msgspec.structs.fields(kind) if field.required]
    if not values.keys() >= {*needed}:
        raise LookupError(f"{kind.__name__} needs a row in tests.benchmarks.panels.PANELS")
    return kind(**{name: values[name] for name in needed})


def section(_seconds: float, rounds: int, size: Size = YEAR, kinds: Collection[type[Screen]] = SCREENS) -> str:
    """The table, of five presses a round of each."""
    lines = in_silence(table(rounds * 5, size, kinds))
    head = f"| Press to edit, ms; at most {MOST_MS:.0f} | median | 95 % within | CPU |\n| --- | ---: | ---: | ---: |\n"
    return head + "\n".join(lines)


async def table(presses: int, size: Size, kinds: Collection[type[Screen]]) -> list[str]:
    """A line a panel, the slowest first."""
    with tempfile.TemporaryDirectory(prefix="semaforo-bench-") as folder:
        path, today = Path(folder) / "year.db", local_date(SystemClock().now(), Settings().zone)
        year.fill(path, today, size)
        store = prepared(path, today, size)
        wanted = [(kind, row) for kind in kinds for row in rows(kind, store)]
        measured = [
            (median(each.wall for each in taken), line(kind, row, taken))
            async for kind, row, taken in all_panels(path, store, presses, wanted)
        ]
    return [line for _, line in sorted(measured, reverse=True)]


def prepared(path: Path, today: date, size: Size) -> Store:
    """Add to a store what some panels show besides, and return the ids of what there is."""
    with closing(connect(path)) as connection:
        items = connection.execute(ITEMS_TODAY, (ANA, today.isoformat())).fetchall()
        meetings = connection.execute(MEETINGS, (ANA,)).fetchall()
        proposed = msgspec.json.encode(PROPOSED).decode()
        new_ones = NEW_ONES.format(ana=ANA, lucia=LUCIA, today=today, proposal=PROPOSAL, proposed=proposed)
        connection.executescript(new_ones)
        ((log,),) = connection.execute(TODAYS_LOG, (ANA, today.isoformat())).fetchall()
        (comment,) = connection.execute(LATEST_COMMENT, (ANA,)).fetchall()
    numbers = [[number for (number,) in found] for found in (items, meetings)]
    return Store(size, today, *numbers, log, comment)


async def all_panels(
    path: Path, store: Store, presses: int, wanted: Sequence[tuple[type[Screen], Row]]
) -> AsyncIterator[tuple[type[Screen], Row, Sequence[Taken]]]:
    """Each row, and what its presses took."""
    phones = [Phone(PHONES + who, f"P{who}", f"p{who}", started=True) for who in (ANA, LUCIA, store.size.direction)]
    async with Sandbox(TOKEN, "semaforo_bot", "Semáforo", phones) as sandbox:
        settings = over(path, telegram=config.TelegramConfig(token=TOKEN, base_url=sandbox.url))
        async with Process(settings, path.with_suffix(".log"), "bot") as bot:
            for words in DRAFTED:
                await sandbox.person(PHONES + ANA).send(words)
                await sandbox.person(PHONES + ANA).wait(timeout=STARTS_SECONDS)
            if any(kind is DraftCard for kind, _ in wanted):
                await sandbox.person(PHONES + ANA).send_document(calendar_file(store.today), name="viaje.ics")
                await sandbox.person(PHONES + ANA).wait(timeout=STARTS_SECONDS)
            for kind, row in wanted:
                yield kind, row, await press_to_edit(sandbox.person(PHONES + row.who), row, presses, bot.process.pid)


def calendar_file(today: date) -> bytes:
    """A calendar file with as many events as are taken of one."""
    days = (f"{today + timedelta(days=number):%Y%m%d}" for number in range(1, MOST_EVENTS + 1))
    events = (f"BEGIN:VEVENT\nDTSTART:{day}T160000Z\nSUMMARY:Visita\nLOCATION:Norte\nEND:VEVENT\n" for day in days)
    return f"BEGIN:VCALENDAR\nVERSION:2.0\n{''.join(events)}END:VCALENDAR\n".encode()


def line(kind: type[Screen], row: Row, taken: Sequence[Taken]) -> str:
    name = f"{kind.__name__} {row.note}".strip()
    walls, cpu = [each.wall for each in taken], median(each.cpu for each in taken)
    return f"| {name} | {median(walls):.1f} | {quantiles(walls, n=20)[-1]:.1f} | {cpu:.1f} |"


async def press_to_edit(phone: PersonDriver, row: Row, presses: int, pid: int) -> list[Taken]:
    await phone.send("/ayuda")
    message, taken = await phone.wait(timeout=STARTS_SECONDS), []
    for number in range(2 * (presses + WARM_UP)):
        view = row.shown(number)
        spent, begun = cpu_ms(pid), time.perf_counter()
        press = await phone.press_data(message, write(view))
        message = await phone.wait()
        wall = (time.perf_counter() - begun) * 1e3
        await phone.wait_answer(press)
        await asyncio.sleep(SETTLES_SECONDS)
        if number % 2:
            taken.append(Taken(wall, cpu_ms(pid) - spent))
    return taken[WARM_UP:]


def cpu_ms(pid: int) -> float:
    """Return the CPU milliseconds of all threads of a process, where the system tells as Linux does."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e6
