"""The directory, its groups, and when people are away or work."""

import sqlalchemy as sa
from sqlalchemy import CheckConstraint, Column, Date, ForeignKey, Index, Table, Text, Time

from core.base.model import Language, Role
from core.records.calendar_links import CalendarKind
from core.records.sign_ons import SignOnStage
from storage.schema.metadata import metadata
from storage.sql.column_types import Instant, Integer, Json, choice, flag

users = Table(
    "users",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("username", sa.String(64), nullable=False, unique=True),
    Column("display_name", Text, nullable=False),
    Column("role", choice(Role, "role"), nullable=False),
    Column("leader_user_id", ForeignKey("users.id"), index=True),
    Column("birthday", Date),
    Column("timezone", Text),
    Column("language", choice(Language, "language")),
    Column("telegram_user_id", Integer, unique=True),
    Column("token_version", Integer, nullable=False, server_default=sa.text("1")),
    Column("is_active", flag("is_active"), nullable=False, server_default=sa.true()),
    Column("tokens_revoked_at", Instant),
    Column("telegram_blocked_at", Instant),
    Column("telegram_username", Text),
    Column("external_id", Text),
    # An ISO 3166 or ISO 3166-2 code.
    Column("holidays", Text),
    Index("uq_users_external_id", "external_id", unique=True),
    CheckConstraint("username = lower(username)", name="lower_case"),
    CheckConstraint("leader_user_id <> id", name="not_self_led"),
    sqlite_autoincrement=True,
)

# What a person's reads on a replica must show: with no reference, for nothing may keep it from being counted.
own_writes = Table(
    "own_writes",
    metadata,
    Column("user_id", Integer, primary_key=True, autoincrement=False),
    Column("writes", Integer, nullable=False),
)

invites = Table(
    "invites",
    metadata,
    Column("code_hash", sa.LargeBinary, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("expires_at", Instant, nullable=False),
)


tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("scopes", Json),
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False, index=True),
    Column("last_used_on", Date),
    Column("ended_at", Instant),
    sqlite_with_rowid=False,
)

calendar_links = Table(
    "calendar_links",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("kind", choice(CalendarKind, "kind"), nullable=False),
    # SHA-256. Another secret takes its place when the link is renewed.
    Column("secret_hash", sa.LargeBinary, nullable=False, unique=True),
    Column("created_at", Instant, nullable=False),
    Column("ended_at", Instant, index=True),
    Column("last_fetched_at", Instant),
    Column("last_fetched_by", Text),
    sqlite_autoincrement=True,
)

sign_ons = Table(
    "sign_ons",
    metadata,
    Column("id", Integer, primary_key=True),
    # SHA-256 of the secrets of the page, of the chat and of the client.
    Column("page_hash", sa.LargeBinary, nullable=False, unique=True),
    Column("chat_hash", sa.LargeBinary, nullable=False, unique=True),
    Column("code_hash", sa.LargeBinary, unique=True),
    Column("client_id", Text, nullable=False),
    Column("client_name", Text, nullable=False),
    Column("client_host", Text, nullable=False),
    Column("redirect_uri", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("challenge", Text, nullable=False),
    Column("expires_at", Instant, nullable=False, index=True),
    Column("stage", choice(SignOnStage, "stage"), nullable=False),
    Column("user_id", ForeignKey("users.id"), index=True),
    Column("number", Text),
    Column("tries", Integer, nullable=False),
    # No reference: a token may be forgotten before.
    Column("token_id", Text),
    # Where the page was opened: an address of IPv4, a network of IPv6, or "".
    Column("site", Text, nullable=False, server_default=sa.text("''")),
    sqlite_autoincrement=True,
)

linked_groups = Table(
    "linked_groups",
    metadata,
    Column("chat_id", Integer, primary_key=True, autoincrement=False),
    Column("title", Text, nullable=False),
    Column("leader_user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("language", choice(Language, "language"), nullable=False),
    Column("linked_at", Instant, nullable=False),
    Column("former_chat_id", Integer, unique=True),
    Column("summary_since", Instant),
    Column("topic", Integer),
)


absences = Table(
    "absences",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("first_day", Date, nullable=False),
    Column("last_day", Date, nullable=False),
    Column("reason", Text),
    Column("created_by_user_id", ForeignKey("users.id")),
    Column("created_at", Instant, nullable=False),
    Column("cancelled_at", Instant),
    # Of some hours of a day only.
    Column("starts_at", Instant),
    Column("ends_at", Instant),
    CheckConstraint("last_day >= first_day", name="in_order"),
    sqlite_autoincrement=True,
)
LIVE = absences.c.cancelled_at.is_(None)
Index("ix_absences_live", absences.c.user_id, absences.c.last_day, sqlite_where=LIVE)

notices = Table(
    "notices",
    metadata,
    Column("user_id", ForeignKey("users.id"), primary_key=True, autoincrement=False),
    Column("default_reminder_minutes", Integer),
    Column("off", Json, nullable=False, server_default=sa.text("'[]'")),
    Column("open_at", Time),
    Column("avance_at", Time),
    Column("close_at", Time),
    Column("quiet_starts", Time),
    Column("quiet_ends", Time),
    Column("lunch_starts", Time),
    Column("lunch_ends", Time),
)

work_days = Table(
    "work_days",
    metadata,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("weekday", Integer, primary_key=True, autoincrement=False),
    Column("starts", Time, nullable=False),
    Column("ends", Time, nullable=False),
    CheckConstraint("weekday BETWEEN 1 AND 7", name="weekday"),
    CheckConstraint("ends > starts", name="in_order"),
    sqlite_with_rowid=False,
)
