"""The chat's inbox: updates as they arrived, and who is handling those of a chat.

A chat is claimed by whoever handles its updates, for a while and only while some wait. Who adds one looks at the claim
last, who is done with one looks at the claim first: so one of the two sees to an update that comes just then.
Claims go by the clock that all processes share, the database's where they run on several machines.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

import sqlalchemy as sa

from storage.schema.chat import chat_claims, inbox
from storage.sql.dialect import Dialect, parameter_of
from storage.sql.executor import DatabaseConnection


class InboxRow(Protocol):
    """An update as it arrived."""

    @property
    def update_id(self) -> int:
        """Telegram's number for it, growing."""

    @property
    def chat_id(self) -> int:
        """0 where it concerns no chat."""

    @property
    def body(self) -> bytes:
        """The update's JSON."""


class ClaimRow(Protocol):
    """Who handles a chat's updates."""

    @property
    def holder(self) -> str:
        """A process."""

    @property
    def lasts(self) -> timedelta:
        """After that anybody may."""


R = TypeVar("R", bound=InboxRow)
Row = tuple[int, int, bytes]
"""(update_id, chat_id, body)."""


class InboxStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        received = sql.insert(inbox).on_conflict_do_nothing().returning(inbox.c.update_id)
        self.receive = sql.query(received, int, ["update_id", "chat_id", "body", "received_at"])
        waits = inbox.c.answered_at.is_(None)
        waiting = sa.select(inbox.c.update_id, inbox.c.chat_id, inbox.c.body).where(waits)
        self.pending = sql.query(waiting.order_by(inbox.c.chat_id, inbox.c.update_id), row)
        of_chat = waiting.where(inbox.c.chat_id == parameter_of(inbox.c.chat_id, "chat"))
        self.first = sql.query(of_chat.order_by(inbox.c.update_id).limit(1), row)
        this = inbox.c.update_id == parameter_of(inbox.c.update_id, "answered_id")
        self.answered = sql.change(sa.update(inbox).where(this), ["answered_at"])
        self._compile_claims(sql)
        theirs = sa.exists().where(chat_claims.c.chat_id == inbox.c.chat_id, chat_claims.c.until > sql.clock("here"))
        self.now = sql.present
        self.unclaimed = sql.query(sa.select(inbox.c.chat_id).where(waits, ~theirs).distinct(), int)

    def _compile_claims(self, sql: Dialect) -> None:
        put = sql.insert(chat_claims)
        values = {name: put.excluded[name] for name in ("holder", "until")}
        over = chat_claims.c.until <= sql.clock("here")
        claimed = put.on_conflict_do_update(index_elements=[chat_claims.c.chat_id], set_=values, where=over)
        self.claim = sql.query(claimed.returning(chat_claims.c.chat_id), int, ["chat_id", "holder", "until"])
        held = chat_claims.c.holder == parameter_of(chat_claims.c.holder, "held_by")
        this = chat_claims.c.chat_id == parameter_of(chat_claims.c.chat_id, "chat")
        self.keep = sql.change(sa.update(chat_claims).where(this, held), ["until"])
        these = sql.among(chat_claims.c.chat_id, "chats")
        self.keep_all = sql.change(sa.update(chat_claims).where(these, held), ["until"])
        self.leave = sql.change(sa.delete(chat_claims).where(this, held))
        self.leave_all = sql.change(sa.delete(chat_claims).where(held))
        self.holders = sql.query(sa.select(chat_claims.c.holder).distinct(), str)


class Inbox:
    """The inbox within a unit of work."""

    def __init__(self, connection: DatabaseConnection, statements: InboxStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def receive(self, updates: Sequence[InboxRow], at: datetime, claim: ClaimRow) -> list[Row]:
        """Write down updates and claim their chats; the first that waits of each that has new ones and was nobody's."""
        by_id = {update.update_id: update for update in updates}
        rows = [
            {"update_id": each.update_id, "chat_id": each.chat_id, "body": each.body, "received_at": at}
            for each in by_id.values()
        ]
        new = await self._connection.all_of_each(self._sql.receive, rows)
        return await self._claimed(dict.fromkeys(by_id[each].chat_id for each in new), at, claim)

    async def _claimed(self, chats: Collection[int], at: datetime, claim: ClaimRow) -> list[Row]:
        """The first waiting update of each of these chats that is the claim's now."""
        whose = {"holder": claim.holder, "until": await self._end(at, claim), "here": at}
        free = [chat for each in chats for chat in await self._connection.all(self._sql.claim, chat_id=each, **whose)]
        return [each for chat in free for each in await self._connection.all(self._sql.first, chat=chat)]

    async def _end(self, at: datetime, claim: ClaimRow) -> datetime:
        """Until when a claim lasts that is made now."""
        return await self._connection.only(self._sql.now, here=at) + claim.lasts

    async def take(self, at: datetime, claim: ClaimRow) -> list[Row]:
        """The same for every chat with updates that wait."""
        return await self._claimed(await self.unclaimed(at), at, claim)

    async def unclaimed(self, at: datetime) -> list[int]:
        """Chats with updates that wait, that nobody has."""
        return await self._connection.all(self._sql.unclaimed, here=at)

    async def answered(self, update: InboxRow, at: datetime, claim: ClaimRow) -> Row | None:
        """Mark an update as done with; the next of its chat. None leaves the chat, or another has it by now."""
        chat = {"chat": update.chat_id, "held_by": claim.holder}
        kept = await self._connection.run(self._sql.keep, until=await self._end(at, claim), **chat)
        await self._connection.run(self._sql.answered, answered_id=update.update_id, answered_at=at)
        if not kept:
            return None
        following = await self._connection.one(self._sql.first, chat=update.chat_id)
        if following is None:
            await self._connection.run(self._sql.leave, **chat)
        return following

    async def keep(self, chats: Collection[int], at: datetime, claim: ClaimRow) -> None:
        """Those of these chats that are the claim's last as long from now on."""
        ends = await self._end(at, claim)
        await self._connection.run(self._sql.keep_all, chats=list(chats), held_by=claim.holder, until=ends)

    async def leave(self, holder: str) -> None:
        """Nobody has the chats that somebody had."""
        await self._connection.run(self._sql.leave_all, held_by=holder)

    async def holders(self) -> list[str]:
        """Everybody who has a chat."""
        return await self._connection.all(self._sql.holders)

    async def pending(self) -> list[Row]:
        """Updates not answered yet, by update_id."""
        return sorted(await self._connection.all(self._sql.pending))


def row(update_id: int, chat_id: int, body: bytes) -> Row:
    """A row of the inbox."""
    return update_id, chat_id, body
