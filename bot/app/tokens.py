"""The keys that sign the API's tokens, and the tokens that the chat grants."""

from datetime import timedelta

from api.auth import tokens
from api.auth.tokens import Keyring
from bot.app import config
from core.ports.people import IssueToken
from core.records.people import IssuedToken, TokenGrant


def keyring(settings: config.Config) -> Keyring:
    previous = settings.jwt.previous_secret
    return Keyring(config.jwt_secret(settings), *([previous] if previous else []))


def token_issuer(settings: config.Config) -> IssueToken:
    keys, ttl = keyring(settings), timedelta(days=settings.jwt.chat_token_days)

    def issue(grant: TokenGrant) -> IssuedToken:
        token = tokens.issue(keys, grant.user, ttl, grant.issued_at, grant.token_id)
        return IssuedToken(token, grant.issued_at + ttl)

    return issue
