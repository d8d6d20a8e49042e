"""The directory and its invitations."""

from collections.abc import Collection, Sequence

import msgspec
import sqlalchemy as sa

from core.records.people import Invite, NewUser, User
from storage.schema.people import invites, users
from storage.sql.dialect import Dialect, columns_for, fields, parameter_of
from storage.sql.executor import DatabaseConnection


class UserStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        people = sa.select(*columns_for(users, User))
        self.get = sql.query(people.where(users.c.id == sa.bindparam("user_id")), User)
        self.by_username = sql.query(people.where(users.c.username == sa.bindparam("username")), User)
        self.by_telegram = sql.query(people.where(users.c.telegram_user_id == sa.bindparam("telegram_user_id")), User)
        led = users.c.leader_user_id == sa.bindparam("leader")
        self.team_ids = sql.query(sa.select(users.c.id).where(led, users.c.is_active), int)
        self.list = sql.query(people.order_by(users.c.id), User)
        self.known = sql.query(people.where(sql.among(users.c.id, "ids")).order_by(users.c.id), User)
        added = sql.insert(users).on_conflict_do_nothing().returning(*columns_for(users, User))
        self.add = sql.query(added, User, fields(NewUser))
        self.update = sql.change(update_unless_taken(), fields(NewUser))
        self.add_invite = sql.change(sql.insert(invites))
        by_hash = sa.select(*columns_for(invites, Invite)).where(invites.c.code_hash == sa.bindparam("code_hash"))
        self.invite = sql.query(by_hash, Invite)
        self.end_invites = sql.change(sa.delete(invites).where(invites.c.user_id == sa.bindparam("user_id")))


class Users:
    """`core.ports.UserRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: UserStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def get(self, user_id: int) -> User | None:
        """One person, active or not."""
        return await self._connection.one(self._sql.get, user_id=user_id)

    async def by_username(self, username: str) -> User | None:
        """One person, the username compared without case."""
        return await self._connection.one(self._sql.by_username, username=username.lower())

    async def by_telegram(self, telegram_user_id: int) -> User | None:
        """The person a Telegram account is linked to, active or not."""
        return await self._connection.one(self._sql.by_telegram, telegram_user_id=telegram_user_id)

    async def team_ids(self, leader_user_id: int) -> Sequence[int]:
        """The ids of the active people somebody leads, in no order."""
        return await self._connection.all(self._sql.team_ids, leader=leader_user_id)

    async def list(self) -> Sequence[User]:
        """Everybody, by id."""
        return await self._connection.all(self._sql.list)

    async def known(self, ids: Collection[int]) -> Sequence[User]:
        """Those of these ids that exist, active or not, by id."""
        return await self._connection.all(self._sql.known, ids=ids)

    async def add(self, user: NewUser) -> User | None:
        """The new person, or None where the username is taken."""
        return await self._connection.one(self._sql.add, **written(user))

    async def update(self, user: User) -> bool:
        """Write every field; False where the username or the Telegram account is another's."""
        values = written(user)
        same = {"user_id": user.id, "same_username": values["username"], "same_account": user.telegram_user_id}
        return await self._connection.run(self._sql.update, **values, **same) > 0

    async def add_invite(self, invite: Invite) -> None:
        """Keep an invitation; earlier ones of the same person end."""
        await self.end_invites(invite.user_id)
        await self._connection.run(self._sql.add_invite, **msgspec.structs.asdict(invite))

    async def invite(self, code_hash: bytes) -> Invite | None:
        """The invitation of a code's hash: still to be checked for its expiry."""
        return await self._connection.one(self._sql.invite, code_hash=code_hash)

    async def end_invites(self, user_id: int) -> None:
        """Drop every invitation of a person."""
        await self._connection.run(self._sql.end_invites, user_id=user_id)


def update_unless_taken() -> sa.Update:
    """No row where somebody else has the username or the Telegram account."""
    other = users.alias("other")
    taken = sa.exists().where(
        other.c.id != sa.bindparam("user_id"),
        (other.c.username == sa.bindparam("same_username"))
        | (other.c.telegram_user_id == sa.bindparam("same_account")),
    )
    return sa.update(users).where(users.c.id == parameter_of(users.c.id, "user_id"), ~taken)


def written(user: NewUser) -> dict[str, object]:
    """A person's columns; usernames are kept in lower case."""
    return msgspec.structs.asdict(user) | {"username": user.username.lower()}
