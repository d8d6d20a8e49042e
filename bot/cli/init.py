"""`semaforo init`: asks what cannot be guessed, and writes a configuration with a secret of its own."""

import argparse
import json
import os
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from bot.app import config
from bot.process.listening import StartError
from core.base.calendar_time import known_zones
from core.language.countries import country_of
from core.people import public_holidays

LOCALTIME = Path("/etc/localtime")
NOTHING = "-"
"""Typed where a default is not wanted and nothing takes its place."""


class SetupQuestion(Struct, frozen=True):
    """A key, what is asked, and the answer where nothing is typed."""

    key: config.Key
    asked: str
    default: str


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask for what a service needs to know, and write it to a configuration file with a secret that signs tokens. "
        "Each key that is not asked for has its default; config.example.toml lists them all."
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="what to write (default: config.toml)")
    parser.add_argument("--defaults", action="store_true", help="ask nothing")
    parser.set_defaults(command=init)


def init(options: argparse.Namespace) -> int:
    """Write the file, readable by its owner alone; one that is there stays as it is. The exit code."""
    file = options.config or config.DEFAULT_FILE
    if file.exists():
        raise StartError(f"{file} is there already; nothing was written.")
    answers: dict[config.Key, str] = {("jwt", "secret"): secrets.token_hex(config.SECRET_BYTES)}
    asked = questions()
    for number, question in enumerate(asked, start=1):
        if question.key == ("backup", "at") and answers[("database", "url")].startswith("postgresql"):
            continue
        answers |= (
            {question.key: question.default}
            if options.defaults
            else answered(f"{number}/{len(asked)}", question, answers)
        )
    write(file, answers)
    named = f" --config {file}" if options.config else ""
    print(
        f"{file} is written. Next{place_of(answers[('database', 'url')])}: "
        f"`semaforo user add USERNAME --name NAME --role admin{named}`, then `semaforo run{named}`."
    )
    print(f"`semaforo doctor{named}` says whether all is well, and config.example.toml what else can be set.")
    return 0


def place_of(url: str) -> str:
    """The place where a command must be run to find the database, if that makes a difference."""
    is_relative = url.startswith(config.SQLITE) and not Path(url.removeprefix(config.SQLITE)).is_absolute()
    return ", in the folder where the database is to be" if is_relative else ""


def questions() -> tuple[SetupQuestion, ...]:
    zone = machine_zone()
    country = country_of(zone)
    known = country if public_holidays.is_known(country) else ""
    return (
        SetupQuestion(("telegram", "token"), "The token that @BotFather gave; without one there is no bot yet", ""),
        SetupQuestion(("timezone",), "The team's time zone", zone),
        SetupQuestion(
            ("schedule", "country"), "The country whose public holidays are days off, by its two letters", known
        ),
        SetupQuestion(
            ("database", "url"), "The database: a file, or postgresql+asyncpg://…", config.DatabaseConfig().url
        ),
        SetupQuestion(("api", "public_url"), "Where clients reach the API, https://…, for links to calendars", ""),
        SetupQuestion(("backup", "at"), "When to back up each day, HH:MM", "03:30"),
    )


def machine_zone() -> str:
    """The zone of this machine where it has one of a place, else the default."""
    name = str(LOCALTIME.resolve()).partition("zoneinfo/")[2]
    return name if "/" in name and not name.startswith("Etc/") and name in known_zones() else config.Config().timezone


def answered(number: str, question: SetupQuestion, before: Mapping[config.Key, str]) -> Mapping[config.Key, str]:
    """Ask until the answer is one that the key takes."""
    default = question.default or "nothing"
    leave = f", {NOTHING} for nothing" if question.default and question.key[0] in ("schedule", "backup") else ""
    while True:
        try:
            typed = input(f"{number}  {question.asked} [{default}{leave}]: ").strip()
        except EOFError:
            raise StartError("the questions were not answered; nothing was written.") from None
        answer = "" if typed == NOTHING else typed or question.default
        if question.key == ("database", "url") and "://" not in answer:
            answer = config.SQLITE + answer
        try:
            check({**before, question.key: answer})
        except config.ConfigError as fault:
            print(fault, file=sys.stderr)
        else:
            return {question.key: answer}


def check(answers: Mapping[config.Key, str]) -> None:
    """Raise `ConfigError` unless the answers make a valid configuration."""
    keys = config.known_keys()
    values = {key: config.converted(".".join(key), value, keys[key], strict=True) for key, value in answers.items()}
    config.check(msgspec.convert(config.nested(values), config.Config))


def write(file: Path, answers: Mapping[config.Key, str]) -> None:
    document = config.nested(answers)
    plain = {name: value for name, value in document.items() if not isinstance(value, dict)}
    lines = [
        "# Semáforo's configuration, by `semaforo init`. Keys that are not here have their defaults.",
        *pairs(plain),
    ]
    for section, values in document.items():
        if isinstance(values, dict):
            lines += ["", f"[{section}]", *pairs(values)]
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as target:
        target.write("\n".join(lines) + "\n")


def pairs(values: Mapping[str, str]) -> list[str]:
    return [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
