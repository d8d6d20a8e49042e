"""Tokens of the API."""

from collections.abc import Sequence
from datetime import date, datetime
from enum import StrEnum

from msgspec import Struct

from core.base.model import Model


class Scope(StrEnum):
    """A right that a token may give. Writing includes reading."""

    TASKS_READ = "tasks:read"
    TASKS_WRITE = "tasks:write"
    EVENTS_READ = "events:read"
    EVENTS_WRITE = "events:write"
    LOGS_READ = "logs:read"
    LOGS_WRITE = "logs:write"
    PEOPLE_READ = "people:read"
    PEOPLE_WRITE = "people:write"
    REPORTS_READ = "reports:read"
    REPORTS_WRITE = "reports:write"
    JOBS_RUN = "jobs:run"
    MCP_UNATTENDED = "mcp:unattended"
    """An assistant makes at once what others see, without asking its person."""
    ADMIN = "admin"


class AccessToken(Struct, frozen=True):
    """The token with which a caller came: its id (`jti`), and its scopes with what they include; None is everything."""

    id: str
    scopes: frozenset[Scope] | None
    expires_at: datetime


class Token(Model, frozen=True):
    """A token of a person; `id` is its `jti`. `scopes`: what it is limited to; null if it is not limited.

    `lastUsedOn`: the latest date of the business zone on which it was used. `endedAt`: when it was ended before its
    time.
    """

    id: str
    user_id: int
    name: str
    scopes: Sequence[Scope] | None
    created_at: datetime
    expires_at: datetime
    last_used_on: date | None = None
    ended_at: datetime | None = None

    def is_valid_at(self, now: datetime) -> bool:
        return self.ended_at is None and self.expires_at > now


class IssuedToken(Token, frozen=True, kw_only=True):
    """A new token with its secret, `token`, which is shown once and stored nowhere."""

    token: str


class TokenGrant(Struct, frozen=True):
    """A new token, unsigned and so no secret, and its person's `tokenVersion`."""

    token: Token
    version: int
