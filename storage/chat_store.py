"""The chat's store: each method a unit of work of its own, durable when it returns."""

from collections.abc import Collection, Sequence
from datetime import datetime

from core.ports.chat import ChatStore
from core.records.chat import Claim, InboxUpdate, MessageQuestion, Prompt
from storage.unit_of_work import UnitRunner


class SqlChatStore(ChatStore):
    def __init__(self, readers: UnitRunner, writer: UnitRunner) -> None:
        self._read = readers.submit
        self._write = writer.submit

    async def receive(self, updates: Sequence[InboxUpdate], at: datetime, claim: Claim) -> Sequence[InboxUpdate]:
        return await self._write(lambda uow: uow.inbox.receive(updates, at, claim))

    async def take(self, at: datetime, claim: Claim) -> Sequence[InboxUpdate]:
        if not await self._read(lambda uow: uow.inbox.unclaimed(at)):
            return []
        return await self._write(lambda uow: uow.inbox.take(at, claim))

    async def answered(self, update: InboxUpdate, at: datetime, claim: Claim) -> InboxUpdate | None:
        return await self._write(lambda uow: uow.inbox.answered(update, at, claim))

    async def answered_together(self, updates: Collection[int], at: datetime) -> None:
        await self._write(lambda uow: uow.inbox.answered_together(updates, at))

    async def keep(self, chats: Collection[int], at: datetime, claim: Claim) -> None:
        await self._write(lambda uow: uow.inbox.keep(chats, at, claim))

    async def release_claims(self, holder: str) -> None:
        await self._write(lambda uow: uow.inbox.release_claims(holder))

    async def holders(self) -> Sequence[str]:
        return await self._read(lambda uow: uow.inbox.holders())

    async def of_chat(self, chat_id: int) -> Sequence[InboxUpdate]:
        return await self._read(lambda uow: uow.inbox.of_chat(chat_id))

    async def waiting_of_chat(self, chat_id: int) -> Sequence[InboxUpdate]:
        return await self._read(lambda uow: uow.inbox.waiting_of_chat(chat_id))

    async def pending(self) -> Sequence[InboxUpdate]:
        return await self._read(lambda uow: uow.inbox.pending())

    async def count_pending(self) -> int:
        return await self._read(lambda uow: uow.inbox.count_pending())

    async def remember(self, chat_id: int, message_id: int, subject: str, at: datetime) -> None:
        await self._write(lambda uow: uow.chat.remember(chat_id, message_id, subject, at))

    async def subject(self, chat_id: int, message_id: int) -> str | None:
        return await self._read(lambda uow: uow.chat.subject(chat_id, message_id))

    async def latest_subjects(self, chat_id: int, since: datetime, most: int) -> Sequence[str]:
        return await self._read(lambda uow: uow.chat.latest_subjects(chat_id, since, most))

    async def note_question(self, chat_id: int, question: MessageQuestion) -> None:
        await self._write(lambda uow: uow.chat.note_question(chat_id, question))

    async def question(self, chat_id: int, message_id: int) -> MessageQuestion | None:
        return await self._read(lambda uow: uow.chat.question(chat_id, message_id))

    async def latest_questions(self, chat_id: int, most: int) -> Sequence[MessageQuestion]:
        return await self._read(lambda uow: uow.chat.latest_questions(chat_id, most))

    async def ask(self, chat_id: int, telegram_user_id: int, prompt: Prompt) -> None:
        await self._write(lambda uow: uow.chat.ask(chat_id, telegram_user_id, prompt))

    async def asked(self, chat_id: int, telegram_user_id: int) -> Prompt | None:
        return await self._read(lambda uow: uow.chat.asked(chat_id, telegram_user_id))

    async def forget_prompt(self, chat_id: int, telegram_user_id: int) -> None:
        await self._write(lambda uow: uow.chat.forget_prompt(chat_id, telegram_user_id))

    async def prune(self, updates_before: datetime, before: datetime) -> int:
        return await self._write(lambda uow: uow.chat.prune(updates_before, before))
