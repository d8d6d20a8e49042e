"""The directory, and when its people work."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from core.records.people import Absence, DayHours, Group, Invite, IssuedToken, NewAbsence, NewUser, TokenGrant, User


class UserRepository(Protocol):
    """The directory."""

    async def get(self, user_id: int) -> User | None:
        """One person, active or not."""

    async def by_username(self, username: str) -> User | None:
        """One person, the username compared without case."""

    async def by_telegram(self, telegram_user_id: int) -> User | None:
        """The person a Telegram account is linked to, active or not."""

    async def team_ids(self, leader_user_id: int) -> Sequence[int]:
        """The ids of the active people somebody leads, in no order."""

    async def list(self) -> Sequence[User]:
        """Everybody, by id."""

    async def known(self, ids: Collection[int]) -> Sequence[User]:
        """Those of these ids that exist, active or not, by id."""

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


class AbsenceRepository(Protocol):
    """Absences; a cancelled one is in none of the answers."""

    async def get(self, absence_id: int) -> Absence | None:
        """One absence, be it over."""

    async def within(self, user_ids: Collection[int], first: date, last: date) -> Sequence[Absence]:
        """Those of these people that touch the dates, both included, by their first day and id."""

    async def add(self, absence: NewAbsence) -> Absence:
        """The new absence with its id."""

    async def update(self, absence: Absence) -> None:
        """Write its days and its reason."""

    async def cancel(self, absence_ids: Collection[int], at: datetime) -> None:
        """Hide them for good; their ids are not given again."""


class ScheduleRepository(Protocol):
    """Working weeks of those who have one of their own."""

    async def of(self, user_ids: Collection[int]) -> Mapping[int, Sequence[DayHours]]:
        """The week, by weekday, of each of these people who has one."""

    async def set(self, user_id: int, days: Sequence[DayHours]) -> None:
        """Write a person's whole week; none, and they have no own one from now on."""


class GroupRepository(Protocol):
    """Group chats that are linked to a team, by the chat's id: whole numbers of 64 bits, below zero."""

    async def get(self, chat_id: int) -> Group | None:
        """The link of a chat, by the id it has or had."""

    async def of_leaders(self, leader_user_ids: Collection[int]) -> Sequence[Group]:
        """Those linked to these leaders' teams, the newest link first."""

    async def put(self, group: Group) -> None:
        """Link a chat, instead of what it was linked to."""

    async def remove(self, chat_id: int) -> None:
        """End the link of a chat, if it has one, by the id it has."""


IssueToken = Callable[[TokenGrant], IssuedToken]
"""Signs; the same grant gives the same token."""
