"""The command line: starts the service, keeps the directory, issues tokens, looks after the database.

Every command runs the same use cases as the API and the chat, as the operator of the machine. Results go to standard
output in a form that scripts can read, everything else to standard error; a refusal exits with 1, a wrong use with 2.

Each command is a module of that name, imported when the command is run: its `define` adds the options to the parser.
`command` is what they share, `arguments` reads what is typed, `refusals` explains what the core refuses.
"""

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from bot.process.listening import StartError
from bot.process.loading import loading
from bot.process.signals import quiet_sigint
from core.base.errors import DomainError

CHECKOUT = Path(__file__).parents[2]
OWNER_ONLY = 0o077
INTERRUPTED, UNREAD = 130, 141
"""The exit codes of a command that was interrupted, and of one whose output nobody reads on, as shells have them."""

COMMANDS = {
    "demo": "try everything: API, bot and chat page over a demo team",
    "init": "write a configuration: asks six questions",
    "run": "serve the API, the bot and the jobs",
    "openapi": "print the API's OpenAPI document",
    "user": "the directory of people and integrations",
    "person": "all that the database has of somebody: hand it out, or erase it",
    "task": "tasks from other programs",
    "absence": "the days on which people are away",
    "token": "API tokens",
    "webhook": "addresses of other systems that are told of changes",
    "job": "what is done by the clock",
    "ledger": "why somebody was written to, or was not: the messages of a day, what became of each, and when it was "
    "answered",
    "simulate": "what would be sent to whom in the days to come, what would not, and why",
    "outbox": "messages to people: what waits, and what Telegram refused",
    "db": "the database",
    "doctor": "say what is wrong with configuration, machine, database, Telegram or service, and what to do",
}


def main(argv: Sequence[str] | None = None) -> int:
    """The exit code of a command."""
    os.umask(OWNER_ONLY)  # what we make holds a team's data
    try:
        options = parse(sys.argv[1:] if argv is None else argv)
        log(several=getattr(options, "workers", 1) > 1)
        code: int = options.command(options) or 0
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still to be flushed
        return UNREAD
    except DomainError as refused:
        from bot.cli.refusals import explained  # noqa: PLC0415 the texts are read only where one is needed

        return refuse(*explained(refused))
    except StartError as fault:
        return refuse(*str(fault).splitlines())
    except OSError as fault:
        named = fault.filename and fault.strerror
        return refuse(f"{fault.filename}: {fault.strerror}" if named else str(fault))
    return code


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Imports only the command that was typed."""
    root = argparse.ArgumentParser(
        prog="semaforo", description="Team calendar, 3W tasks and daily logs, in chat and REST."
    )
    root.add_argument(
        "--version", action=Version, nargs=0, help="show the version, with the commit where it is known, and exit"
    )
    commands = root.add_subparsers(required=True, metavar="COMMAND")
    typed = arguments[0] if arguments and arguments[0] in COMMANDS else None
    for name in [typed] if typed else COMMANDS:
        parser = commands.add_parser(name, help=COMMANDS[name], description=COMMANDS[name])
        if typed:
            with quiet_sigint(), loading():
                command = import_module(f"bot.cli.{name}")
            command.define(parser)
    return root.parse_args(arguments)


class Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 takes a third of the time that `--help` does

        from bot.process.commit import commit_label  # noqa: PLC0415 as above
        from core.base.calendar_time import zone_data  # noqa: PLC0415 as above

        told = version("semaforo")
        if now := commit_label(CHECKOUT):  # an editable installation has the commit of when it was installed
            told = told.partition("+")[0] + now
        print(f"semaforo {told}\ntime zones {zone_data()}", flush=True)
        parser.exit()


def log(*, several: bool) -> None:
    process = "%(process)d " if several else ""
    logging.basicConfig(
        level=logging.INFO, format=f"%(asctime)s {process}%(levelname)s %(name)s: %(message)s", stream=sys.stderr
    )
    for chatty in ("httpx", "apscheduler", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def refuse(*lines: str) -> int:
    """The exit code of a refusal."""
    for line in lines:
        print(f"semaforo: {line}", file=sys.stderr)
    return 1
