"""Arguments of the command line: options of several commands, and types that argparse does not have."""

import argparse
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path

from core.base.date_times import within_years
from core.base.model import INT32_MAX

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="configuration file (default: config.toml if there)"
    )


def number(what: str, first: int, last: int) -> Callable[[str], int]:
    """A type of arguments: a number from the first to the last."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and first <= int(text) <= last:
            return int(text)
        raise argparse.ArgumentTypeError(f"takes {what}, not {text!r}")

    return read


def a_date(text: str) -> date:
    """YYYY-MM-DD."""
    with suppress(ValueError):
        if DATE.fullmatch(text) and within_years(found := date.fromisoformat(text)):
            return found
    raise argparse.ArgumentTypeError(f"takes a date as YYYY-MM-DD, not {text!r}")


port = number("a port from 0 to 65535", 0, 65535)
"""The type of a port; 0 is any free one."""
identifier = number("an id", 0, INT32_MAX)
