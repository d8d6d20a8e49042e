"""Every command with its options, and how one is run."""

import argparse
import re
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version

import storage
from bot.app import config, wiring
from bot.cli.absences import absence_commands
from bot.cli.database import database_commands
from bot.cli.hours import hours_command
from bot.cli.jobs import job_commands
from bot.cli.ledger import ledger_commands
from bot.cli.messages import INTERRUPTED, log, reason, refuse
from bot.cli.outbox import outbox_commands
from bot.cli.people import people_commands
from bot.cli.serving import serving_commands
from bot.cli.tokens import token_commands
from bot.process.listening import StartError
from core.base.errors import DomainError, FieldCode, FieldError, Invalid, Unavailable
from core.base.model import Language
from core.language import i18n

IMPORTED_ROW = re.compile(r"rows\[(\d+)\]\.")
FIRST_LINE = 2
HOURS_OF_A_WEEK = re.compile(r"days\[\d+\]\.")
OPTIONS = ("name", "leader", "birthday", "timezone", "reason")
CALLED = {"firstDay": "FIRST", "lastDay": "LAST", **{option: f"--{option}" for option in OPTIONS}}
"""What the command line calls a field, where that is not the field's own name."""
TAKES = {
    ("username", FieldCode.INVALID_FORMAT): "It takes 1 to 64 letters a-z, digits, '.', '_' and '-'.",
    ("timezone", FieldCode.NOT_ONE_OF): "It takes an IANA time zone, such as America/Mexico_City.",
}
"""What a field takes, where the text that everybody reads does not say it."""


def perform(arguments: Sequence[str]) -> int:
    """Run one command; the process's exit code."""
    options = parser().parse_args(arguments)
    log(several=getattr(options, "worker", None) is not None)
    try:
        wiring.run_loop(options.command(options))
    except KeyboardInterrupt:
        return INTERRUPTED
    except Invalid as refused:
        return refuse(*dict.fromkeys(described(error) for error in refused.errors))
    except Unavailable as refused:
        return refuse(f"the database cannot be used right now: {refused.__cause__ or refused}")
    except DomainError as refused:
        return refuse(i18n.error_text(Language.EN, refused))
    except (config.ConfigError, StartError, storage.SchemaOutOfDate, OSError) as fault:
        return refuse(reason(fault))
    return 0


def parser() -> argparse.ArgumentParser:
    """Every command with its options."""
    root = argparse.ArgumentParser(
        prog="semaforo", description="Team calendar, 3W tasks and daily logs, in chat and REST."
    )
    root.add_argument("--version", action="version", version=f"semaforo {version('semaforo')}")
    commands = root.add_subparsers(required=True, metavar="COMMAND")
    serving_commands(commands)
    hours_command(people_commands(commands))
    absence_commands(commands)
    token_commands(commands)
    job_commands(commands)
    ledger_commands(commands)
    outbox_commands(commands)
    database_commands(commands)
    return root


def described(error: FieldError) -> str:
    """A field at fault, as the person at the keyboard named it; of an imported row, by the line and its column."""
    field = IMPORTED_ROW.sub(lambda row: f"line {int(row[1]) + FIRST_LINE}: ", error.field)
    field = HOURS_OF_A_WEEK.sub("--set: ", CALLED.get(field, field))
    params = {key: CALLED.get(str(value), value) if key == "other" else value for key, value in error.params.items()}
    said = TAKES.get((error.field.rpartition(".")[2], error.code))
    return f"{field}: {said or i18n.field_text(Language.EN, replace(error, params=params))}"
