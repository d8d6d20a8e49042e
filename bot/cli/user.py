"""`semaforo user`: the directory of people and integrations."""

import argparse
import csv
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from bot.app import config, wiring
from bot.cli.command import OPERATOR, Command, add, emit, group, with_pipeline
from bot.cli.hours import hours_command
from bot.process.listening import StartError
from core.application import requests
from core.application.use_case import Pipeline
from core.base.model import Language, Role
from core.people import users

CLEARABLE = ("leader", "birthday", "timezone", "language")
PERSON_OPTIONS = ("name", "role", *CLEARABLE)
COLUMNS = f"username, {', '.join(PERSON_OPTIONS)}"


def define(parser: argparse.ArgumentParser) -> None:
    people = group(parser)
    for name, act, explanation in (("add", user_add, "add a person"), ("set", user_set, "change a person")):
        options = add(people, name, act, explanation)
        options.add_argument("username")
        person_options(options, required=name == "add")
    add(people, "list", user_list, "print everybody, one JSON line each")
    add(people, "import", user_import, "add and change people from a CSV file").add_argument(
        "file", type=Path, help=f"CSV in UTF-8 with a header of some of {COLUMNS}; a column left out changes nothing"
    )
    add(people, "invite", user_invite, "print a one-time link to join the chat").add_argument("username")
    for name, active in (("deactivate", False), ("activate", True)):
        add(people, name, user_activity(active=active), f"{name} a person").add_argument("username")
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
    options.add_argument("--language", choices=[language.value for language in Language], help="of the chat")


@with_pipeline
async def user_add(options: argparse.Namespace, pipeline: Pipeline) -> None:
    fields = {"username": options.username, **given(options)}
    user = await pipeline.run(OPERATOR, users.add_user, requests.build(users.UserCreate, fields))
    emit(user)


@with_pipeline
async def user_set(options: argparse.Namespace, pipeline: Pipeline) -> None:
    change = requests.build(users.UserUpdate, given(options))
    user = await pipeline.run(OPERATOR, users.set_user, options.username, change)
    emit(user)


@with_pipeline
async def user_list(_: argparse.Namespace, pipeline: Pipeline) -> None:
    for user in await pipeline.run(OPERATOR, users.list_users):
        emit(user)


@with_pipeline
async def user_import(options: argparse.Namespace, pipeline: Pipeline) -> None:
    """All rows or none; prints how many."""
    people = requests.build(users.UserImport, {"rows": csv_rows(options.file)})
    emit({"imported": await pipeline.run(OPERATOR, users.import_users, people)})


async def user_invite(options: argparse.Namespace, settings: config.Config) -> None:
    async with AsyncExitStack() as stack:
        pipeline = await wiring.open_pipeline(settings, stack)
        code = await pipeline.run(OPERATOR, users.invite, options.username)
    if settings.telegram.token:
        from bot.app.chat_service import invite_link  # noqa: PLC0415 no other command of people asks Telegram

        print(await invite_link(settings.telegram, code))
    else:
        print("semaforo: no telegram.token (SEMAFORO_TELEGRAM_TOKEN): no link, only the code", file=sys.stderr)
    print("-".join(code[i : i + 5] for i in range(0, len(code), 5)))


def user_activity(*, active: bool) -> Command:
    @with_pipeline
    async def command(options: argparse.Namespace, pipeline: Pipeline) -> None:
        user = await pipeline.run(OPERATOR, users.set_user, options.username, users.UserUpdate(is_active=active))
        emit(user)

    return command


def given(options: argparse.Namespace) -> dict[str, Any]:
    """The person's options that were given."""
    fields = {name: value for name in PERSON_OPTIONS if (value := getattr(options, name)) is not None}
    return cleared(fields) | ({"leader": None} if getattr(options, "no_leader", False) else {})


def cleared(fields: dict[str, str]) -> dict[str, str | None]:
    """Null in place of an empty text, for what can be cleared."""
    return {name: None if name in CLEARABLE and not value else value for name, value in fields.items()}


def csv_rows(file: Path) -> list[dict[str, Any]]:
    """An empty cell clears; a column that is missing, or an empty role, changes nothing."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as source:
            reader = csv.DictReader(source, restkey="")
            unknown = set(reader.fieldnames or ()) - {"username", *PERSON_OPTIONS}
            if unknown or "username" not in (reader.fieldnames or ()):
                wrong = f"there is no {', '.join(sorted(unknown))}; " if unknown else ""
                raise StartError(f"{file}: {wrong}the columns are {COLUMNS}.")
            return [cleared(named_cells(row)) for row in reader]
    except (UnicodeDecodeError, csv.Error) as fault:
        raise StartError(f"{file}: is not CSV in UTF-8: {fault}.") from None


def named_cells(row: dict[str, str | None]) -> dict[str, str]:
    """A row's cells under a heading; an empty role is left out."""
    return {name: value or "" for name, value in row.items() if name and (value or name != "role")}
