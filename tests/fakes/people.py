"""The directory, absences, working weeks and linked groups in memory."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime

import msgspec

from core.records.people import Absence, ChosenNotices, DayHours, Group, Invite, NewUser, User
from tests.fakes.rows import Rows
from tests.fakes.state import Repository


class Users(Rows):
    """`core.ports.UserRepository`."""

    table, kind = "users", User

    async def by_username(self, username: str) -> User | None:
        return next((user for user in self.live() if user.username == username.lower()), None)

    async def by_telegram(self, telegram_user_id: int) -> User | None:
        return next((user for user in self.live() if user.telegram_user_id == telegram_user_id), None)

    async def team_ids(self, leader_user_id: int) -> Sequence[int]:
        return [user.id for user in self.live() if user.leader_user_id == leader_user_id and user.is_active]

    async def list(self) -> Sequence[User]:
        return self.live()

    async def known(self, ids: Collection[int]) -> Sequence[User]:
        return [self.rows[key] for key in sorted(set(ids)) if key in self.rows]

    async def add(self, user: NewUser) -> User | None:
        return await super().add(msgspec.structs.replace(user, username=user.username.lower()))

    async def update(self, user: User) -> bool:
        return await super().update(msgspec.structs.replace(user, username=user.username.lower()))

    def clash(self, row: User, other: User) -> bool:
        return row.username == other.username or row.telegram_user_id == other.telegram_user_id is not None

    async def add_invite(self, invite: Invite) -> None:
        await self.end_invites(invite.user_id)
        self.state.invites[invite.code_hash] = invite

    async def invite(self, code_hash: bytes) -> Invite | None:
        return self.state.invites.get(code_hash)

    async def end_invites(self, user_id: int) -> None:
        kept = {key: invite for key, invite in self.state.invites.items() if invite.user_id != user_id}
        self.state.invites = kept


class Absences(Rows):
    """`core.ports.AbsenceRepository`."""

    table, kind = "absences", Absence

    async def within(self, user_ids: Collection[int], first: date, last: date) -> Sequence[Absence]:
        theirs = [absence for absence in self.live() if absence.user_id in user_ids]
        found = [absence for absence in theirs if absence.first_day <= last and absence.last_day >= first]
        return sorted(found, key=lambda absence: (absence.first_day, absence.id))

    async def update(self, absence: Absence) -> None:
        before = self.rows.get(absence.id)
        if before:
            changes = {"first_day": absence.first_day, "last_day": absence.last_day, "reason": absence.reason}
            self.put(msgspec.structs.replace(before, **changes))

    async def cancel(self, absence_ids: Collection[int], at: datetime) -> None:
        self.rows.update(dict.fromkeys(set(absence_ids) & set(self.rows)))


class Schedules(Repository):
    """`core.ports.ScheduleRepository`."""

    async def of(self, user_ids: Collection[int]) -> Mapping[int, Sequence[DayHours]]:
        return {user_id: days for user_id, days in self.state.schedules.items() if user_id in user_ids}

    async def set(self, user_id: int, days: Sequence[DayHours]) -> None:
        self.state.schedules.pop(user_id, None)
        if days:
            self.state.schedules[user_id] = sorted(days, key=lambda day: day.weekday)


class OwnNotices(Repository):
    """`core.ports.NoticesRepository`."""

    async def of(self, user_ids: Collection[int]) -> Mapping[int, ChosenNotices]:
        return {user_id: chosen for user_id, chosen in self.state.notices.items() if user_id in user_ids}

    async def set(self, user_id: int, chosen: ChosenNotices) -> None:
        self.state.notices[user_id] = chosen


class Groups(Repository):
    """`core.ports.GroupRepository`."""

    async def get(self, chat_id: int) -> Group | None:
        groups = self.state.groups.values()
        return next((group for group in groups if chat_id in (group.chat_id, group.former_chat_id)), None)

    async def of_leaders(self, leader_user_ids: Collection[int]) -> Sequence[Group]:
        led = [group for group in self.state.groups.values() if group.leader_user_id in leader_user_ids]
        return sorted(sorted(led, key=lambda group: group.chat_id), key=lambda group: group.linked_at, reverse=True)

    async def with_summary(self) -> Sequence[Group]:
        wanted = [group for group in self.state.groups.values() if group.summary_since is not None]
        return sorted(wanted, key=lambda group: group.chat_id)

    async def put(self, group: Group) -> None:
        self.state.groups[group.chat_id] = group

    async def remove(self, chat_id: int) -> None:
        self.state.groups.pop(chat_id, None)
