"""Webhooks, and the changes that did not arrive at them."""

import sqlalchemy as sa
from sqlalchemy import Column, ForeignKey, Index, Table, Text

from core.records.webhooks import WebhookStop
from storage.schema.metadata import metadata
from storage.sql.column_types import Instant, Integer, Json, choice

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("url", Text, nullable=False),
    Column("kinds", Json, nullable=False),
    # Both sign until the instant.
    Column("secret", Text, nullable=False),
    Column("previous_secret", Text),
    Column("previous_until", Instant),
    Column("scopes", Json),
    Column("created_at", Instant, nullable=False),
    # Of the rows of the journal up to this one none is left to be told but `webhook_retries`.
    Column("position", sa.BigInteger, nullable=False),
    Column("failing_since", Instant),
    Column("rests_until", Instant),
    Column("stopped_at", Instant),
    Column("stopped_because", choice(WebhookStop, "stopped_because")),
    sqlite_autoincrement=True,
)

webhook_retries = Table(
    "webhook_retries",
    metadata,
    Column("webhook_id", ForeignKey("webhooks.id"), primary_key=True, autoincrement=False),
    # No reference: the journal forgets.
    Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("attempts", Integer, nullable=False),
    Column("began_at", Instant, nullable=False),
    # Null where it was given up.
    Column("due_at", Instant),
    Index("ix_webhook_retries_due", "webhook_id", "due_at"),
    sqlite_with_rowid=False,
)
GIVEN_UP = webhook_retries.c.due_at.is_(None)
Index("ix_webhook_retries_given_up", webhook_retries.c.began_at, sqlite_where=GIVEN_UP)
