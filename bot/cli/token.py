"""`semaforo token`: tokens of the API."""

import argparse
import re
from datetime import datetime, timedelta

from bot.app import config, wiring
from bot.app.tokens import token_issuer
from bot.cli.command import OPERATOR, add, emit, group, with_pipeline
from bot.process.listening import StartError
from core.application.requests import build
from core.application.use_case import Pipeline
from core.base.errors import Code, NotFound
from core.people import tokens, users
from core.people.tokens import TokenRequest
from core.records.tokens import Scope

DURATION = re.compile(r"([1-9][0-9]{0,4})([smhd])")
UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
SCOPES = ", ".join(Scope)


def define(parser: argparse.ArgumentParser) -> None:
    credentials = group(parser)
    issue = add(credentials, "issue", token_issue, "print a new token of a person or an integration")
    issue.add_argument("username")
    issue.add_argument("--name", help="what to know it by (default: the command line and today's date)")
    issue.add_argument(
        "--scope",
        type=scopes,
        action="extend",
        metavar="SCOPE",
        help=f"what it is limited to, several separated by commas (default: no limit): {SCOPES}; :write includes :read",
    )
    issue.add_argument(
        "--ttl",
        type=duration,
        default=timedelta(days=30),
        metavar="TIME",
        help="how long it is valid, such as 12h or 90d (default: 30d)",
    )
    listed = add(credentials, "list", token_list, "print the tokens of everybody or of one person, a JSON line each")
    listed.add_argument("username", nargs="?", help="whose (default: everybody's)")
    revoke = add(
        credentials, "revoke", token_revoke, "end one token by its id (see `token list`), or every token of a person"
    )
    revoke.add_argument("what", metavar="ID|USERNAME", help="a token's id, or whose tokens to end, all of them")


async def token_issue(options: argparse.Namespace, settings: config.Config) -> None:
    if options.ttl > timedelta(days=settings.jwt.max_token_days):
        raise StartError(f"--ttl: takes at most {settings.jwt.max_token_days}d (jwt.max_token_days).")
    async with wiring.open_pipeline(settings) as pipeline:
        request = new_token(options, settings, pipeline.clock.now())
        grant = await pipeline.run(OPERATOR, tokens.issue_token, options.username, request)
        print(token_issuer(settings)(grant).token)


def new_token(options: argparse.Namespace, settings: config.Config, now: datetime) -> TokenRequest:
    fields = {
        "name": options.name or f"semaforo {now.astimezone(settings.zone):%Y-%m-%d}",
        "scopes": options.scope,
        "expiresAt": (now + options.ttl).isoformat(),
    }
    return build(TokenRequest, fields)


@with_pipeline
async def token_list(options: argparse.Namespace, pipeline: Pipeline) -> None:
    emit(*await pipeline.run(OPERATOR, tokens.list_tokens, options.username))


@with_pipeline
async def token_revoke(options: argparse.Namespace, pipeline: Pipeline) -> None:
    """End a token by its id, or all of a person by username; a text that is both is taken for an id."""
    try:
        await pipeline.run(OPERATOR, tokens.end_token, options.what)
    except NotFound as missing:
        if missing.code is not Code.TOKEN_NOT_FOUND:
            raise
        try:
            await pipeline.run(OPERATOR, users.revoke_tokens, options.what)
        except NotFound:
            raise StartError(
                f"there is neither a token nor a person {options.what}: see `semaforo token list`."
            ) from None


def scopes(text: str) -> list[str]:
    """Parse scopes such as `tasks:read,events:read`."""
    found = re.split(r"[,\s]+", text.strip(", "))
    if unknown := [each for each in found if each not in set(Scope)]:
        raise argparse.ArgumentTypeError(f"takes {SCOPES}, not {unknown[0]!r}")
    return found


def duration(text: str) -> timedelta:
    """Parse a length of time such as `30d`, `12h`, `45m` or `90s`."""
    found = DURATION.fullmatch(text)
    if not found:
        raise argparse.ArgumentTypeError(f"takes a length of time such as 30d, 12h, 45m or 90s, not {text!r}")
    return timedelta(**{UNITS[found[2]]: int(found[1])})
