"""What the chat keeps beside its inbox: what its messages are about, open questions."""

from datetime import datetime

import sqlalchemy as sa
from msgspec.structs import asdict

from core.records.chat import Prompt
from storage.schema.chat import inbox, message_subjects, prompts
from storage.sql.executor import Repository
from storage.sql.expressions import columns_for, fields, upsert
from storage.sql.statements import Change, Query

MESSAGE = ["chat_id", "message_id"]
PERSON = ["chat_id", "telegram_user_id"]
THIS_PERSON = [prompts.c[name] == sa.bindparam(name) for name in PERSON]


class ChatMemory(Repository):
    """The chat's part of `core.ports.chat.ChatStore` but for the inbox."""

    REMEMBER = Change(upsert(message_subjects, MESSAGE, ["subject", "at"]))

    async def remember(self, chat_id: int, message_id: int, subject: str, at: datetime) -> None:
        await self._db.run(self.REMEMBER, chat_id=chat_id, message_id=message_id, subject=subject, at=at)

    SUBJECT = Query(
        sa.select(message_subjects.c.subject).where(
            *(message_subjects.c[name] == sa.bindparam(name) for name in MESSAGE)
        ),
        str,
    )

    async def subject(self, chat_id: int, message_id: int) -> str | None:
        return await self._db.one(self.SUBJECT, chat_id=chat_id, message_id=message_id)

    ASK = Change(upsert(prompts, PERSON, fields(Prompt)))

    async def ask(self, chat_id: int, telegram_user_id: int, prompt: Prompt) -> None:
        await self._db.run(self.ASK, chat_id=chat_id, telegram_user_id=telegram_user_id, **asdict(prompt))

    ASKED = Query(sa.select(*columns_for(prompts, Prompt)).where(*THIS_PERSON), Prompt)

    async def asked(self, chat_id: int, telegram_user_id: int) -> Prompt | None:
        return await self._db.one(self.ASKED, chat_id=chat_id, telegram_user_id=telegram_user_id)

    FORGET_PROMPT = Change(sa.delete(prompts).where(*THIS_PERSON))

    async def forget_prompt(self, chat_id: int, telegram_user_id: int) -> None:
        await self._db.run(self.FORGET_PROMPT, chat_id=chat_id, telegram_user_id=telegram_user_id)

    PRUNE = (
        Change(sa.delete(inbox).where(inbox.c.answered_at < sa.bindparam("updates_before"))),
        Change(sa.delete(message_subjects).where(message_subjects.c.at < sa.bindparam("before"))),
        Change(sa.delete(prompts).where(prompts.c.expires_at < sa.bindparam("before"))),
    )

    async def prune(self, updates_before: datetime, before: datetime) -> int:
        return sum([await self._db.run(each, updates_before=updates_before, before=before) for each in self.PRUNE])
