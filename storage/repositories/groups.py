"""Group chats linked to a team."""

from collections.abc import Collection, Sequence

import msgspec
import sqlalchemy as sa

from core.records.people import Group
from storage.schema.people import linked_groups
from storage.sql.dialect import Dialect, columns_for, fields
from storage.sql.executor import DatabaseConnection


class GroupStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        whole = sa.select(*columns_for(linked_groups, Group))
        this = linked_groups.c.chat_id == sa.bindparam("of_chat")
        self.get = sql.query(
            whole.where(sa.or_(this, linked_groups.c.former_chat_id == sa.bindparam("of_chat"))), Group
        )
        theirs = whole.where(sql.among(linked_groups.c.leader_user_id, "leaders"))
        self.of_leaders = sql.query(theirs.order_by(linked_groups.c.linked_at.desc(), linked_groups.c.chat_id), Group)
        put = sql.insert(linked_groups)
        written = {name: put.excluded[name] for name in fields(Group, "chat_id")}
        self.put = sql.change(
            put.on_conflict_do_update(index_elements=[linked_groups.c.chat_id], set_=written), fields(Group)
        )
        self.remove = sql.change(sa.delete(linked_groups).where(this))


class Groups:
    """`core.ports.GroupRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: GroupStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def get(self, chat_id: int) -> Group | None:
        """The link of a chat, by the id it has or had."""
        return await self._connection.one(self._sql.get, of_chat=chat_id)

    async def of_leaders(self, leader_user_ids: Collection[int]) -> Sequence[Group]:
        """Those linked to these leaders' teams, the newest link first."""
        return await self._connection.all(self._sql.of_leaders, leaders=leader_user_ids)

    async def put(self, group: Group) -> None:
        """Link a chat, instead of what it was linked to."""
        await self._connection.run(self._sql.put, **msgspec.structs.asdict(group))

    async def remove(self, chat_id: int) -> None:
        """End the link of a chat, if it has one, by the id it has."""
        await self._connection.run(self._sql.remove, of_chat=chat_id)
