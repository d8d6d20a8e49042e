"""The parts that commands share: adding one to the parser, running use cases as the machine's operator, printing."""

import argparse
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import msgspec

from bot.app import config, wiring
from bot.cli.arguments import add_config
from bot.process.event_loop import run_loop
from core.application.use_case import Caller, Pipeline
from core.people import users
from core.records.journal import Via

OPERATOR = Caller(users.OPERATOR, via=Via.CLI)

Command = Callable[[argparse.Namespace, config.Config], Coroutine[Any, Any, None]]


def group(parser: argparse.ArgumentParser) -> Any:
    """A parser's subcommands, to be added to."""
    parser.description = None
    return parser.add_subparsers(required=True, metavar="COMMAND")


def add(commands: Any, name: str, command: Command, explanation: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=explanation, description=explanation)
    define_command(parser, command)
    return parser


def define_command(parser: argparse.ArgumentParser, command: Command) -> None:
    """Run a command with the configuration."""
    add_config(parser)
    parser.set_defaults(command=lambda options: run_loop(command(options, config.load(options.config))))


Act = Callable[[argparse.Namespace, Pipeline], Awaitable[None]]


def with_pipeline(act: Act, *, begins: bool = False) -> Command:
    """A command that runs use cases only. Unless `begins`, there must be a database."""

    async def command(options: argparse.Namespace, settings: config.Config) -> None:
        async with wiring.open_pipeline(settings, begins=begins) as pipeline:
            await act(options, pipeline)

    return command


def beginning_pipeline(act: Act) -> Command:
    """Do as `with_pipeline` does for a command that may be the first: it creates a database if there is none."""
    return with_pipeline(act, begins=True)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns; the last column is not padded."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def emit(*values: Any) -> None:
    """Print values, a JSON line each."""
    for value in values:
        print(msgspec.json.encode(value).decode())
