"""The outbox."""

from sqlalchemy import Column, ForeignKey, Index, Table, Text, text

from core.records.messages import Outcome
from storage.schema.metadata import metadata
from storage.sql.column_types import Instant, Integer, Json, choice

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    # No check: what there is to tell grows.
    Column("kind", Text, nullable=False),
    Column("params", Json, nullable=False),
    Column("dedupe_key", Text, nullable=False, unique=True),
    Column("created_at", Instant, nullable=False),
    Column("due_at", Instant, nullable=False),
    Column("outcome", choice(Outcome, "outcome"), nullable=False),
    # No check: what may hold one back grows too.
    Column("reason", Text),
    Column("outcome_at", Instant, nullable=False),
    # The process that sends it, until when it alone may, and how many attempts have failed.
    Column("claimed_by", Text),
    Column("claimed_until", Instant),
    Column("attempts", Integer, nullable=False, server_default=text("0")),
    Column("group_chat_id", Integer),
    # What Telegram said when it did not take it.
    Column("fault", Text),
    # A digest of as much as is out, while only some of it is.
    Column("said", Text),
    Column("answered_at", Instant),
    # When the last call was begun that may have sent it; null again where Telegram is known not to have taken it.
    Column("send_started_at", Instant),
    # Telegram's number of the message that it was sent as, the last one of several.
    Column("sent_as", Integer),
    sqlite_autoincrement=True,
)
WAITING = text("outcome = 'waiting'")
"""Literals, since SQLite recognises a partial index by its exact text."""

Index("ix_outbox_ledger", outbox.c.user_id, outbox.c.outcome_at)
Index("ix_outbox_due", outbox.c.due_at, outbox.c.id, sqlite_where=WAITING)
Index("ix_outbox_waiting", outbox.c.user_id, outbox.c.dedupe_key, sqlite_where=WAITING)
FORGETTABLE = text("outcome <> 'waiting' AND kind <> 'overdue_survey'")
Index("ix_outbox_forgettable", outbox.c.outcome_at, sqlite_where=FORGETTABLE)
