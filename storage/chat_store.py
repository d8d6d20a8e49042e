"""The bot's `ChatStore`: each method a unit of work of its own, durable when it returns.

Storage does not know the bot: whoever puts them together says of which types an update and a prompt are.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from storage.repositories.inbox import ClaimRow, InboxRow, Row
from storage.unit_of_work import UnitRunner


class PromptRow(Protocol):
    """An open question."""

    @property
    def subject(self) -> str:
        """What it is about."""

    @property
    def message_id(self) -> int:
        """The message that asks."""

    @property
    def expires_at(self) -> datetime:
        """Until when an answer is taken."""


R = TypeVar("R", bound=InboxRow)
P = TypeVar("P", bound=PromptRow)


class ChatStore(Generic[R, P]):
    """Structurally `bot.ports.ChatStore`."""

    def __init__(
        self,
        readers: UnitRunner,
        writer: UnitRunner,
        update: Callable[[int, int, bytes], R],
        prompt: Callable[[str, int, datetime], P],
    ) -> None:
        self._read = readers.submit
        self._write = writer.submit
        self._update = update
        self._prompt = prompt

    async def receive(self, updates: Sequence[R], at: datetime, claim: ClaimRow) -> Sequence[R]:
        """Write down updates and claim their chats; the first that waits of each that has new ones and was nobody's."""
        return self._updates(await self._write(lambda uow: uow.inbox.receive(updates, at, claim)))

    async def take(self, at: datetime, claim: ClaimRow) -> Sequence[R]:
        """Claim every chat with updates that wait, that nobody has; the first that waits of each."""
        if not await self._read(lambda uow: uow.inbox.unclaimed(at)):
            return []
        return self._updates(await self._write(lambda uow: uow.inbox.take(at, claim)))

    async def answered(self, update: R, at: datetime, claim: ClaimRow) -> R | None:
        """Mark an update as done with: it is never processed again. The next of its chat.

        None, where there is none, leaves the chat; where another has it by now, there is none either.
        """
        following = await self._write(lambda uow: uow.inbox.answered(update, at, claim))
        return None if following is None else self._update(*following)

    async def keep(self, chats: Collection[int], at: datetime, claim: ClaimRow) -> None:
        """Those of these chats that are the claim's last as long from now on."""
        await self._write(lambda uow: uow.inbox.keep(chats, at, claim))

    async def leave(self, holder: str) -> None:
        """Nobody has the chats that somebody had."""
        await self._write(lambda uow: uow.inbox.leave(holder))

    async def holders(self) -> Sequence[str]:
        """Everybody who has a chat."""
        return await self._read(lambda uow: uow.inbox.holders())

    async def pending(self) -> Sequence[R]:
        """Updates not answered yet, by update_id."""
        return self._updates(await self._read(lambda uow: uow.inbox.pending()))

    def _updates(self, rows: Sequence[Row]) -> list[R]:
        return [self._update(*each) for each in rows]

    async def remember(self, chat_id: int, message_id: int, subject: str, at: datetime) -> None:
        """Keep what a message is about, so that a reply to it is understood."""
        await self._write(lambda uow: uow.chat.remember(chat_id, message_id, subject, at))

    async def subject(self, chat_id: int, message_id: int) -> str | None:
        """What a message is about."""
        return await self._read(lambda uow: uow.chat.subject(chat_id, message_id))

    async def ask(self, chat_id: int, telegram_user_id: int, prompt: P) -> None:
        """The person's open question in a chat, instead of an earlier one."""
        question = prompt.subject, prompt.message_id, prompt.expires_at
        await self._write(lambda uow: uow.chat.ask(chat_id, telegram_user_id, *question))

    async def asked(self, chat_id: int, telegram_user_id: int) -> P | None:
        """Their open question, expired or not."""
        row = await self._read(lambda uow: uow.chat.asked(chat_id, telegram_user_id))
        return None if row is None else self._prompt(*row)

    async def forget_prompt(self, chat_id: int, telegram_user_id: int) -> None:
        """They answered, or turned to something else."""
        await self._write(lambda uow: uow.chat.forget_prompt(chat_id, telegram_user_id))

    async def prune(self, updates_before: datetime, before: datetime) -> int:
        """Drop updates answered before the one, subjects and prompts older than the other; how many."""
        return await self._write(lambda uow: uow.chat.prune(updates_before, before))
