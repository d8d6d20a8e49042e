"""The directory, and when its people work."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from core.base.calendar_time import Interval
from core.base.paging import WHOLE, Page
from core.records.people import (
    Absence,
    ChosenNotices,
    DayHours,
    Group,
    Invite,
    NewAbsence,
    NewUser,
    User,
)


class UserRepository(Protocol):
    async def get(self, user_id: int) -> User | None: ...

    async def by_username(self, username: str) -> User | None:
        """Find a person by username, without regard to case."""

    async def by_telegram(self, telegram_user_id: int) -> User | None:
        """The person linked to a Telegram account, active or not."""

    async def by_external_id(self, external_id: str) -> User | None:
        """Find a person by external id; case matters."""

    async def team_ids(self, leader_user_id: int) -> Sequence[int]:
        """The ids of the active people whom they lead, in no order."""

    async def teams(self, leader_user_ids: Collection[int]) -> Sequence[tuple[int, int]]:
        """Pairs of a leader and an active person of their team, for several leaders, in no order."""

    async def list(self, page: Page = WHOLE) -> Sequence[User]:
        """Everybody, by id."""

    async def by_ids(self, ids: Collection[int]) -> Sequence[User]:
        """Find the people with these ids, active or not, by id."""

    async def add(self, user: NewUser) -> User | None:
        """Add a person. Returns them, or None if the username or the external id is taken."""

    async def update(self, user: User) -> bool:
        """Save a person. Returns False if the username, the Telegram account or the external id is another's."""

    async def add_invite(self, invite: Invite) -> None:
        """Add an invitation; it ends earlier ones of the same person."""

    async def invite(self, code_hash: bytes) -> Invite | None:
        """The invitation with this hash of its code, expired or not."""

    async def end_invites(self, user_id: int) -> None:
        """Delete every invitation of a person."""


class AbsenceRepository(Protocol):
    async def get(self, absence_id: int) -> Absence | None: ...

    async def days_within(self, user_ids: Collection[int], first: date, last: date) -> Sequence[Absence]:
        """Absences of whole days of these people that touch the dates, both included, by first day and id."""

    async def hours_within(self, user_ids: Collection[int], during: Interval) -> Sequence[Absence]:
        """Absences of some hours of these people that overlap a time, by start and id."""

    async def add(self, absence: NewAbsence) -> Absence: ...

    async def update(self, absence: Absence) -> None: ...

    async def cancel(self, absence_ids: Collection[int], at: datetime) -> None:
        """Cancel absences. Their ids are not given again."""

    async def restore(self, absence_ids: Collection[int]) -> None:
        """Restore cancelled absences."""


class ScheduleRepository(Protocol):
    """Working weeks of people who have one of their own."""

    async def of_people(self, user_ids: Collection[int]) -> Mapping[int, Sequence[DayHours]]:
        """The week, by weekday, of each of these people who has one."""

    async def set(self, user_id: int, days: Sequence[DayHours]) -> None:
        """Replace a person's week; without days they have none of their own."""


class NoticesRepository(Protocol):
    """The choices of people for their notices."""

    async def of_people(self, user_ids: Collection[int]) -> Mapping[int, ChosenNotices]:
        """The choices of each of these people who has made some."""

    async def set(self, user_id: int, chosen: ChosenNotices) -> None: ...


class GroupRepository(Protocol):
    """Group chats linked to a team, by the chat's id: 64-bit integers below zero."""

    async def get(self, chat_id: int) -> Group | None:
        """The link of a chat, by its present or former id."""

    async def of_leaders(self, leader_user_ids: Collection[int]) -> Sequence[Group]:
        """Find the groups linked to these leaders' teams, the newest link first."""

    async def with_summary(self) -> Sequence[Group]:
        """List the groups that are sent the summary of each day, by chat."""

    async def put(self, group: Group) -> None: ...

    async def remove(self, chat_id: int) -> None:
        """End the link of a chat, if it has one, by its present id."""
