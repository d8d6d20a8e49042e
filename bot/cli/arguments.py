"""What is typed, read: options of several commands, and types that argparse does not have."""

import argparse
import re
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


def port(text: str) -> int:
    """0 is any free port."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:  # noqa: PLR2004 the largest port
        raise argparse.ArgumentTypeError(f"takes a port from 0 to 65535, not {text!r}")
    return int(text)


def a_date(text: str) -> date:
    """YYYY-MM-DD."""
    with suppress(ValueError):
        if DATE.fullmatch(text) and within_years(found := date.fromisoformat(text)):
            return found
    raise argparse.ArgumentTypeError(f"takes a date as YYYY-MM-DD, not {text!r}")


def identifier(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > INT32_MAX:
        raise argparse.ArgumentTypeError(f"takes an id, not {text!r}")
    return int(text)
