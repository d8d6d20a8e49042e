"""Tasks in the CSV files of Todoist, Asana, Trello and Microsoft Planner, read for an import.

The columns and words are those that exports of these programs have: docs/files.md says where they were seen. A column
that is not there is empty, one that is not known is passed over.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, tzinfo
from enum import StrEnum
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from bot.cli.csv_files import CsvRow, read_table
from bot.process.listening import StartError
from core.base.date_times import within_years
from core.base.model import Priority
from core.language.accents import without_accents
from core.language.phrases.vocabulary import MONTHS

PLANNER_IN_SPANISH = {
    "id. de tarea": "task id",
    "nombre de la tarea": "task name",
    "nombre del deposito": "bucket name",
    "progreso": "progress",
    "asignado a": "assigned to",
    "fecha de creacion": "created date",
    "fecha de inicio": "start date",
    "fecha de vencimiento": "due date",
    "fecha de finalizacion": "completed date",
    "descripcion": "description",
}
"""Planner writes its headings in the language of whoever exports; the one of the priority stays English."""
TODOIST_PRIORITIES = dict(zip("1234", Priority, strict=True))
PRIORITIES = {
    "urgent": Priority.URGENTE,
    "important": Priority.ALTA,
    "medium": Priority.MEDIA,
    "low": Priority.BAJA,
    "urgente": Priority.URGENTE,
    "importante": Priority.ALTA,
    "media": Priority.MEDIA,
    "baja": Priority.BAJA,
    "high": Priority.ALTA,
}
NOT_BEGUN, BEGUN, DONE = ("not started", "no iniciado"), ("in progress", "en curso"), ("completed", "completado")
YES = frozenset(("true", "yes", "verdadero", "si"))
INDENT = re.compile(r"[0-9]{1,2}")
TODOIST_USER = re.compile(r" \(\d+\)$")
DAMAGED_ID = re.compile(r"\d[.,]?\d*E\+\d+", re.IGNORECASE)
"""A long number as a spreadsheet writes it."""
TIME = r"(?:(?:T|,? (?:at |a las? |@ ?)?)\d\d?:\d\d.*)?"
YEAR_FIRST = re.compile(rf"(?P<year>\d{{4}})[-/.](?P<month>\d\d?)[-/.](?P<day>\d\d?){TIME}", re.ASCII)
NUMBERS = re.compile(rf"(?P<first>\d\d?)[/.-](?P<second>\d\d?)[/.-](?P<year>\d{{4}}|\d\d){TIME}", re.ASCII)
IN_WORDS = tuple(
    re.compile(form + TIME, re.IGNORECASE)
    for form in (
        r"(?P<day>\d\d?) (?:de )?(?P<month>[^\W\d]{3,10})\.?(?:,? (?:de )?(?P<year>\d{4}))?",
        r"(?P<month>[^\W\d]{3,10})\.? (?P<day>\d\d?)(?:,? (?P<year>\d{4}))?",
    )
)
CENTURY = "20"


class DateOrder(StrEnum):
    """The order of the numbers in dates such as 03/04/2026."""

    DAY_FIRST = "day-first"
    MONTH_FIRST = "month-first"


class FoundTask(Struct, kw_only=True):
    """A task of a file by the line on which it begins. What `left_out` says why is not to be imported."""

    line: int
    words: str
    id_there: str = ""
    notes: str = ""
    under: str = ""
    people: Sequence[Mapping[str, str]] = ()
    requested: str = ""
    due: Sequence[str] = ()
    closed_on: str = ""
    done: bool = False
    begun: bool = False
    priority: str = ""
    left_out: str = ""

    @property
    def descripcion(self) -> str:
        """The task's name, and its notes below that."""
        called = f"{self.under} › {self.words}" if self.under else self.words
        return f"{called}\n\n{self.notes}" if self.notes else called


Row = Mapping[str, str]
"""The cells of a row by their headings, in lower case and without accents."""


class Program(Struct, frozen=True):
    """A program that exports tasks: the headings by which its files are known, and what reads them."""

    name: str
    headings: frozenset[str]
    read: Callable[[Sequence[tuple[int, Row]]], Iterator[FoundTask]]


class TaskFile(Struct, frozen=True):
    """The tasks of a file, and the program that exported it."""

    program: str
    tasks: Sequence[FoundTask]


def read_tasks(file: Path) -> TaskFile:
    """The tasks of a file. Raises `StartError` unless it is the export of a program that is known."""
    table = read_table(file, lambda cells: program_of(cells) is not None)
    if table is None:
        known = "; ".join(f"{each.name}: {', '.join(sorted(each.headings))}" for each in PROGRAMS)
        raise StartError(f"{file}: has the headings of no program that is known ({known}).")
    program = program_of(table.headings)
    assert program is not None  # noqa: S101  it was found
    headings = [heading_of(each) for each in table.headings]
    rows = [(row.line, cells_of(headings, row)) for row in table.rows]
    return TaskFile(program.name, list(program.read(rows)))


def program_of(cells: Sequence[str]) -> Program | None:
    found = set(map(heading_of, cells))
    return next((program for program in PROGRAMS if program.headings <= found), None)


def heading_of(cell: str) -> str:
    plain = " ".join(without_accents(cell).split())
    return PLANNER_IN_SPANISH.get(plain, plain)


def cells_of(headings: Sequence[str], row: CsvRow) -> Row:
    """The cells by their headings; of two columns of one name the first: one that somebody has added comes later."""
    cells: dict[str, str] = {}
    for heading, cell in zip_longest(headings, row.cells[: len(headings)], fillvalue=""):
        cells.setdefault(heading, cell.strip())
    return cells


def todoist_tasks(rows: Sequence[tuple[int, Row]]) -> Iterator[FoundTask]:
    """Yield the tasks of a file of Todoist, which has no ids: a hash of words, notes and place is the id."""
    section, above, last = "", [""] * 8, None
    counts: Counter[str] = Counter()
    for line, row in rows:
        kind, words = row.get("type", "").lower(), row.get("content", "")
        if kind == "section":
            section, above = words, [""] * 8
        elif kind == "note" and last is not None:
            last.notes = "\n\n".join(filter(None, (last.notes, words)))
        elif kind == "task":
            if last is not None:
                yield last
            indent = row.get("indent", "")
            depth = min(max(int(indent), 1), len(above) - 1) if INDENT.fullmatch(indent) else 1
            above[depth:] = [words, *[""] * (len(above) - depth - 1)]
            key = msgspec.json.encode([section, above[:depth], words, row.get("description", "")])
            place = sha256(key).hexdigest()[:32]
            counts[place] += 1
            last = FoundTask(
                line=line,
                words=words,
                id_there=f"{place}-{counts[place]}",
                notes=row.get("description", ""),
                under=above[depth - 1],
                people=named([TODOIST_USER.sub("", row.get("responsible", ""))]),
                due=[row.get("date") or row.get("due_date", ""), row.get("deadline", "")],
                priority=row.get("priority", ""),
            )
    if last is not None:
        yield last


def asana_tasks(rows: Sequence[tuple[int, Row]]) -> Iterator[FoundTask]:
    for line, row in rows:
        assignee = {"name": row.get("assignee", ""), "email": row.get("assignee email", "")}
        yield FoundTask(
            line=line,
            words=row["name"],
            id_there=row["task id"],
            notes=row.get("notes", ""),
            under=row.get("parent task", ""),
            people=[assignee] if any(assignee.values()) else [],
            requested=row.get("start date") or row["created at"],
            due=[row.get("due date", "")],
            closed_on=row["completed at"],
            done=bool(row["completed at"]),
            priority=row.get("priority", ""),
        )


def trello_tasks(rows: Sequence[tuple[int, Row]]) -> Iterator[FoundTask]:
    """A card that is done says not when: the last that happened to it was then, or later."""
    for line, row in rows:
        done = is_yes(row.get("due complete", ""))
        archived = is_yes(row.get("archived", ""))
        yield FoundTask(
            line=line,
            words=row["card name"],
            id_there=row["card id"],
            notes=row.get("card description", ""),
            people=named(row.get("members", "").split(",")),
            requested=row.get("start date", ""),
            due=[row.get("due date", "")],
            closed_on=row.get("last activity date", "") if done else "",
            done=done,
            left_out="archived" if archived and not done else "",
        )


def planner_tasks(rows: Sequence[tuple[int, Row]]) -> Iterator[FoundTask]:
    for line, row in rows:
        progress = without_accents(row.get("progress", ""))
        if progress and progress not in (*NOT_BEGUN, *BEGUN, *DONE):
            known = ", ".join(map(repr, (*NOT_BEGUN, *BEGUN, *DONE)))
            raise StartError(f"line {line}: the progress {row['progress']!r} is none of {known}.")
        yield FoundTask(
            line=line,
            words=row["task name"],
            id_there=row["task id"],
            notes=row.get("description", ""),
            people=named(row.get("assigned to", "").split(";")),
            requested=row.get("start date") or row.get("created date", ""),
            due=[row.get("due date", "")],
            closed_on=row.get("completed date", ""),
            done=progress in DONE or bool(row.get("completed date")),
            begun=progress in BEGUN,
            priority=row.get("priority", ""),
        )


PROGRAMS = (
    Program("todoist", frozenset(("type", "content", "indent")), todoist_tasks),
    Program("trello", frozenset(("card id", "card name", "list name")), trello_tasks),
    Program("planner", frozenset(("task id", "task name", "bucket name")), planner_tasks),
    Program("asana", frozenset(("task id", "name", "created at", "completed at")), asana_tasks),
)


def named(names: Sequence[str]) -> Sequence[Mapping[str, str]]:
    """People by name or, where it looks like one, by e-mail address."""
    found = [name.strip() for name in names]
    return [{"email" if "@" in name[1:] else "name": name.removeprefix("@")} for name in found if name]


def is_yes(cell: str) -> bool:
    return without_accents(cell) in YES


def priority_of(program: str, cell: str) -> Priority:
    """The priority here; the middle one where the program gives none. Raises `ValueError` for an unknown word."""
    if not cell:
        return Priority.MEDIA
    known = TODOIST_PRIORITIES if program == "todoist" else PRIORITIES
    if (word := without_accents(cell)) not in known:
        raise ValueError(f"the priority {cell!r} is none of {', '.join(map(repr, known))}")
    return known[word]


class Dates:
    """Reads dates as these programs write them: a day of the business zone, without its time."""

    def __init__(self, zone: ZoneInfo, today: date, order: DateOrder | None) -> None:
        self.zone: tzinfo = zone
        self.today = today
        self.order = order

    def read(self, text: str) -> date | None:
        """The day; None for what is none, such as "every day". Raises `ValueError` for one that no calendar has."""
        day = self.day(text)
        if day is None and (YEAR_FIRST.fullmatch(text) or NUMBERS.fullmatch(text)):
            raise ValueError(f"{text} is no day{f', {self.order}' if self.order else ''}")
        return day

    def day(self, text: str) -> date | None:
        if found := YEAR_FIRST.fullmatch(text):
            return self.instant(text) or day_of(found["year"], found["month"], found["day"])
        if found := NUMBERS.fullmatch(text):
            month_first = self.order is DateOrder.MONTH_FIRST
            month, day = found.group("first", "second") if month_first else found.group("second", "first")
            return day_of(f"{CENTURY}{found['year']}"[-len("2026") :], month, day)
        for form in IN_WORDS:
            found = form.fullmatch(text)
            in_year = MONTHS.get(without_accents(found["month"])) if found else None
            if found and in_year:
                return day_of(found["year"] or self.today.year, in_year, found["day"])
        return None

    def instant(self, text: str) -> date | None:
        """The day of the business zone of a moment that says its own zone; None for any other."""
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            return None
        return moment.astimezone(self.zone).date() if moment.tzinfo and within_years(moment) else None


def day_of(year: str | int, month: str | int, day: str | int) -> date | None:
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return found if within_years(found) else None


def order_of(texts: Sequence[str]) -> DateOrder | None:
    """The order of the numbers in these dates if only one can be; None if both can be, or neither.

    A program writes all dates of a file in one order.
    """
    found = [match for text in texts if (match := NUMBERS.fullmatch(text))]
    day_first = all(day_of(2000, each["second"], each["first"]) for each in found)
    month_first = all(day_of(2000, each["first"], each["second"]) for each in found)
    if day_first is month_first:
        return None
    return DateOrder.DAY_FIRST if day_first else DateOrder.MONTH_FIRST


def is_ambiguous(text: str) -> bool:
    """Return whether a date is another one if day and month are in the other order."""
    found = NUMBERS.fullmatch(text)
    return found is not None and found["first"] != found["second"]
