"""Examples, drafts, the idempotency keys of applied requests, and the rounds of housekeeping by which both age."""

import sqlalchemy as sa
from sqlalchemy import Column, ForeignKey, Table, Text

from storage.schema.metadata import metadata
from storage.sql.column_types import Instant, Integer, Json, flag

examples = Table(
    "examples",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("active", flag("active"), nullable=False, server_default=sa.true()),
    Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
    sqlite_autoincrement=True,
)


drafts = Table(
    "drafts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("owner_user_id", ForeignKey("users.id"), nullable=False),
    Column("body", Json, nullable=False),
    # A task or an event, as the body says.
    Column("saved_id", Integer),
    Column("since_round", Integer, nullable=False, server_default="0", index=True),
    # Old buttons name drafts by their ids, and rows are deleted.
    sqlite_autoincrement=True,
)


idempotency_keys = Table(
    "causes",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("digest", sa.LargeBinary, nullable=False),
    Column("outcome", sa.LargeBinary, nullable=False),
    Column("since_round", Integer, nullable=False, server_default="0", index=True),
)


# One row: the present round.
housekeeping = Table(
    "housekeeping",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("began_at", Instant, nullable=False),
)
