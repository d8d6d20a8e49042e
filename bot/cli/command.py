"""What every command is made of: how it is added to the parser, run as the operator of the machine, and answers."""

import argparse
import re
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from datetime import date
from typing import Any

import msgspec

from bot.app import config, wiring
from bot.cli.options import COMMON
from core.application.use_case import Caller, Pipeline
from core.base.date_times import within_years
from core.base.model import INT32_MAX
from core.people import users

OPERATOR = Caller(users.OPERATOR)

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

Plain = Callable[[argparse.Namespace], Coroutine[Any, Any, None]]
Command = Callable[[argparse.Namespace, config.Config], Coroutine[Any, Any, None]]


def group(commands: Any, name: str, explanation: str) -> Any:
    """A command that has commands of its own, to add them to."""
    return commands.add_parser(name, help=explanation).add_subparsers(required=True, metavar="COMMAND")


def add(commands: Any, name: str, command: Command, explanation: str) -> argparse.ArgumentParser:
    """A command among others, to add its options to; it has the machine's settings."""

    def with_settings(options: argparse.Namespace) -> Coroutine[Any, Any, None]:
        return command(options, config.load(options.config))

    return add_plain(commands, name, with_settings, explanation, COMMON)


def add_plain(
    commands: Any, name: str, command: Plain, explanation: str, *parents: argparse.ArgumentParser
) -> argparse.ArgumentParser:
    """One that reads no settings, to add its options to those of `parents`."""
    made: argparse.ArgumentParser = commands.add_parser(
        name, parents=parents, help=explanation, description=explanation
    )
    made.set_defaults(command=command)
    return made


def with_pipeline(act: Callable[[argparse.Namespace, Pipeline], Awaitable[None]]) -> Command:
    """A command that needs no more than use cases."""

    async def command(options: argparse.Namespace, settings: config.Config) -> None:
        async with AsyncExitStack() as stack:
            await act(options, await wiring.open_pipeline(settings, stack))

    return command


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Rows in columns under their heads on standard output; the last column may be of any length."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def a_date(text: str) -> date:
    """A date as it is typed."""
    with suppress(ValueError):
        if DATE.fullmatch(text) and within_years(found := date.fromisoformat(text)):
            return found
    raise argparse.ArgumentTypeError(f"takes a date as YYYY-MM-DD, not {text!r}")


def identifier(text: str) -> int:
    """The id of a row."""
    if not text.isascii() or not text.isdigit() or int(text) > INT32_MAX:
        raise argparse.ArgumentTypeError(f"takes an id, not {text!r}")
    return int(text)


def emit(value: object) -> None:
    """One JSON line on standard output."""
    print(msgspec.json.encode(value).decode())
