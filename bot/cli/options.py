"""What commands take that is read before anything heavy is imported: all that `semaforo run` does."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from bot.process.worker import Worker

ROLES = ("api", "bot", "jobs")
SERVE = "serve the API, the bot and the jobs"
MOST_WORKERS = 64
COMMON = argparse.ArgumentParser(add_help=False)
COMMON.add_argument("--config", type=Path, metavar="FILE", help="configuration file (default: config.toml if there)")


def for_several(arguments: Sequence[str]) -> argparse.Namespace | None:
    """The options of a `semaforo run` that asks for several workers; None for any other command."""
    if arguments[:1] != ["run"]:
        return None
    parser = argparse.ArgumentParser(prog="semaforo run", parents=[COMMON], description=SERVE)
    run_options(parser)
    options = parser.parse_args(arguments[1:])
    return options if options.workers > 1 and options.worker is None else None


def run_options(parser: argparse.ArgumentParser) -> None:
    """What `semaforo run` takes."""
    parser.add_argument("--only", action="append", choices=ROLES, help="serve only this part; may be repeated")
    parser.add_argument(
        "--workers",
        type=workers,
        default=1,
        metavar="N",
        help="serve with so many processes, which share the ports of this machine (default: 1)",
    )
    parser.add_argument("--worker", type=Worker.read, help=argparse.SUPPRESS)


def workers(text: str) -> int:
    """How many processes."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"takes a number from 1 to {MOST_WORKERS}, not {text!r}")
    return int(text)


def port(text: str) -> int:
    """A TCP port; 0 takes any free one."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:  # noqa: PLR2004 the largest port
        raise argparse.ArgumentTypeError(f"takes a port from 0 to 65535, not {text!r}")
    return int(text)
