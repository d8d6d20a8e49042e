"""Group chats linked to a team."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from msgspec.structs import asdict

from core.ports.people import GroupRepository
from core.records.people import Group
from storage.schema.people import linked_groups
from storage.sql.executor import Repository
from storage.sql.expressions import among, columns_for, fields, upsert
from storage.sql.statements import Change, Query

WHOLE = sa.select(*columns_for(linked_groups, Group))
THIS = linked_groups.c.chat_id == sa.bindparam("of_chat")


class Groups(Repository, GroupRepository):
    GET = Query(WHOLE.where(sa.or_(THIS, linked_groups.c.former_chat_id == sa.bindparam("of_chat"))), Group)

    async def get(self, chat_id: int) -> Group | None:
        return await self._db.one(self.GET, of_chat=chat_id)

    OF_LEADERS = Query(
        WHOLE.where(among(linked_groups.c.leader_user_id, "leaders")).order_by(
            linked_groups.c.linked_at.desc(), linked_groups.c.chat_id
        ),
        Group,
    )

    async def of_leaders(self, leader_user_ids: Collection[int]) -> Sequence[Group]:
        return await self._db.all(self.OF_LEADERS, leaders=leader_user_ids)

    PUT = Change(upsert(linked_groups, ["chat_id"], fields(Group, "chat_id")), fields(Group))

    async def put(self, group: Group) -> None:
        await self._db.run(self.PUT, **asdict(group))

    REMOVE = Change(sa.delete(linked_groups).where(THIS))

    async def remove(self, chat_id: int) -> None:
        await self._db.run(self.REMOVE, of_chat=chat_id)
