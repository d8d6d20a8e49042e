"""The keys that sign the API's tokens."""

from functools import partial

from api.auth import tokens
from api.auth.tokens import Keyring
from bot.app import config
from core.ports.tokens import IssueToken


def keyring(settings: config.Config) -> Keyring:
    previous = settings.jwt.previous_secret
    return Keyring(config.jwt_secret(settings), *([previous] if previous else []))


def token_issuer(settings: config.Config) -> IssueToken:
    return partial(tokens.issue, keyring(settings))
