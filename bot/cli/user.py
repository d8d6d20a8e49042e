"""`semaforo user`: the directory of people and integrations."""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from bot.app import config, wiring
from bot.cli.command import OPERATOR, add, beginning_pipeline, emit, group, with_pipeline
from bot.cli.csv_files import at_lines, read_table
from bot.process.listening import StartError
from core.application import requests
from core.application.use_case import Pipeline
from core.base.date_times import TIME_OF_DAY
from core.base.errors import Invalid
from core.base.model import Language, Role
from core.people import schedules, users
from core.people.schedules import ScheduleRequest
from core.people.working_time import MONDAY, SUNDAY
from core.records.people import User
from core.work import handover

CLEARABLE = ("leader", "birthday", "timezone", "holidays", "language", "external_id")
PERSON_OPTIONS = ("name", "role", *CLEARABLE)
COLUMNS = f"username, {', '.join(PERSON_OPTIONS)}"
FIELDS = {"external_id": "externalId"}
"""The fields of a request whose names are not those of their columns, by column."""
DAYS = re.compile(r"([1-7])(?:-([1-7]))?")
HOURS = re.compile(rf"(\S+) +({TIME_OF_DAY})-({TIME_OF_DAY})", re.ASCII)
Shifts = list[dict[str, object]]


def define(parser: argparse.ArgumentParser) -> None:
    people = group(parser)
    for name, act, explanation in (("add", user_add, "add a person"), ("set", user_set, "change a person")):
        options = add(people, name, act, explanation)
        options.add_argument("username")
        person_options(options, required=name == "add")
    add(people, "list", user_list, "print everybody, one JSON line each")
    add(people, "import", user_import, "add and change people from a CSV file").add_argument(
        "file",
        type=Path,
        help=f"CSV in UTF-8 with a header of some of {COLUMNS}; - for standard input. Who is there already is changed: "
        "a column left out changes nothing, an empty cell clears; who has no row stays",
    )
    add(people, "invite", user_invite, "print a one-time link to join the chat").add_argument("username")
    for name, active in (("deactivate", False), ("activate", True)):
        options = add(people, name, user_activity, f"{name} a person")
        options.add_argument("username")
        options.set_defaults(active=active)
    passing = add(people, "handover", user_handover, "pass on to a colleague what a person has in hand")
    passing.description = (
        "Pass on to a colleague what a person has in hand, and print it: open tasks, events to come that others have "
        "to do with, and tasks that repeat. Each of those concerned is told in one message."
    )
    passing.add_argument("username")
    passing.add_argument("--to", required=True, metavar="USERNAME", help="who takes it")
    passing.add_argument("--dry-run", action="store_true", help="only print what would be passed on")
    hours_command(people)


def person_options(options: argparse.ArgumentParser, *, required: bool) -> None:
    options.add_argument("--name", required=required, help="what others see them called")
    options.add_argument("--role", choices=[role.value for role in Role], help="member (default), admin or service")
    leader = options.add_mutually_exclusive_group()
    leader.add_argument("--leader", metavar="USERNAME", help="who leads them")
    if not required:
        leader.add_argument("--no-leader", action="store_true", help="nobody leads them")
    options.add_argument("--birthday", metavar="YYYY-MM-DD", help="shown in the calendar, without the year")
    options.add_argument("--timezone", metavar="ZONE", help="an IANA zone, where it is not the team's")
    options.add_argument(
        "--holidays",
        metavar="CODE",
        help="of which country their public holidays are, where not the team's: CO; ES-CT",
    )
    options.add_argument("--language", choices=[language.value for language in Language], help="of the chat")
    options.add_argument("--external-id", metavar="ID", help="what the sign-on of jwt.issuers calls them")


@beginning_pipeline
async def user_add(options: argparse.Namespace, pipeline: Pipeline) -> None:
    fields = {"username": options.username, **given(options)}
    emit(await pipeline.run(OPERATOR, users.add_user, requests.build(users.UserCreate, fields)))


@with_pipeline
async def user_set(options: argparse.Namespace, pipeline: Pipeline) -> None:
    change = requests.build(users.UserUpdate, given(options))
    emit(await pipeline.run(OPERATOR, users.set_user, options.username, change))


@with_pipeline
async def user_list(_: argparse.Namespace, pipeline: Pipeline) -> None:
    emit(*await pipeline.run(OPERATOR, users.list_users))


@beginning_pipeline
async def user_import(options: argparse.Namespace, pipeline: Pipeline) -> None:
    """All rows or none; prints how many, and how many of them were added and changed."""
    found = csv_rows(options.file)
    try:
        people = requests.build(users.UserImport, {"rows": [row for _, row in found]})
        emit(await pipeline.run(OPERATOR, users.import_users, people))
    except Invalid as refused:
        raise at_lines(refused, [line for line, _ in found]) from None


async def user_invite(options: argparse.Namespace, settings: config.Config) -> None:
    async with wiring.open_pipeline(settings) as pipeline:
        code = await pipeline.run(OPERATOR, users.invite, options.username)
    try:
        print(await link(settings.telegram, code))
    except StartError as fault:
        print(f"semaforo: {fault}: no link, only the code, which the person sends to the bot", file=sys.stderr)
    print("-".join(code[i : i + 5] for i in range(0, len(code), 5)))


async def link(telegram: config.TelegramConfig, code: str) -> str:
    """The link that opens the bot with a code. Raises `StartError` if there is no bot, or Telegram does not answer."""
    if not telegram.token:
        raise StartError("no telegram.token (SEMAFORO_TELEGRAM_TOKEN)")
    from bot.app.chat_service import invite_link  # noqa: PLC0415 no other command of people asks Telegram

    return await invite_link(telegram, code)


@with_pipeline
async def user_activity(options: argparse.Namespace, pipeline: Pipeline) -> None:
    change = users.UserUpdate(is_active=options.active)
    person = await pipeline.run(OPERATOR, users.set_user, options.username, change)
    emit(person)
    for each in left_open(person, await pipeline.run(OPERATOR, users.list_users)):
        print(f"semaforo: {each}", file=sys.stderr)


def left_open(person: User, everybody: Sequence[User]) -> Iterator[str]:
    """Yield the duties of somebody deactivated that nobody else has yet."""
    if person.is_active:
        return
    there = [each for each in everybody if each.is_active]
    if led := ", ".join(each.username for each in there if each.leader_user_id == person.id):
        yield f"{person.username} is still the leader of {led}: `user set` with --leader, or --no-leader, changes that"
    if person.role is Role.ADMIN and not any(each.role is Role.ADMIN for each in there):
        yield "no admin is left: `user set` with --role admin makes one"


@with_pipeline
async def user_handover(options: argparse.Namespace, pipeline: Pipeline) -> None:
    person = await pipeline.run(OPERATOR, users.known_user, options.username)
    successor = await pipeline.run(OPERATOR, users.active_user, options.to)
    request = requests.build(handover.HandoverRequest, {"toUserId": successor.id})
    if options.dry_run:
        held = (await pipeline.run(OPERATOR, handover.view_handover, person.id)).in_hand
    else:
        held = await pipeline.run(OPERATOR, handover.hand_over_all, person.id, request)
    emit(*({"task": task.id, "descripcion": task.descripcion} for task in held.tasks))
    emit(*({"event": event.id, "title": event.title} for event in held.events))
    emit(*({"taskRule": rule.id, "descripcion": rule.descripcion} for rule in held.rules))


def given(options: argparse.Namespace) -> dict[str, Any]:
    """The person's options that were given."""
    fields = {name: value for name in PERSON_OPTIONS if (value := getattr(options, name)) is not None}
    return cleared(fields) | ({"leader": None} if getattr(options, "no_leader", False) else {})


def cleared(fields: dict[str, str]) -> dict[str, str | None]:
    """The fields of a request: null in place of an empty text, for what can be cleared."""
    return {
        FIELDS.get(name, name): None if name in CLEARABLE and not value else value for name, value in fields.items()
    }


def csv_rows(file: Path) -> list[tuple[int, dict[str, Any]]]:
    """Each row with its line. An empty cell clears; a column that is missing, or an empty role, changes nothing."""
    table = read_table(file, lambda headings: "username" in headings)
    unknown = set(table.headings) - {"username", *PERSON_OPTIONS} if table else ()
    if table is None or unknown:
        wrong = f"there is no {', '.join(sorted(unknown))}; " if unknown else ""
        raise StartError(f"{file}: {wrong}the columns are {COLUMNS}.")
    width = len(table.headings)
    cells = ((row.line, zip_longest(table.headings, row.cells[:width], fillvalue="")) for row in table.rows)
    return [(line, cleared(named_cells(dict(each)))) for line, each in cells]


def named_cells(row: dict[str, str]) -> dict[str, str]:
    """A row's cells; an empty role is left out."""
    return {name: value for name, value in row.items() if value or name != "role"}


def hours_command(people: Any) -> None:
    options = add(people, "hours", user_hours, "print when a person works, or change it")
    options.add_argument("username")
    change = options.add_mutually_exclusive_group()
    change.add_argument(
        "--set",
        dest="week",
        action="append",
        type=shifts,
        metavar='"DAYS HH:MM-HH:MM"',
        help=f'their whole week; repeated for other hours: --set "1-4 09:00-18:00" --set "5 09:00-14:00" '
        f"({MONDAY} Monday … {SUNDAY} Sunday; in their own time zone)",
    )
    change.add_argument("--clear", action="store_true", help="as the office works")


def shifts(text: str) -> Shifts:
    """Parse days of a schedule such as `1-5 09:00-18:00` or `1,3,5 09:00-13:00`."""
    found = HOURS.fullmatch(text.strip())
    weekdays = [weekdays_of(part) for part in found[1].split(",")] if found else []
    if not found or not all(weekdays):
        raise argparse.ArgumentTypeError(
            f'takes days and hours such as "1-5 09:00-18:00" or "1,3 09:00-13:00", not {text!r}'
        )
    return [{"weekday": day, "starts": found[2], "ends": found[3]} for days in weekdays for day in days]


def weekdays_of(text: str) -> range:
    """Parse weekdays such as `3` or `1-5`; return none for anything else."""
    found = DAYS.fullmatch(text)
    return range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)


@with_pipeline
async def user_hours(options: argparse.Namespace, pipeline: Pipeline) -> None:
    person = await pipeline.run(OPERATOR, users.active_user, options.username)
    if options.clear:
        schedule = await pipeline.run(OPERATOR, schedules.reset_schedule, person.id)
    elif options.week:
        week = requests.build(ScheduleRequest, {"days": [day for shift in options.week for day in shift]})
        schedule = await pipeline.run(OPERATOR, schedules.set_schedule, person.id, week)
    else:
        schedule = await pipeline.run(OPERATOR, schedules.get_schedule, person.id)
    emit(schedule)
