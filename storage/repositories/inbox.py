"""The chat's inbox: updates as they arrived, and the process that is handling those of a chat.

A process claims a chat to handle its updates, for a while and only while some wait. An update may arrive just as a
claim ends. So that it is handled all the same, the process that receives an update looks at the claim last, and the
process that has answered one looks at the claim first.
Claims go by the clock that all processes share, the database's where they run on several machines.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from operator import attrgetter

import sqlalchemy as sa

from core.ports.chat import InboxRepository
from core.records.chat import Claim, InboxUpdate
from storage.schema.chat import chat_claims, inbox
from storage.sql.executor import Repository, change, every, only
from storage.sql.expressions import PRESENT, among, clock, columns_for, fields, insert, parameter_of, upsert
from storage.sql.statements import Change, Query

WAITS = inbox.c.answered_at.is_(None)
WAITING = sa.select(*columns_for(inbox, InboxUpdate)).where(WAITS)
CLAIM_OF_CHAT = sa.exists().where(chat_claims.c.chat_id == inbox.c.chat_id, chat_claims.c.until > clock("here"))
HELD = chat_claims.c.holder == parameter_of(chat_claims.c.holder, "held_by")
OF_CHAT = chat_claims.c.chat_id == parameter_of(chat_claims.c.chat_id, "chat")


def by_number(updates: Sequence[InboxUpdate]) -> Sequence[InboxUpdate]:
    return sorted(updates, key=attrgetter("update_id"))


class Inbox(Repository, InboxRepository):
    RECEIVE = Query(
        insert(inbox).on_conflict_do_nothing().returning(inbox.c.update_id), int, [*fields(InboxUpdate), "received_at"]
    )

    async def receive(self, updates: Sequence[InboxUpdate], at: datetime, claim: Claim) -> list[InboxUpdate]:
        by_id = {update.update_id: update for update in updates}
        rows = [
            {"update_id": each.update_id, "chat_id": each.chat_id, "body": each.body, "received_at": at}
            for each in by_id.values()
        ]
        new = await self._db.all_of_each(self.RECEIVE, rows)
        return await self._claimed(dict.fromkeys(by_id[each].chat_id for each in new), at, claim)

    CLAIM = Query(
        upsert(chat_claims, ["chat_id"], ["holder", "until"], where=chat_claims.c.until <= clock("here")).returning(
            chat_claims.c.chat_id
        ),
        int,
        ["chat_id", "holder", "until"],
    )
    FIRST = Query(
        WAITING.where(inbox.c.chat_id == parameter_of(inbox.c.chat_id, "chat")).order_by(inbox.c.update_id).limit(1),
        InboxUpdate,
    )

    async def _claimed(self, chats: Collection[int], at: datetime, claim: Claim) -> list[InboxUpdate]:
        """Claim these chats, and return the first waiting update of each that could be claimed."""
        whose = {"holder": claim.holder, "until": await self._end(at, claim), "here": at}
        free = [chat for each in chats for chat in await self._db.all(self.CLAIM, chat_id=each, **whose)]
        return [each for chat in free for each in await self._db.all(self.FIRST, chat=chat)]

    async def _end(self, at: datetime, claim: Claim) -> datetime:
        """Return the instant at which a claim made now ends."""
        return await self._db.only(PRESENT, here=at) + claim.lasts

    async def take(self, at: datetime, claim: Claim) -> list[InboxUpdate]:
        return await self._claimed(await self.unclaimed(at), at, claim)

    UNCLAIMED = Query(sa.select(inbox.c.chat_id).where(WAITS, ~CLAIM_OF_CHAT).distinct(), int)

    async def unclaimed(self, at: datetime) -> list[int]:
        """Chats with waiting updates and no claim."""
        return [*await self._db.all(self.UNCLAIMED, here=at)]

    KEEP = Change(sa.update(chat_claims).where(OF_CHAT, HELD), ["until"])
    ANSWERED = Change(
        sa.update(inbox).where(inbox.c.update_id == parameter_of(inbox.c.update_id, "answered_id")), ["answered_at"]
    )
    RELEASE = Change(sa.delete(chat_claims).where(OF_CHAT, HELD))

    async def answered(self, update: InboxUpdate, at: datetime, claim: Claim) -> InboxUpdate | None:
        chat = {"chat": update.chat_id, "held_by": claim.holder}
        kept = await self._db.run(self.KEEP, until=await self._end(at, claim), **chat)
        await self._db.run(self.ANSWERED, answered_id=update.update_id, answered_at=at)
        if not kept:
            return None
        following = await self._db.one(self.FIRST, chat=update.chat_id)
        if following is None:
            await self._db.run(self.RELEASE, **chat)
        return following

    TOGETHER = Change(sa.update(inbox).where(among(inbox.c.update_id, "updates")), ["answered_at"])

    async def answered_together(self, updates: Collection[int], at: datetime) -> None:
        await self._db.run(self.TOGETHER, updates=list(updates), answered_at=at)

    KEEP_ALL = Change(sa.update(chat_claims).where(among(chat_claims.c.chat_id, "chats"), HELD), ["until"])

    async def keep(self, chats: Collection[int], at: datetime, claim: Claim) -> None:
        ends = await self._end(at, claim)
        await self._db.run(self.KEEP_ALL, chats=list(chats), held_by=claim.holder, until=ends)

    release_claims = change(sa.delete(chat_claims).where(chat_claims.c.holder == sa.bindparam("holder")))
    holders = every(sa.select(chat_claims.c.holder).distinct(), str)
    of_chat = every(
        sa.select(*columns_for(inbox, InboxUpdate))
        .where(inbox.c.chat_id == sa.bindparam("chat_id"))
        .order_by(inbox.c.update_id),
        InboxUpdate,
    )
    waiting_of_chat = every(
        WAITING.where(inbox.c.chat_id == sa.bindparam("chat_id")).order_by(inbox.c.update_id), InboxUpdate
    )
    pending = every(WAITING.order_by(inbox.c.chat_id, inbox.c.update_id), InboxUpdate, by_number)
    count_pending = only(sa.select(sa.func.count()).select_from(inbox).where(WAITS), int)
