"""The directory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from core.users import Invite, NewUser, User


class UserRepository(Protocol):
    """The directory."""

    async def get(self, user_id: int) -> User | None:
        """One person, active or not."""

    async def by_username(self, username: str) -> User | None:
        """One person, the username compared without case."""

    async def by_telegram(self, telegram_user_id: int) -> User | None:
        """The person a Telegram account is linked to, active or not."""

    async def team(self, leader_user_id: int) -> Sequence[User]:
        """The active people whose directory leader this is, by display name."""

    async def list(self) -> Sequence[User]:
        """Everybody, by id."""

    async def known(self, ids: Collection[int]) -> Sequence[User]:
        """Those of these ids that exist, active or not, by id."""

    async def unknown(self, ids: Collection[int]) -> Sequence[int]:
        """Those of these ids that nobody has, in their order."""

    async def add(self, user: NewUser) -> User | None:
        """The new person, or None where the username is taken."""

    async def update(self, user: User) -> bool:
        """Write every field; False where the username or the Telegram account is another's."""

    async def add_invite(self, invite: Invite) -> None:
        """Keep an invitation; earlier ones of the same person end."""

    async def invite(self, code_hash: bytes) -> Invite | None:
        """The invitation of a code's hash: still to be checked for its expiry."""

    async def end_invites(self, user_id: int) -> None:
        """Drop every invitation of a person."""
