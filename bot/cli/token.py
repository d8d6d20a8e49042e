"""`semaforo token`: tokens of the API."""

import argparse
import re
from datetime import timedelta

from api.auth import tokens
from bot.app import config, wiring
from bot.app.tokens import keyring
from bot.cli.command import OPERATOR, add, group, with_pipeline
from bot.process.listening import StartError
from core.application.use_case import Pipeline
from core.people import users

DURATION = re.compile(r"([1-9][0-9]{0,4})([smhd])")
UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def define(parser: argparse.ArgumentParser) -> None:
    credentials = group(parser)
    issue = add(credentials, "issue", token_issue, "print a new token of a person or an integration")
    issue.add_argument("username")
    issue.add_argument(
        "--ttl",
        type=duration,
        default=timedelta(days=30),
        metavar="TIME",
        help="how long it is valid, such as 12h or 90d (default: 30d)",
    )
    add(credentials, "revoke", token_revoke, "end every token of a person").add_argument("username")


async def token_issue(options: argparse.Namespace, settings: config.Config) -> None:
    if options.ttl > timedelta(days=settings.jwt.max_token_days):
        raise StartError(f"--ttl: takes at most {settings.jwt.max_token_days}d (jwt.max_token_days).")
    async with wiring.open_pipeline(settings) as pipeline:
        user = await pipeline.run(OPERATOR, users.active_user, options.username)
        print(tokens.issue(keyring(settings), user, options.ttl, pipeline.clock.now()))


@with_pipeline
async def token_revoke(options: argparse.Namespace, pipeline: Pipeline) -> None:
    await pipeline.run(OPERATOR, users.revoke_tokens, options.username)


def duration(text: str) -> timedelta:
    """`30d`, `12h`, `45m` or `90s` as a length of time."""
    found = DURATION.fullmatch(text)
    if not found:
        raise argparse.ArgumentTypeError(f"takes a length of time such as 30d, 12h, 45m or 90s, not {text!r}")
    return timedelta(**{UNITS[found[2]]: int(found[1])})
