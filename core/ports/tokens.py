"""Tokens of the API."""

from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime
from typing import Protocol

from core.records.tokens import IssuedToken, Token, TokenGrant


class TokenRepository(Protocol):
    """Tokens that have a row, by when they were created and by id. Those issued before tokens had names have none."""

    async def get(self, token_id: str) -> Token | None:
        """A token by its id, even if it has ended or expired."""

    async def list(self) -> Sequence[Token]:
        """Everybody's, ended and expired ones too."""

    async def of_person(self, user_id: int) -> Sequence[Token]:
        """A person's, ended and expired ones too."""

    async def valid(self, user_ids: Collection[int], now: datetime) -> Sequence[Token]:
        """These people's that have neither ended nor expired."""

    async def expiring(self, after: datetime, until: datetime) -> Sequence[Token]:
        """Everybody's that have not ended and expire in (after, until]."""

    async def add(self, token: Token) -> None: ...

    async def end(self, token_id: str, at: datetime) -> None:
        """End a token; one that has ended stays as it is."""

    async def end_all(self, user_id: int, at: datetime) -> None:
        """End all of a person's tokens; those that have ended stay as they are."""

    async def note_use(self, token_ids: Collection[str], on: date) -> None:
        """Note the date of their latest use, of those that have no such date or an earlier one."""

    async def prune(self, before: datetime, most: int) -> int:
        """Delete at most `most` tokens that expired before `before`, ended or not. Returns how many."""


IssueToken = Callable[[TokenGrant], IssuedToken]
"""Signs a grant; the same grant gives the same token."""
