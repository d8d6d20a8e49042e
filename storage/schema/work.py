"""Tasks, their comments, and daily logs."""

import sqlalchemy as sa
from sqlalchemy import CheckConstraint, Column, Date, ForeignKey, Index, Table, Text, UniqueConstraint

from core.base.model import Priority, RecurrenceType, Semaforo, TaskStatus
from core.records.work import AskedFor, AskedState, AttachmentKind, HelperAnswer, RuleState
from storage.schema.metadata import metadata
from storage.sql.column_types import Instant, Integer, Json, choice, flag

tasks = Table(
    "tasks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("descripcion", Text, nullable=False),
    Column("leader_user_id", ForeignKey("users.id"), index=True),
    Column("fecha_solicitud", Date, nullable=False),
    Column("fecha_cumplir", Date, nullable=False, index=True),
    Column("fecha_cierre", Date, index=True),
    Column("estatus", choice(TaskStatus, "estatus"), nullable=False),
    Column("prioridad", choice(Priority, "prioridad"), nullable=False),
    Column("ultimo_comentario_fecha", Instant),
    Column("created_by_user_id", ForeignKey("users.id"), index=True),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False, index=True),
    Column("is_active", flag("is_active"), nullable=False, server_default=sa.true()),
    # In order; `task_responsibles` has the same to be searched.
    Column("responsible_user_ids", Json, nullable=False, server_default=sa.text("'[]'")),
    # The tasks into which it is split, in their order; null once it is open again.
    Column("split_into", Json),
    # Without a foreign key: SQLite adds none to an existing table.
    Column("part_of_task_id", Integer, index=True),
    # What another system calls it, and that system.
    Column("external_source", Text),
    Column("external_id", Text),
    CheckConstraint("fecha_cumplir >= fecha_solicitud", name="due_after_request"),
    CheckConstraint("(estatus = 'CERRADA') = (fecha_cierre IS NOT NULL)", name="closing_date"),
    sqlite_autoincrement=True,
)


def in_state(comparison: str) -> sa.ColumnElement[bool]:
    """Active and in a state, as literals: SQLite recognises a partial index by its exact text."""
    return sa.and_(tasks.c.is_active, sa.text(f"estatus {comparison}"))


PLANNED, OPEN = in_state("= 'PLANEACION'"), in_state("<> 'CERRADA'")
NAMED = sa.and_(tasks.c.is_active, tasks.c.external_id.is_not(None))
Index("uq_tasks_live_external_id", tasks.c.external_source, tasks.c.external_id, unique=True, sqlite_where=NAMED)
DELETED = sa.and_(~tasks.c.is_active, tasks.c.external_id.is_not(None))
Index("ix_tasks_deleted_external_id", tasks.c.external_source, tasks.c.external_id, sqlite_where=DELETED)
Index("ix_tasks_planned", tasks.c.fecha_solicitud, sqlite_where=PLANNED)
Index("ix_tasks_open_led", tasks.c.leader_user_id, sqlite_where=OPEN)
Index("ix_tasks_open", tasks.c.fecha_cumplir, sqlite_where=OPEN)
BY_OPEN = "INDEXED BY ix_tasks_open"
"""A hint for SQLite, whose planner would read every task where its statistics say that most of them are open."""

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
    sqlite_autoincrement=True,
)
Index("ix_task_comments_written", task_comments.c.created_at, task_comments.c.created_by_user_id)
Index("ix_task_comments_people", task_comments.c.task_id, task_comments.c.created_by_user_id)

# Every move of a task's due date: when, and the date before.
task_due_moves = Table(
    "task_due_moves",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("task_id", ForeignKey("tasks.id"), nullable=False, index=True),
    Column("former_due", Date, nullable=False),
    Column("moved_at", Instant, nullable=False, index=True),
)

comment_files = Table(
    "comment_files",
    metadata,
    Column("comment_id", ForeignKey("task_comments.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", choice(AttachmentKind, "kind"), nullable=False),
    Column("name", Text),
    Column("file_id", Text, nullable=False),
    sqlite_with_rowid=False,
)

task_followers = Table(
    "task_followers",
    metadata,
    Column("task_id", ForeignKey("tasks.id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True, index=True),
    Column("added_by_user_id", ForeignKey("users.id"), nullable=False),
    Column("created_at", Instant, nullable=False),
    sqlite_with_rowid=False,
)

task_mutes = Table(
    "task_mutes",
    metadata,
    Column("task_id", ForeignKey("tasks.id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    sqlite_with_rowid=False,
)

reds = Table(
    "reds",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("task_id", ForeignKey("tasks.id"), nullable=False, index=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("started_at", Instant, nullable=False),
    Column("motivo", Text),
    Column("motivo_at", Instant),
    Column("ended_at", Instant),
    sqlite_autoincrement=True,
)
Index("ix_reds_user", reds.c.user_id, reds.c.id)

red_helpers = Table(
    "red_helpers",
    metadata,
    Column("red_id", ForeignKey("reds.id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True, index=True),
    Column("answer", choice(HelperAnswer, "answer")),
    sqlite_with_rowid=False,
)

asked_tasks = Table(
    "asked_tasks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("created_by_user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("descripcion", Text, nullable=False),
    Column("fecha_cumplir", Date, nullable=False),
    Column("prioridad", choice(Priority, "prioridad"), nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("state", choice(AskedState, "state"), nullable=False),
    Column("respuesta", Text),
    Column("answered_at", Instant),
    Column("task_id", ForeignKey("tasks.id"), index=True),
    Column("withdrawn_at", Instant),
    Column("asks_for", choice(AskedFor, "asks_for", checked=False), nullable=False, server_default=AskedFor.NEW_TASK),
    Column("motivo", Text),
    sqlite_autoincrement=True,
)

task_rules = Table(
    "task_rules",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("descripcion", Text, nullable=False),
    Column("prioridad", choice(Priority, "prioridad"), nullable=False),
    Column("leader_user_id", ForeignKey("users.id"), index=True),
    Column("recurrence_type", choice(RecurrenceType, "recurrence_type"), nullable=False),
    Column("weekdays", Json, nullable=False),
    Column("day_of_month", Integer),
    Column("occurrence_count", Integer),
    Column("starts_on", Date, nullable=False),
    Column("ends_on", Date),
    Column("state", choice(RuleState, "state"), nullable=False),
    Column("last_on", Date, nullable=False, index=True),
    Column("task_id", ForeignKey("tasks.id"), nullable=False, index=True),
    Column("task_count", Integer, nullable=False),
    Column("created_by_user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    # As a task's.
    Column("responsible_user_ids", Json, nullable=False, server_default=sa.text("'[]'")),
    sqlite_autoincrement=True,
)

task_rule_responsibles = Table(
    "task_rule_responsibles",
    metadata,
    Column("rule_id", ForeignKey("task_rules.id"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    sqlite_with_rowid=False,
)

# Every task that a rule has made.
task_rule_tasks = Table(
    "task_rule_tasks",
    metadata,
    Column("task_id", ForeignKey("tasks.id"), primary_key=True),
    Column("rule_id", ForeignKey("task_rules.id"), nullable=False, index=True),
    sqlite_with_rowid=False,
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
    sqlite_autoincrement=True,
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
    sqlite_autoincrement=True,
)
IS_RED = sa.text(f"semaforo = '{Semaforo.ROJO}'")
Index("ix_daily_log_items_red", daily_log_items.c.log_id, sqlite_where=IS_RED)

# Leaders, present or past, of a task of which a person's logs have an item. May have too many rows, never too few.
task_leads = Table(
    "task_leads",
    metadata,
    Column("leader_user_id", ForeignKey("users.id"), primary_key=True, autoincrement=False),
    Column("user_id", ForeignKey("users.id"), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

OF_LOG, RED_OF_LOG, BY_DATE, BY_PERSON, BY_ID = (
    "INDEXED BY sqlite_autoindex_daily_log_items_1",
    "INDEXED BY ix_daily_log_items_red",
    "INDEXED BY ix_daily_logs_fecha",
    "INDEXED BY sqlite_autoindex_daily_logs_1",
    "NOT INDEXED",
)
"""Hints for SQLite on the way to some days' items: logs by date or person, items or red ones by log, tasks by id.

A task has items of all time, and a leader many tasks; without statistics SQLite cannot know that these are more.
"""
