"""The directory, tasks, daily logs, causes, and what the chat keeps."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INSTANT, INTEGER, choice, flag

revision = "0001"
down_revision = None


def status(name: str) -> sa.Enum:
    return choice(name, "PLANEACION", "PENDIENTE", "EN_PROCESO", "CERRADA")


def priority(name: str) -> sa.Enum:
    return choice(name, "URGENTE", "ALTA", "MEDIA", "BAJA")


def upgrade() -> None:
    create_directory()
    create_tasks()
    create_daily_logs()
    create_causes()
    create_chat()


def create_directory() -> None:
    op.create_table(
        "users",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("username", sa.String(64), nullable=False, unique=True),
        sa.Column("display_name", sa.Text(), nullable=False),
        sa.Column("role", choice("role", "member", "admin", "service"), nullable=False),
        sa.Column("leader_user_id", INTEGER, sa.ForeignKey("users.id"), index=True),
        sa.Column("birthday", sa.Date()),
        sa.Column("timezone", sa.Text()),
        sa.Column("language", choice("language", "es", "en")),
        sa.Column("telegram_user_id", INTEGER, unique=True),
        sa.Column("token_version", INTEGER, nullable=False, server_default=sa.text("1")),
        sa.Column("is_active", flag("is_active"), nullable=False, server_default=sa.true()),
        sa.CheckConstraint("username = lower(username)", name="lower_case"),
        sa.CheckConstraint("leader_user_id <> id", name="not_self_led"),
    )
    op.create_table(
        "invites",
        sa.Column("code_hash", sa.LargeBinary(), primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False, index=True),
        sa.Column("expires_at", INSTANT, nullable=False),
    )


def create_tasks() -> None:
    op.create_table(
        "tasks",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("descripcion", sa.Text(), nullable=False),
        sa.Column("leader_user_id", INTEGER, sa.ForeignKey("users.id"), index=True),
        sa.Column("fecha_solicitud", sa.Date(), nullable=False),
        sa.Column("fecha_cumplir", sa.Date(), nullable=False, index=True),
        sa.Column("fecha_cierre", sa.Date()),
        sa.Column("estatus", status("estatus"), nullable=False),
        sa.Column("prioridad", priority("prioridad"), nullable=False),
        sa.Column("ultimo_comentario_fecha", INSTANT),
        sa.Column("created_by_user_id", INTEGER, sa.ForeignKey("users.id"), index=True),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        sa.Column("is_active", flag("is_active"), nullable=False, server_default=sa.true()),
        sa.CheckConstraint("fecha_cumplir >= fecha_solicitud", name="due_after_request"),
        sa.CheckConstraint("(estatus = 'CERRADA') = (fecha_cierre IS NOT NULL)", name="closing_date"),
    )
    op.create_table(
        "task_responsibles",
        sa.Column("task_id", INTEGER, sa.ForeignKey("tasks.id"), primary_key=True),
        sa.Column("position", INTEGER, primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.UniqueConstraint("user_id", "task_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "task_comments",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("task_id", INTEGER, sa.ForeignKey("tasks.id"), nullable=False, index=True),
        sa.Column("comentario", sa.Text(), nullable=False),
        sa.Column("created_by_user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
    )


def create_daily_logs() -> None:
    op.create_table(
        "daily_logs",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("user_id", INTEGER, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("fecha", sa.Date(), nullable=False, index=True),
        sa.Column("opened_at", INSTANT, nullable=False),
        sa.Column("avance_at", INSTANT),
        sa.Column("closed_at", INSTANT),
        sa.UniqueConstraint("user_id", "fecha"),
    )
    op.create_table(
        "daily_log_items",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("log_id", INTEGER, sa.ForeignKey("daily_logs.id"), nullable=False),
        sa.Column("task_id", INTEGER, sa.ForeignKey("tasks.id"), nullable=False, index=True),
        sa.Column("orden", INTEGER, nullable=False),
        sa.Column("semaforo", choice("semaforo", "VERDE", "AMARILLO", "NARANJA", "ROJO"), nullable=False),
        sa.Column("porcentaje", INTEGER, nullable=False),
        sa.Column("resume_porcentaje", INTEGER, nullable=False),
        sa.Column("task_reopened", flag("task_reopened"), nullable=False, server_default=sa.false()),
        sa.Column("frozen_descripcion", sa.Text()),
        sa.Column("frozen_leader_user_id", INTEGER, sa.ForeignKey("users.id")),
        sa.Column("frozen_fecha_solicitud", sa.Date()),
        sa.Column("frozen_fecha_cumplir", sa.Date()),
        sa.Column("frozen_estatus", status("frozen_estatus")),
        sa.Column("frozen_prioridad", priority("frozen_prioridad")),
        sa.UniqueConstraint("log_id", "task_id"),
        sa.CheckConstraint("porcentaje BETWEEN 0 AND 100", name="porcentaje"),
        sa.CheckConstraint("resume_porcentaje BETWEEN 0 AND 99", name="resume_porcentaje"),
    )


def create_causes() -> None:
    op.create_table(
        "causes",
        sa.Column("scope", sa.Text(), primary_key=True),
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("outcome", sa.LargeBinary(), nullable=False),
        sa.Column("at", INSTANT, nullable=False, index=True),
    )


def create_chat() -> None:
    op.create_table(
        "inbox",
        sa.Column("update_id", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("chat_id", INTEGER, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", INSTANT, nullable=False),
        sa.Column("answered_at", INSTANT),
    )
    pending = sa.text("answered_at IS NULL")
    op.create_index("ix_inbox_pending", "inbox", ["update_id"], sqlite_where=pending, postgresql_where=pending)
    op.create_table(
        "message_subjects",
        sa.Column("chat_id", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("message_id", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "prompts",
        sa.Column("chat_id", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("telegram_user_id", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("message_id", INTEGER, nullable=False),
        sa.Column("expires_at", INSTANT, nullable=False),
        sqlite_with_rowid=False,
    )
