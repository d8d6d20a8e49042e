"""The directory with its invitations, absences, working weeks, and the group chats linked to a team."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict

from core.base.calendar_time import Interval
from core.ports.people import AbsenceRepository, GroupRepository, NoticesRepository, ScheduleRepository, UserRepository
from core.records.people import Absence, ChosenNotices, DayHours, Group, Invite, NewAbsence, NewUser, NoticeKind, User
from storage.schema.people import LIVE, absences, invites, linked_groups, notices, users, work_days
from storage.sql.executor import Repository, change, every, one, only
from storage.sql.expressions import (
    among,
    columns_for,
    fields,
    insert,
    page,
    parameter_of,
    unless_taken,
    update_unless_taken,
    upsert,
)
from storage.sql.statements import Change, Query, as_tuple

PERSON = columns_for(users, User)
PEOPLE = sa.select(*PERSON)
ABSENCE = columns_for(absences, Absence)
THIS_ABSENCE = sa.and_(absences.c.id == sa.bindparam("absence_id"), LIVE)
TOUCHING = absences.c.first_day <= sa.bindparam("last"), absences.c.last_day >= sa.bindparam("first")
HOURS_AND_DAYS = ["first_day", "last_day", "reason", "starts_at", "ends_at"]
GROUPS = sa.select(*columns_for(linked_groups, Group))
OFF = msgspec.json.Decoder(list[NoticeKind])
THIS_CHAT = linked_groups.c.chat_id == sa.bindparam("chat_id")


def written(user: NewUser) -> dict[str, object]:
    """A person's columns; usernames are stored in lower case."""
    return asdict(user) | {"username": user.username.lower()}


class Users(Repository, UserRepository):
    get = one(PEOPLE.where(users.c.id == sa.bindparam("user_id")), User)

    BY_USERNAME = Query(PEOPLE.where(users.c.username == sa.bindparam("username")), User)

    async def by_username(self, username: str) -> User | None:
        return await self._db.one(self.BY_USERNAME, username=username.lower())

    by_telegram = one(PEOPLE.where(users.c.telegram_user_id == sa.bindparam("telegram_user_id")), User)
    by_external_id = one(PEOPLE.where(users.c.external_id == sa.bindparam("external_id")), User)
    team_ids = every(
        sa.select(users.c.id).where(users.c.leader_user_id == sa.bindparam("leader_user_id"), users.c.is_active), int
    )
    teams = every(
        sa.select(users.c.leader_user_id, users.c.id).where(
            among(users.c.leader_user_id, "leader_user_ids"), users.c.is_active
        ),
        as_tuple,
    )
    list = every(page(PEOPLE, users.c.id), User)
    by_ids = every(PEOPLE.where(among(users.c.id, "ids")).order_by(users.c.id), User)

    ADD = Query(insert(users).on_conflict_do_nothing().returning(*PERSON), User, fields(NewUser))

    async def add(self, user: NewUser) -> User | None:
        return await self._db.one(self.ADD, **written(user))

    UPDATE = Change(update_unless_taken(users, ["username", "telegram_user_id", "external_id"]), fields(NewUser))

    async def update(self, user: User) -> bool:
        return await self._db.run(self.UPDATE, **unless_taken(written(user))) > 0

    ADD_INVITE = Change(sa.insert(invites))

    async def add_invite(self, invite: Invite) -> None:
        await self.end_invites(invite.user_id)
        await self._db.run(self.ADD_INVITE, **asdict(invite))

    invite = one(
        sa.select(*columns_for(invites, Invite)).where(invites.c.code_hash == sa.bindparam("code_hash")), Invite
    )
    end_invites = change(sa.delete(invites).where(invites.c.user_id == sa.bindparam("user_id")))


class Absences(Repository, AbsenceRepository):
    """The repository of absences. A cancelled one stays as a row, so that its id is never given again."""

    get = one(sa.select(*ABSENCE).where(THIS_ABSENCE), Absence)
    days_within = every(
        sa.select(*ABSENCE)
        .where(LIVE, among(absences.c.user_id, "user_ids"), absences.c.starts_at.is_(None), *TOUCHING)
        .order_by(absences.c.first_day, absences.c.id),
        Absence,
    )
    HOURS = Query(
        sa.select(*ABSENCE)
        .where(
            *(LIVE, among(absences.c.user_id, "user_ids")),
            absences.c.starts_at < parameter_of(absences.c.starts_at, "end"),
            absences.c.ends_at > parameter_of(absences.c.ends_at, "start"),
        )
        .order_by(absences.c.starts_at, absences.c.id),
        Absence,
    )

    async def hours_within(self, user_ids: Collection[int], during: Interval) -> Sequence[Absence]:
        return await self._db.all(self.HOURS, user_ids=user_ids, start=during.start, end=during.end)

    add = only(sa.insert(absences).returning(*ABSENCE), Absence, fields(NewAbsence))

    update = change(
        sa.update(absences).where(absences.c.id == sa.bindparam("id"), LIVE),
        HOURS_AND_DAYS,
    )
    cancel = change(
        sa.update(absences).where(among(absences.c.id, "absence_ids"), LIVE).values(cancelled_at=sa.bindparam("at"))
    )
    restore = change(sa.update(absences).where(among(absences.c.id, "absence_ids")).values(cancelled_at=sa.null()))


def owned_day(user_id: int, *day: Any) -> tuple[int, DayHours]:
    return user_id, DayHours(*day)


class Schedules(Repository, ScheduleRepository):
    """A row for each person and weekday."""

    OF = Query(
        sa.select(work_days)
        .where(among(work_days.c.user_id, "user_ids"))
        .order_by(work_days.c.user_id, work_days.c.weekday),
        owned_day,
    )

    async def of_people(self, user_ids: Collection[int]) -> Mapping[int, Sequence[DayHours]]:
        weeks: dict[int, list[DayHours]] = {}
        for user_id, day in await self._db.all(self.OF, user_ids=user_ids):
            weeks.setdefault(user_id, []).append(day)
        return weeks

    CLEAR = Change(sa.delete(work_days).where(work_days.c.user_id == sa.bindparam("user_id")))
    ADD = Change(sa.insert(work_days))

    async def set(self, user_id: int, days: Sequence[DayHours]) -> None:
        await self._db.run(self.CLEAR, user_id=user_id)
        await self._db.run_many(self.ADD, [{"user_id": user_id} | asdict(day) for day in days])


def chosen_by(user_id: int, minutes: int | None, off: str, *times: Any) -> tuple[int, ChosenNotices]:
    return user_id, ChosenNotices(minutes, OFF.decode(off), *times)


class OwnNotices(Repository, NoticesRepository):
    of_people = every(
        sa.select(notices.c.user_id, *columns_for(notices, ChosenNotices)).where(among(notices.c.user_id, "user_ids")),
        chosen_by,
        dict,
    )
    set = change(upsert(notices, ["user_id"], fields(ChosenNotices)), ["user_id", *fields(ChosenNotices)])


class Groups(Repository, GroupRepository):
    get = one(GROUPS.where(sa.or_(THIS_CHAT, linked_groups.c.former_chat_id == sa.bindparam("chat_id"))), Group)
    of_leaders = every(
        GROUPS.where(among(linked_groups.c.leader_user_id, "leader_user_ids")).order_by(
            linked_groups.c.linked_at.desc(), linked_groups.c.chat_id
        ),
        Group,
    )
    with_summary = every(
        GROUPS.where(linked_groups.c.summary_since.is_not(None)).order_by(linked_groups.c.chat_id), Group
    )
    put = change(upsert(linked_groups, ["chat_id"], fields(Group, "chat_id")), fields(Group))
    remove = change(sa.delete(linked_groups).where(THIS_CHAT))
