"""The command line: starts the service, keeps the directory, issues tokens, looks after the database.

Every command runs the same use cases as the API and the chat, as the operator of the machine. Results go to standard
output in a form that scripts can read, everything else to standard error; a refusal exits with 1, a wrong use with 2.
"""

import argparse
import asyncio
import csv
import logging
import os
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

import storage
from api import tokens
from api.app import PREFIX, ROUTES
from bot import config, wiring
from core import i18n, requests, users
from core.errors import DomainError, FieldError, Invalid
from core.jobs import timetable
from core.jobs.running import Job
from core.model import Language, Role
from core.use_case import Caller, Pipeline

OPERATOR = Caller(users.OPERATOR)
DURATION = re.compile(r"([1-9][0-9]{0,4})([smhd])")
UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
ROLES = ("api", "bot", "jobs")
CLEARABLE = ("leader", "birthday", "timezone", "language")
PERSON_OPTIONS = ("name", "role", *CLEARABLE)
COLUMNS = f"username, {', '.join(PERSON_OPTIONS)}"
IMPORTED_ROW = re.compile(r"rows\[(\d+)\]\.")
FIRST_LINE = 2
OWNER_ONLY = 0o077

Command = Callable[[argparse.Namespace, config.Config], Awaitable[None]]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the process's exit code."""
    options = parser().parse_args(argv)
    os.umask(OWNER_ONLY)  # what we make holds a team's data
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    for chatty in ("httpx", "apscheduler", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    try:
        settings = config.load(options.config)
        wiring.run_loop(options.command(options, settings))
    except KeyboardInterrupt:
        return 130
    except Invalid as refused:
        return refuse(*(described(error) for error in refused.errors))
    except DomainError as refused:
        return refuse(i18n.error_text(Language.EN, refused))
    except (config.ConfigError, wiring.StartError, storage.SchemaOutOfDate, OSError) as fault:
        return refuse(str(fault))
    return 0


def refuse(*lines: str) -> int:
    """Say why nothing was done."""
    for line in lines:
        print(f"semaforo: {line}", file=sys.stderr)
    return 1


def described(error: FieldError) -> str:
    """A field at fault, as the person at the keyboard named it; of an imported row, by the line of the file."""
    field = IMPORTED_ROW.sub(lambda row: f"line {int(row[1]) + FIRST_LINE}: ", error.field)
    return f"{field}: {i18n.field_text(Language.EN, error)}"


def emit(value: object) -> None:
    """One JSON line on standard output."""
    print(msgspec.json.encode(value).decode())


async def run(options: argparse.Namespace, settings: config.Config) -> None:
    """Serve until asked to stop."""
    await wiring.serve(settings, frozenset(options.only or ROLES))


async def demo(options: argparse.Namespace, _: config.Config) -> None:
    """Serve a demo team with a local chat page until asked to stop."""
    from bot.demo import serve_demo  # noqa: PLC0415 the sandbox is no part of a production start

    await serve_demo(options.api_port, options.chat_port, options.data)


def with_pipeline(act: Callable[[argparse.Namespace, Pipeline], Awaitable[None]]) -> Command:
    """A command that needs no more than use cases."""

    async def command(options: argparse.Namespace, settings: config.Config) -> None:
        async with AsyncExitStack() as stack:
            await act(options, await wiring.open_pipeline(settings, stack))

    return command


def given(options: argparse.Namespace) -> dict[str, Any]:
    """The person's options that were given; an empty text clears what can be cleared."""
    fields = {name: value for name in PERSON_OPTIONS if (value := getattr(options, name)) is not None}
    return cleared(fields) | ({"leader": None} if getattr(options, "no_leader", False) else {})


def cleared(fields: dict[str, str]) -> dict[str, str | None]:
    """Fields as typed, null where an empty text means that there is none."""
    return {name: None if name in CLEARABLE and not value else value for name, value in fields.items()}


@with_pipeline
async def user_add(options: argparse.Namespace, pipeline: Pipeline) -> None:
    """Add a person and print them."""
    fields = {"username": options.username, **given(options)}
    user = await pipeline.run(OPERATOR, users.add_user, requests.build(users.UserCreate, fields))
    emit(user)


@with_pipeline
async def user_set(options: argparse.Namespace, pipeline: Pipeline) -> None:
    """Change a person and print them."""
    change = requests.build(users.UserUpdate, given(options))
    user = await pipeline.run(OPERATOR, users.set_user, options.username, change)
    emit(user)


@with_pipeline
async def user_list(_: argparse.Namespace, pipeline: Pipeline) -> None:
    """Print everybody, a line each."""
    for user in await pipeline.run(OPERATOR, users.list_users):
        emit(user)


@with_pipeline
async def user_import(options: argparse.Namespace, pipeline: Pipeline) -> None:
    """Add and change people from a CSV file, all or none, and print how many."""
    people = requests.build(users.UserImport, {"rows": csv_rows(options.file)})
    emit({"imported": await pipeline.run(OPERATOR, users.import_users, people)})


def csv_rows(file: Path) -> list[dict[str, Any]]:
    """The rows of a CSV file with a header; an empty cell clears, an empty role and a missing column say nothing."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as source:
            reader = csv.DictReader(source, restkey="")
            unknown = set(reader.fieldnames or ()) - {"username", *PERSON_OPTIONS}
            if unknown or "username" not in (reader.fieldnames or ()):
                wrong = f"there is no {', '.join(sorted(unknown))}; " if unknown else ""
                raise wiring.StartError(f"{file}: {wrong}the columns are {COLUMNS}.")
            return [cleared(named_cells(row)) for row in reader]
    except (UnicodeDecodeError, csv.Error) as fault:
        raise wiring.StartError(f"{file}: is no CSV in UTF-8: {fault}.") from None


def named_cells(row: dict[str, str | None]) -> dict[str, str]:
    """A row's cells under a heading, without an empty role: it says nothing."""
    return {name: value or "" for name, value in row.items() if name and (value or name != "role")}


async def user_invite(options: argparse.Namespace, settings: config.Config) -> None:
    """Print a one-time link and the code to type."""
    async with AsyncExitStack() as stack:
        pipeline = await wiring.open_pipeline(settings, stack)
        code = await pipeline.run(OPERATOR, users.invite, options.username)
    if settings.telegram.token:
        print(await wiring.invite_link(settings.telegram, code))
    else:
        print("semaforo: no telegram.token (SEMAFORO_TELEGRAM_TOKEN): no link, only the code", file=sys.stderr)
    print("-".join(code[i : i + 5] for i in range(0, len(code), 5)))


def user_activity(*, active: bool) -> Command:
    """A command that lets a person in or shuts them out, and prints them."""

    @with_pipeline
    async def command(options: argparse.Namespace, pipeline: Pipeline) -> None:
        user = await pipeline.run(OPERATOR, users.set_user, options.username, users.UserUpdate(is_active=active))
        emit(user)

    return command


async def token_issue(options: argparse.Namespace, settings: config.Config) -> None:
    """Print a token, alone."""
    async with AsyncExitStack() as stack:
        pipeline = await wiring.open_pipeline(settings, stack)
        user = await pipeline.run(OPERATOR, users.active_user, options.username)
        print(tokens.issue(wiring.keyring(settings), user, options.ttl, pipeline.clock.now()))


@with_pipeline
async def token_revoke(options: argparse.Namespace, pipeline: Pipeline) -> None:
    """End every token of a person."""
    await pipeline.run(OPERATOR, users.revoke_tokens, options.username)


async def db_upgrade(_: argparse.Namespace, settings: config.Config) -> None:
    """Bring the database to this version's schema."""
    with wiring.url_named():
        await asyncio.to_thread(storage.upgrade, settings.database.url)
    print("ok")


async def db_check(_: argparse.Namespace, settings: config.Config) -> None:
    """Say what is wrong with the database, if anything."""
    with wiring.url_named():
        problems = await asyncio.to_thread(storage.check, settings.database.url)
    if problems:
        raise wiring.StartError("; ".join(problems))
    print("ok")


async def db_backup(options: argparse.Namespace, settings: config.Config) -> None:
    """Copy the database as it stands, while it is in use."""
    with wiring.url_named():
        await asyncio.to_thread(storage.backup, settings.database.url, options.file)
    print("ok")


@with_pipeline
async def job_list(_: argparse.Namespace, pipeline: Pipeline) -> None:
    """Print every job with its last run and its next turn, a line each."""
    for standing in await pipeline.run(OPERATOR, timetable.list_jobs):
        emit(standing)


@with_pipeline
async def job_run(options: argparse.Namespace, pipeline: Pipeline) -> None:
    """Run a job now and print its run."""
    done = await pipeline.run(OPERATOR, timetable.TIMETABLE[Job(options.name)].use_case)
    emit(done)


async def openapi(_: argparse.Namespace, __: config.Config) -> None:
    """Print the API's OpenAPI document."""
    from api.openapi import document  # noqa: PLC0415 nothing else needs it

    print(msgspec.json.format(msgspec.json.encode(document(ROUTES, PREFIX)), indent=2).decode())


def duration(text: str) -> timedelta:
    """`30d`, `12h`, `45m` or `90s` as a length of time."""
    found = DURATION.fullmatch(text)
    if not found:
        raise argparse.ArgumentTypeError(f"takes a length of time such as 30d, 12h, 45m or 90s, not {text!r}")
    return timedelta(**{UNITS[found[2]]: int(found[1])})


def port(text: str) -> int:
    """A TCP port; 0 takes any free one."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:  # noqa: PLR2004 the largest port
        raise argparse.ArgumentTypeError(f"takes a port from 0 to 65535, not {text!r}")
    return int(text)


def parser() -> argparse.ArgumentParser:
    """Every command with its options."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--config", type=Path, metavar="FILE", help="configuration file (default: config.toml if there)"
    )
    root = argparse.ArgumentParser(
        prog="semaforo", description="Team calendar, 3W tasks and daily logs, in chat and REST."
    )
    root.add_argument("--version", action="version", version=f"semaforo {version('semaforo')}")
    commands = root.add_subparsers(required=True, metavar="COMMAND")

    def add(group: Any, name: str, command: Command, explanation: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = group.add_parser(
            name, parents=[common], help=explanation, description=explanation
        )
        made.set_defaults(command=command)
        return made

    def group(name: str, explanation: str) -> Any:
        return commands.add_parser(name, help=explanation).add_subparsers(required=True, metavar="COMMAND")

    demo_options = add(commands, "demo", demo, "try everything: API, bot and chat page over a demo team")
    demo_options.add_argument("--api-port", type=port, default=8080, metavar="N", help="port of the API (8080)")
    demo_options.add_argument("--chat-port", type=port, default=8081, metavar="N", help="port of the chat page (8081)")
    demo_options.add_argument(
        "--data", type=Path, metavar="DIR", help="keep the demo's data there (default: throw it away)"
    )

    run_options = add(commands, "run", run, "serve the API, the bot and the jobs")
    run_options.add_argument("--only", action="append", choices=ROLES, help="serve only this part; may be repeated")

    add(commands, "openapi", openapi, "print the API's OpenAPI document")

    people = group("user", "the directory of people and integrations")
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

    credentials = group("token", "API tokens")
    issue = add(credentials, "issue", token_issue, "print a new token")
    issue.add_argument("username")
    issue.add_argument(
        "--ttl", type=duration, default=timedelta(days=30), metavar="TIME", help="how long it lasts (30d)"
    )
    add(credentials, "revoke", token_revoke, "end every token of a person").add_argument("username")

    jobs = group("job", "what is done by the clock")
    add(jobs, "list", job_list, "print every job with its last run and its next turn, one JSON line each")
    add(jobs, "run", job_run, "run a job now and print what it did").add_argument(
        "name", choices=[job.value for job in Job], metavar="NAME", help=", ".join(Job)
    )

    database = group("db", "the database")
    add(database, "upgrade", db_upgrade, "bring the database to this version's schema")
    backup = add(database, "backup", db_backup, "copy the database as it stands, while it is in use")
    backup.add_argument("file", type=Path, help="a file that does not exist yet")
    add(database, "check", db_check, "say what is wrong with the database, if anything")
    return root


def person_options(options: argparse.ArgumentParser, *, required: bool) -> None:
    """What can be said of a person; an empty value clears."""
    options.add_argument("--name", required=required, help="how people see them")
    options.add_argument("--role", choices=[role.value for role in Role], help="member (default), admin or service")
    leader = options.add_mutually_exclusive_group()
    leader.add_argument("--leader", metavar="USERNAME", help="who leads them")
    if not required:
        leader.add_argument("--no-leader", action="store_true", help="nobody leads them")
    options.add_argument("--birthday", metavar="YYYY-MM-DD")
    options.add_argument("--timezone", metavar="ZONE", help="an IANA zone, where it is not the team's")
    options.add_argument("--language", choices=[language.value for language in Language])
