"""The chat's tables: its inbox, the claims on chats, the subjects of its messages, open questions."""

from sqlalchemy import Column, Index, LargeBinary, Table, Text

from storage.schema.metadata import metadata
from storage.sql.column_types import Instant, Integer

inbox = Table(
    "inbox",
    metadata,
    Column("update_id", Integer, primary_key=True, autoincrement=False),
    Column("chat_id", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("received_at", Instant, nullable=False),
    Column("answered_at", Instant),
)
Index("ix_inbox_waiting", inbox.c.chat_id, inbox.c.update_id, sqlite_where=inbox.c.answered_at.is_(None))

Index("ix_inbox_chat", inbox.c.chat_id, inbox.c.update_id)

# The process that handles a chat's updates, while some wait.
chat_claims = Table(
    "chat_claims",
    metadata,
    Column("chat_id", Integer, primary_key=True, autoincrement=False),
    Column("holder", Text, nullable=False),
    Column("until", Instant, nullable=False),
    sqlite_with_rowid=False,
)

message_subjects = Table(
    "message_subjects",
    metadata,
    Column("chat_id", Integer, primary_key=True, autoincrement=False),
    Column("message_id", Integer, primary_key=True, autoincrement=False),
    Column("subject", Text, nullable=False),
    Column("at", Instant, nullable=False),
    sqlite_with_rowid=False,
)

# What messages ask by their buttons: the question asked last is the one that words may answer.
message_questions = Table(
    "message_questions",
    metadata,
    Column("chat_id", Integer, primary_key=True, autoincrement=False),
    Column("message_id", Integer, primary_key=True, autoincrement=False),
    Column("buttons", Text, nullable=False),
    Column("asked_at", Instant, nullable=False),
    Column("outbox_id", Integer),
    sqlite_with_rowid=False,
)
Index("ix_message_questions_latest", message_questions.c.chat_id, message_questions.c.asked_at)

prompts = Table(
    "prompts",
    metadata,
    Column("chat_id", Integer, primary_key=True, autoincrement=False),
    Column("telegram_user_id", Integer, primary_key=True, autoincrement=False),
    Column("subject", Text, nullable=False),
    Column("message_id", Integer, nullable=False),
    Column("expires_at", Instant, nullable=False),
    sqlite_with_rowid=False,
)
