"""Every table but those of jobs, of working hours and of the chat: `job_tables`, `schedule_tables`, `chat_tables`.

Column names are the Structs' field names; the migrations create the same (a test compares). Which rows an index has is
said once, as `sqlite_where`: `storage.postgres.schema.DDLCompiler` takes it over for PostgreSQL.

What is checked here is what must hold whoever writes: rules with a reason to be told to a person are in core.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy import (
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.ext.compiler import compiles

from core.base.model import Language, Priority, Role, Semaforo, TaskStatus
from storage.column_types import Instant, Integer, choice, flag

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


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
    CheckConstraint("username = lower(username)", name="lower_case"),
    CheckConstraint("leader_user_id <> id", name="not_self_led"),
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

tasks = Table(
    "tasks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("descripcion", Text, nullable=False),
    Column("leader_user_id", ForeignKey("users.id"), index=True),
    Column("fecha_solicitud", Date, nullable=False),
    Column("fecha_cumplir", Date, nullable=False, index=True),
    Column("fecha_cierre", Date),
    Column("estatus", choice(TaskStatus, "estatus"), nullable=False),
    Column("prioridad", choice(Priority, "prioridad"), nullable=False),
    Column("ultimo_comentario_fecha", Instant),
    Column("created_by_user_id", ForeignKey("users.id"), index=True),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("is_active", flag("is_active"), nullable=False, server_default=sa.true()),
    CheckConstraint("fecha_cumplir >= fecha_solicitud", name="due_after_request"),
    CheckConstraint("(estatus = 'CERRADA') = (fecha_cierre IS NOT NULL)", name="closing_date"),
)


def in_state(comparison: str) -> sa.ColumnElement[bool]:
    """Active and in a state: written out, for SQLite knows a partial index by its very words."""
    return sa.and_(tasks.c.is_active, sa.text(f"estatus {comparison}"))


PLANNED, OPEN = in_state("= 'PLANEACION'"), in_state("<> 'CERRADA'")
Index("ix_tasks_planned", tasks.c.fecha_solicitud, sqlite_where=PLANNED)
Index("ix_tasks_open_led", tasks.c.leader_user_id, sqlite_where=OPEN)
Index("ix_tasks_open", tasks.c.fecha_cumplir, sqlite_where=OPEN)

task_responsibles = Table(
    "task_responsibles",
    metadata,
    Column("task_id", ForeignKey("tasks.id"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    UniqueConstraint("user_id", "task_id"),
    sqlite_with_rowid=False,
)

task_comments = Table(
    "task_comments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("task_id", ForeignKey("tasks.id"), nullable=False, index=True),
    Column("comentario", Text, nullable=False),
    Column("created_by_user_id", ForeignKey("users.id"), nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
)

LIGHTS = {light.lower(): light for light in Semaforo}
"""The columns in which a log counts its items, by light."""

daily_logs = Table(
    "daily_logs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("fecha", Date, nullable=False, index=True),
    Column("opened_at", Instant, nullable=False),
    Column("avance_at", Instant),
    Column("closed_at", Instant),
    # Its items summed up, at every change of one: how many of each light, and their percentages.
    *(Column(light, Integer, nullable=False, server_default=sa.text("0")) for light in LIGHTS),
    Column("porcentaje", Integer, nullable=False, server_default=sa.text("0")),
    UniqueConstraint("user_id", "fecha"),
)

daily_log_items = Table(
    "daily_log_items",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("log_id", ForeignKey("daily_logs.id"), nullable=False),
    Column("task_id", ForeignKey("tasks.id"), nullable=False, index=True),
    Column("orden", Integer, nullable=False),
    Column("semaforo", choice(Semaforo, "semaforo"), nullable=False),
    Column("porcentaje", Integer, nullable=False),
    Column("resume_porcentaje", Integer, nullable=False),
    Column("task_reopened", flag("task_reopened"), nullable=False, server_default=sa.false()),
    # The task as it stood when the log was closed; all null while the log is open.
    Column("frozen_descripcion", Text),
    Column("frozen_leader_user_id", ForeignKey("users.id")),
    Column("frozen_fecha_solicitud", Date),
    Column("frozen_fecha_cumplir", Date),
    Column("frozen_estatus", choice(TaskStatus, "frozen_estatus")),
    Column("frozen_prioridad", choice(Priority, "frozen_prioridad")),
    # Of a ROJO one, the first of its person's logs, one after the other up to this one, in which it was.
    Column("red_since", Date),
    UniqueConstraint("log_id", "task_id"),
    CheckConstraint("porcentaje BETWEEN 0 AND 100", name="porcentaje"),
    CheckConstraint("resume_porcentaje BETWEEN 0 AND 99", name="resume_porcentaje"),
)

# Who leads a task that somebody's days have had an item of, be it that they led it once: never too few.
task_leads = Table(
    "task_leads",
    metadata,
    Column("leader_user_id", ForeignKey("users.id"), primary_key=True, autoincrement=False),
    Column("user_id", ForeignKey("users.id"), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

OF_LOG, BY_DATE, BY_PERSON, BY_ID = (
    "INDEXED BY sqlite_autoindex_daily_log_items_1",
    "INDEXED BY ix_daily_logs_fecha",
    "INDEXED BY sqlite_autoindex_daily_logs_1",
    "NOT INDEXED",
)
"""How some days' items are reached: logs by date or by person, items by log, tasks by id.

Who leads many tasks, and each task, has items of all time; without statistics SQLite cannot know that to be more.
"""

event_types = Table(
    "event_types",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", Text, nullable=False),
    # The code's casefold: SQLite's lower() knows ASCII only.
    Column("code_key", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("system_managed", flag("system_managed"), nullable=False, server_default=sa.false()),
    Column("auto_generated", flag("auto_generated"), nullable=False, server_default=sa.false()),
    Column("is_active", flag("is_active"), nullable=False, server_default=sa.true()),
    Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
)
Index(
    "uq_event_types_live_code",
    event_types.c.code_key,
    unique=True,
    sqlite_where=~event_types.c.is_deleted,
)

event_series = Table(
    "event_series",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("created_by_user_id", ForeignKey("users.id"), nullable=False),
    Column("created_at", Instant, nullable=False),
)

SPAN_DAYS = (1, 32)
"""How long the events of each span class are at most, but for the last class, which has all that are longer."""


class LastsAtMost(sa.ColumnElement[bool]):
    """Whether an event takes so many days at most; exact, each as its engine keeps instants."""

    inherit_cache = True

    def __init__(self, days: int) -> None:
        self.days = days


@compiles(LastsAtMost, "sqlite")
def within_on_sqlite(element: LastsAtMost, *_: Any, **__: Any) -> str:
    """Text of one width, which sorts as time does."""
    whole_seconds = f"strftime('%Y-%m-%dT%H:%M:%S', substr(start_datetime, 1, 19), '+{element.days} days')"
    return f"end_datetime <= {whole_seconds} || substr(start_datetime, 20)"


@compiles(LastsAtMost, "postgresql")
def within_on_postgresql(element: LastsAtMost, *_: Any, **__: Any) -> str:
    """A difference, for a sum of a time and days asks for the session's zone."""
    return f"end_datetime - start_datetime <= INTERVAL '{element.days} days'"


def span_class() -> sa.Computed:
    """The first class that an event fits in."""
    names = [sa.literal_column(str(span), sa.Integer) for span in range(len(SPAN_DAYS) + 1)]
    fits = [(LastsAtMost(days), name) for days, name in zip(SPAN_DAYS, names, strict=False)]
    return sa.Computed(sa.case(*fits, else_=names[-1]), persisted=False)


events = Table(
    "events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("event_type_id", ForeignKey("event_types.id"), nullable=False),
    Column("title", Text, nullable=False),
    Column("description", Text),
    Column("start_datetime", Instant, nullable=False),
    Column("end_datetime", Instant, nullable=False),
    Column("location", Text),
    Column("is_virtual", flag("is_virtual"), nullable=False),
    Column("is_public", flag("is_public"), nullable=False),
    Column("status_id", Integer, nullable=False),
    Column("customer_id", Integer),
    Column("supplier_id", Integer),
    Column("created_by_user_id", ForeignKey("users.id")),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("is_active", flag("is_active"), nullable=False),
    Column("series_id", ForeignKey("event_series.id")),
    Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
    Column("span", Integer, span_class()),
    CheckConstraint("end_datetime > start_datetime", name="end_after_start"),
)

event_participants = Table(
    "event_participants",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("event_id", ForeignKey("events.id"), nullable=False),
    Column("user_id", ForeignKey("users.id")),
    Column("customer_id", Integer),
    Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
    Column("deleted_at", Instant),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    CheckConstraint("user_id IS NOT NULL OR customer_id IS NOT NULL", name="somebody"),
    CheckConstraint("is_deleted = (deleted_at IS NOT NULL)", name="deleted_at"),
)

# When people are busy, in microseconds since 1970: follows from the tables above, and is kept by `storage.busy`.
busy = Table(
    "busy",
    metadata,
    Column("user_id", Integer, primary_key=True, autoincrement=False),
    Column("span", Integer, primary_key=True, autoincrement=False),
    Column("starts_at", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("ends_at", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("event_id", Integer, primary_key=True, autoincrement=False, index=True),
    Column("status_id", Integer, nullable=False),
    sqlite_with_rowid=False,
)

event_visibility = Table(
    "event_visibility",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("event_id", ForeignKey("events.id"), nullable=False),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("is_visible", flag("is_visible"), nullable=False),
    Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
    Column("deleted_at", Instant),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    CheckConstraint("is_deleted = (deleted_at IS NOT NULL)", name="deleted_at"),
)

event_reminders = Table(
    "event_reminders",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("event_id", ForeignKey("events.id"), nullable=False),
    Column("remind_at", Instant, nullable=False),
    Column("sent", flag("sent"), nullable=False),
    Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
    Column("deleted_at", Instant),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    CheckConstraint("is_deleted = (deleted_at IS NOT NULL)", name="deleted_at"),
)


def live_index(
    name: str, table: Table, *columns: str, unique: bool = False, only: sa.ColumnElement[bool] | None = None
) -> Index:
    """An index of the rows that are not deleted, or of some of them."""
    rows = ~table.c.is_deleted if only is None else sa.and_(~table.c.is_deleted, only)
    return Index(name, *(table.c[each] for each in columns), unique=unique, sqlite_where=rows)


live_index("ix_events_creator", events, "created_by_user_id")
live_index("ix_events_public", events, "id", only=events.c.is_public)
live_index("ix_events_series", events, "series_id", only=events.c.series_id.is_not(None))
BY_TIME = "ix_events_time"
live_index(BY_TIME, events, "span", "start_datetime", "end_datetime")
live_index("ix_events_type", events, "event_type_id")
live_index("uq_event_participants_live_user", event_participants, "user_id", "event_id", unique=True)
live_index("uq_event_participants_live_customer", event_participants, "event_id", "customer_id", unique=True)
live_index("uq_event_visibility_live_user", event_visibility, "user_id", "event_id", unique=True)
live_index("ix_event_visibility_event", event_visibility, "event_id")
live_index("ix_event_reminders_event", event_reminders, "event_id")
live_index("ix_event_reminders_time", event_reminders, "remind_at")
UNSENT = sa.and_(~event_reminders.c.is_deleted, ~event_reminders.c.sent)
Index("ix_event_reminders_unsent", event_reminders.c.remind_at, sqlite_where=UNSENT)

examples = Table(
    "examples",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("active", flag("active"), nullable=False, server_default=sa.true()),
    Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
)

idempotency_keys = Table(
    "causes",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("digest", sa.LargeBinary, nullable=False),
    Column("outcome", sa.LargeBinary, nullable=False),
    Column("at", Instant, nullable=False, index=True),
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
)
