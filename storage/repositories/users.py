"""The directory and its invitations."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from msgspec.structs import asdict

from core.ports.people import UserRepository
from core.records.people import Invite, NewUser, User
from storage.schema.people import invites, users
from storage.sql.executor import Repository
from storage.sql.expressions import among, columns_for, fields, insert, parameter_of
from storage.sql.statements import Change, Query

WHOLE = columns_for(users, User)
PEOPLE = sa.select(*WHOLE)


def update_unless_taken() -> sa.Update:
    """Changes no row if somebody else has the username or the Telegram account."""
    other = users.alias("other")
    taken = sa.exists().where(
        other.c.id != sa.bindparam("user_id"),
        (other.c.username == sa.bindparam("same_username"))
        | (other.c.telegram_user_id == sa.bindparam("same_account")),
    )
    return sa.update(users).where(users.c.id == parameter_of(users.c.id, "user_id"), ~taken)


def written(user: NewUser) -> dict[str, object]:
    """A person's columns; usernames are stored in lower case."""
    return asdict(user) | {"username": user.username.lower()}


class Users(Repository, UserRepository):
    GET = Query(PEOPLE.where(users.c.id == sa.bindparam("user_id")), User)

    async def get(self, user_id: int) -> User | None:
        return await self._db.one(self.GET, user_id=user_id)

    BY_USERNAME = Query(PEOPLE.where(users.c.username == sa.bindparam("username")), User)

    async def by_username(self, username: str) -> User | None:
        return await self._db.one(self.BY_USERNAME, username=username.lower())

    BY_TELEGRAM = Query(PEOPLE.where(users.c.telegram_user_id == sa.bindparam("telegram_user_id")), User)

    async def by_telegram(self, telegram_user_id: int) -> User | None:
        return await self._db.one(self.BY_TELEGRAM, telegram_user_id=telegram_user_id)

    TEAM_IDS = Query(
        sa.select(users.c.id).where(users.c.leader_user_id == sa.bindparam("leader"), users.c.is_active), int
    )

    async def team_ids(self, leader_user_id: int) -> Sequence[int]:
        return await self._db.all(self.TEAM_IDS, leader=leader_user_id)

    LIST = Query(PEOPLE.order_by(users.c.id), User)

    async def list(self) -> Sequence[User]:
        return await self._db.all(self.LIST)

    KNOWN = Query(PEOPLE.where(among(users.c.id, "ids")).order_by(users.c.id), User)

    async def known(self, ids: Collection[int]) -> Sequence[User]:
        return await self._db.all(self.KNOWN, ids=ids)

    ADD = Query(insert(users).on_conflict_do_nothing().returning(*WHOLE), User, fields(NewUser))

    async def add(self, user: NewUser) -> User | None:
        return await self._db.one(self.ADD, **written(user))

    UPDATE = Change(update_unless_taken(), fields(NewUser))

    async def update(self, user: User) -> bool:
        values = written(user)
        same = {"user_id": user.id, "same_username": values["username"], "same_account": user.telegram_user_id}
        return await self._db.run(self.UPDATE, **values, **same) > 0

    ADD_INVITE = Change(sa.insert(invites))

    async def add_invite(self, invite: Invite) -> None:
        await self.end_invites(invite.user_id)
        await self._db.run(self.ADD_INVITE, **asdict(invite))

    INVITE = Query(
        sa.select(*columns_for(invites, Invite)).where(invites.c.code_hash == sa.bindparam("code_hash")), Invite
    )

    async def invite(self, code_hash: bytes) -> Invite | None:
        return await self._db.one(self.INVITE, code_hash=code_hash)

    END_INVITES = Change(sa.delete(invites).where(invites.c.user_id == sa.bindparam("user_id")))

    async def end_invites(self, user_id: int) -> None:
        await self._db.run(self.END_INVITES, user_id=user_id)
