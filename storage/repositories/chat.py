"""The chat's memory: the subjects of its messages, and open questions. Its inbox is a repository of its own."""

from datetime import datetime

import sqlalchemy as sa

from core.ports.chat import ChatMemoryRepository
from core.records.chat import MessageQuestion, Prompt
from storage.schema.chat import inbox, message_questions, message_subjects, prompts
from storage.sql.executor import Repository, change, every, one
from storage.sql.expressions import columns_for, fields, upsert
from storage.sql.statements import Change

MESSAGE = ["chat_id", "message_id"]
PERSON = ["chat_id", "telegram_user_id"]
THIS_PERSON = [prompts.c[name] == sa.bindparam(name) for name in PERSON]

QUESTIONS = sa.select(*columns_for(message_questions, MessageQuestion)).where(
    message_questions.c.chat_id == sa.bindparam("chat_id")
)


class ChatMemory(Repository, ChatMemoryRepository):
    remember = change(upsert(message_subjects, MESSAGE, ["subject", "at"]))
    subject = one(
        sa.select(message_subjects.c.subject).where(
            *(message_subjects.c[name] == sa.bindparam(name) for name in MESSAGE)
        ),
        str,
    )
    latest_subjects = every(
        sa.select(message_subjects.c.subject)
        .where(message_subjects.c.chat_id == sa.bindparam("chat_id"), message_subjects.c.at >= sa.bindparam("since"))
        .order_by(message_subjects.c.message_id.desc())
        .limit(sa.bindparam("most", type_=sa.Integer())),
        str,
    )
    note_question = change(upsert(message_questions, MESSAGE, fields(MessageQuestion, "message_id")))
    question = one(QUESTIONS.where(message_questions.c.message_id == sa.bindparam("message_id")), MessageQuestion)
    latest_questions = every(
        QUESTIONS.order_by(message_questions.c.asked_at.desc(), message_questions.c.message_id.desc()).limit(
            sa.bindparam("most", type_=sa.Integer())
        ),
        MessageQuestion,
    )
    ask = change(upsert(prompts, PERSON, fields(Prompt)))
    asked = one(sa.select(*columns_for(prompts, Prompt)).where(*THIS_PERSON), Prompt)
    forget_prompt = change(sa.delete(prompts).where(*THIS_PERSON))

    PRUNE = (
        Change(sa.delete(inbox).where(inbox.c.answered_at < sa.bindparam("updates_before"))),
        Change(sa.delete(message_subjects).where(message_subjects.c.at < sa.bindparam("before"))),
        Change(sa.delete(message_questions).where(message_questions.c.asked_at < sa.bindparam("before"))),
        Change(sa.delete(prompts).where(prompts.c.expires_at < sa.bindparam("before"))),
    )

    async def prune(self, updates_before: datetime, before: datetime) -> int:
        return sum([await self._db.run(each, updates_before=updates_before, before=before) for each in self.PRUNE])
