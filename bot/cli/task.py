"""`semaforo task`: tasks from other programs."""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.cli.arguments import a_date
from bot.cli.command import OPERATOR, add, emit, group, table, with_pipeline
from bot.cli.csv_files import at_lines
from bot.cli.task_files import (
    DAMAGED_ID,
    DateOrder,
    Dates,
    FoundTask,
    TaskFile,
    is_ambiguous,
    order_of,
    priority_of,
    read_tasks,
)
from bot.process.listening import StartError
from core.application import requests
from core.application.use_case import Pipeline
from core.base.calendar_time import local_date
from core.base.errors import Invalid
from core.base.model import TaskStatus
from core.records.work import NewTask
from core.work import task_import
from core.work.task_import import Doubtful, ImportDoubt, ImportPlan, PlannedTask, TaskImport

HEAD = ("LINE", "WHAT", "WHOSE", "DUE", "STATE", "PRIORITY", "TASK")
SHOWN = 60
"""The most characters of a task's words in the table."""
LINES_NAMED = 8
SAID = {
    ImportDoubt.UNKNOWN_PERSON: "{value} is nobody's name, username or external id here: --person '{value}=USERNAME'",
    ImportDoubt.SEVERAL_PEOPLE: "{value} may be {who}: --person '{value}=USERNAME'",
    ImportDoubt.PERSON_LEFT: "{value} is {who}, who has left: --person '{value}=USERNAME'",
    ImportDoubt.NO_PERSON: "it is nobody's: --responsible USERNAME",
    ImportDoubt.NO_DUE_DATE: "it has no due date: --due YYYY-MM-DD",
    ImportDoubt.ID_REPEATED: "the id {value} is another row's too",
}
"""A sentence for each doubt, with the option that settles it."""


def define(parser: argparse.ArgumentParser) -> None:
    imports = add(group(parser), "import", task_import_file, "make tasks of a CSV file of another program")
    imports.description = (
        "Print what would be made of a CSV file that Todoist, Asana, Trello or Microsoft Planner has exported; make it "
        "with --yes, all or none. A task that is there already stays as it is. Nobody gets a message."
    )
    imports.add_argument(
        "file", type=Path, help="CSV in UTF-8, with the headings of the program that exported it; - for standard input"
    )
    imports.add_argument("--yes", action="store_true", help="make the tasks")
    imports.add_argument(
        "--person",
        dest="people",
        action="append",
        default=[],
        type=person_there,
        metavar="'NAME=USERNAME'",
        help="whom a name or e-mail address of the file means; 'NAME=' for nobody; may be repeated",
    )
    imports.add_argument("--responsible", metavar="USERNAME", help="whose the tasks are that are nobody's there")
    imports.add_argument("--due", type=a_date, metavar="YYYY-MM-DD", help="the date of open tasks that have none")
    imports.add_argument("--creator", metavar="USERNAME", help="who counts as having made them (default: nobody)")
    imports.add_argument(
        "--dates",
        type=DateOrder,
        choices=list(DateOrder),
        help="the order in dates such as 03/04/2026, where the file does not show it",
    )
    imports.add_argument(
        "--source",
        metavar="NAME",
        help="of what the ids are (default: the program); another one for each project of Todoist, which has no ids",
    )


def person_there(text: str) -> tuple[str, str]:
    name, equals, username = text.rpartition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"takes 'NAME=USERNAME', not {text!r}")
    return name, username.strip()


@with_pipeline
async def task_import_file(options: argparse.Namespace, pipeline: Pipeline) -> None:
    file = read_tasks(options.file)
    wanted = [task for task in file.tasks if not why_left_out(task)]
    request = request_of(options, pipeline, file, wanted)
    use_case = task_import.import_tasks if options.yes else task_import.plan_import
    plan = await pipeline.run(OPERATOR, use_case, request)
    left_out = len(file.tasks) - len(wanted)
    made = sum(bool(each and each.new) for each in plan.tasks)
    known = sum(bool(each and each.known_id) for each in plan.tasks)
    if not options.yes:
        table(HEAD, list(shown_rows(file, wanted, plan)))
        print()
    if plan.doubts:
        raise StartError("\n".join(doubts_said(wanted, plan.doubts)))
    if options.yes:
        emit({"imported": made, "known": known, "leftOut": left_out})
    else:
        print(f"{made} would be made, {known} are there already, {left_out} are left out. Nothing is written: --yes.")


def why_left_out(task: FoundTask) -> str:
    return task.left_out or ("" if task.words else "no name")


def request_of(
    options: argparse.Namespace, pipeline: Pipeline, file: TaskFile, tasks: Sequence[FoundTask]
) -> TaskImport:
    zone, now = pipeline.settings.zone, pipeline.clock.now()
    written = [text for task in tasks for text in (*task.due, task.requested, task.closed_on)]
    order = options.dates or order_of(written)
    if order is None and (ambiguous := next(filter(is_ambiguous, written), None)):
        raise StartError(f"a date such as {ambiguous} may be two days: --dates day-first, or --dates month-first.")
    dates = Dates(zone, local_date(now, zone), order)
    fields = {
        "source": options.source or file.program,
        "tasks": [fields_of(file.program, task, dates) for task in tasks],
        "named": dict(options.people),
        "creator": options.creator,
        "responsible": options.responsible,
        "due": options.due,
    }
    try:
        return requests.build(TaskImport, fields)
    except Invalid as refused:
        raise at_lines(refused, [task.line for task in tasks]) from None


def fields_of(program: str, task: FoundTask, dates: Dates) -> dict[str, object]:
    """A task as the request has it, without what it leaves open. Raises `StartError` for what cannot be read."""
    if DAMAGED_ID.fullmatch(task.id_there):
        raise StartError(
            f"line {task.line}: a spreadsheet has made {task.id_there} of the id: import the file as it was exported."
        )
    try:
        found = {
            "prioridad": priority_of(program, task.priority),
            "requested": dates.read(task.requested),
            "due": next(filter(None, map(dates.read, task.due)), None),
            "closedOn": (dates.read(task.closed_on) or dates.today) if task.done else None,
            "estatus": TaskStatus.EN_PROCESO if task.begun and not task.done else None,
        }
    except ValueError as fault:
        raise StartError(f"line {task.line}: {fault}.") from None
    said = {name: value for name, value in found.items() if value is not None}
    return {"idThere": task.id_there, "descripcion": task.descripcion, "people": task.people, **said}


def shown_rows(file: TaskFile, wanted: Sequence[FoundTask], plan: ImportPlan) -> Iterator[Sequence[str]]:
    planned = {task.line: each for task, each in zip(wanted, plan.tasks, strict=True)}
    for task in file.tasks:
        if why := why_left_out(task):
            yield str(task.line), f"left out: {why}", "", "", "", "", brief(task)
        else:
            yield str(task.line), *columns_of(planned[task.line]), brief(task)


def columns_of(planned: PlannedTask | None) -> Sequence[str]:
    if planned is None:
        return "in doubt", "", "", "", ""
    if planned.new is None:
        return f"there: {planned.known_id}", "", "", "", ""
    new: NewTask = planned.new
    return "new", ", ".join(planned.usernames), str(new.fecha_cumplir), new.estatus, new.prioridad


def brief(task: FoundTask) -> str:
    words = " ".join(task.descripcion.partition("\n")[0].split())
    return words if len(words) <= SHOWN else f"{words[: SHOWN - 1]}…"


def doubts_said(wanted: Sequence[FoundTask], doubts: Sequence[Doubtful]) -> Iterator[str]:
    """Each doubt once, with the lines that it is about."""
    lines: dict[str, list[int]] = defaultdict(list)
    for each in doubts:
        task = wanted[each.place]
        said = SAID[each.doubt].format(value=each.value, who=" or ".join(each.usernames))
        if each.doubt is ImportDoubt.NO_DUE_DATE and (written := next(filter(None, task.due), "")):
            said = f"{written!r} is no date: --due YYYY-MM-DD"
        lines[said].append(task.line)
    for said, found in lines.items():
        shown = ", ".join(map(str, found[:LINES_NAMED])) + (" …" if len(found) > LINES_NAMED else "")
        yield f"line{'s' if len(found) > 1 else ''} {shown}: {said}."
