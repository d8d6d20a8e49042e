"""What the chat keeps beside its inbox: what its messages are about, open questions."""

from datetime import datetime

import sqlalchemy as sa

from storage.schema.chat import inbox, message_subjects, prompts
from storage.sql.dialect import Dialect
from storage.sql.executor import DatabaseConnection


class ChatStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        self._compile_subjects(sql)
        self._compile_prompts(sql)
        ages = {inbox.c.answered_at: "updates_before", message_subjects.c.at: "before", prompts.c.expires_at: "before"}
        self.prune = [sql.change(sa.delete(age.table).where(age < sa.bindparam(name))) for age, name in ages.items()]

    def _compile_subjects(self, sql: Dialect) -> None:
        message = (message_subjects.c.chat_id, message_subjects.c.message_id)
        put = sql.insert(message_subjects)
        self.remember = sql.change(
            put.on_conflict_do_update(
                index_elements=message, set_={"subject": put.excluded.subject, "at": put.excluded.at}
            )
        )
        this = [column == sa.bindparam(column.key) for column in message]
        self.subject = sql.query(sa.select(message_subjects.c.subject).where(*this), str)

    def _compile_prompts(self, sql: Dialect) -> None:
        person = (prompts.c.chat_id, prompts.c.telegram_user_id)
        asked = (prompts.c.subject, prompts.c.message_id, prompts.c.expires_at)
        put = sql.insert(prompts)
        self.ask = sql.change(
            put.on_conflict_do_update(
                index_elements=person, set_={column.key: put.excluded[column.key] for column in asked}
            )
        )
        this = [column == sa.bindparam(column.key) for column in person]
        self.asked = sql.query(sa.select(*asked).where(*this), prompt_row)
        self.forget_prompt = sql.change(sa.delete(prompts).where(*this))


class ChatTables:
    """The chat's repository within a unit of work."""

    def __init__(self, connection: DatabaseConnection, statements: ChatStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def remember(self, chat_id: int, message_id: int, subject: str, at: datetime) -> None:
        """Keep what a message is about."""
        await self._connection.run(self._sql.remember, chat_id=chat_id, message_id=message_id, subject=subject, at=at)

    async def subject(self, chat_id: int, message_id: int) -> str | None:
        """What a message is about."""
        return await self._connection.one(self._sql.subject, chat_id=chat_id, message_id=message_id)

    async def ask(
        self, chat_id: int, telegram_user_id: int, subject: str, message_id: int, expires_at: datetime
    ) -> None:
        """The person's open question in a chat, instead of an earlier one."""
        await self._connection.run(
            self._sql.ask,
            chat_id=chat_id,
            telegram_user_id=telegram_user_id,
            subject=subject,
            message_id=message_id,
            expires_at=expires_at,
        )

    async def asked(self, chat_id: int, telegram_user_id: int) -> tuple[str, int, datetime] | None:
        """(subject, message_id, expires_at) of their open question."""
        return await self._connection.one(self._sql.asked, chat_id=chat_id, telegram_user_id=telegram_user_id)

    async def forget_prompt(self, chat_id: int, telegram_user_id: int) -> None:
        """Drop their open question."""
        await self._connection.run(self._sql.forget_prompt, chat_id=chat_id, telegram_user_id=telegram_user_id)

    async def prune(self, updates_before: datetime, before: datetime) -> int:
        """Drop updates answered before the one, subjects and prompts older than the other; how many."""
        ages = {"updates_before": updates_before, "before": before}
        return sum([await self._connection.run(statement, **ages) for statement in self._sql.prune])


def prompt_row(subject: str, message_id: int, expires_at: datetime) -> tuple[str, int, datetime]:
    """A row of the prompts."""
    return subject, message_id, expires_at
