"""Event types, and those that are there from the start."""

import sqlalchemy as sa
from alembic import op

from storage.schema.migrations.kinds import INTEGER, flag

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    table = op.create_table(
        "event_types",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("code_key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("system_managed", flag("system_managed"), nullable=False, server_default=sa.false()),
        sa.Column("auto_generated", flag("auto_generated"), nullable=False, server_default=sa.false()),
        sa.Column("is_active", flag("is_active"), nullable=False, server_default=sa.true()),
        sa.Column("is_deleted", flag("is_deleted"), nullable=False, server_default=sa.false()),
    )
    op.create_index(
        "uq_event_types_live_code",
        "event_types",
        ["code_key"],
        unique=True,
        sqlite_where=sa.text("is_deleted = 0"),
        postgresql_where=sa.text("NOT is_deleted"),
    )
    op.bulk_insert(table, [*first_types()])


def first_types() -> tuple[dict[str, object], ...]:
    return (
        first_type("BIRTHDAY", "Cumpleaños", by_system=True),
        first_type("REUNION", "Reunión"),
        first_type("VISITA", "Visita"),
        first_type("OTRO", "Otro"),
    )


def first_type(code: str, name: str, *, by_system: bool = False) -> dict[str, object]:
    return {
        "code": code,
        "code_key": code.casefold(),
        "name": name,
        "system_managed": by_system,
        "auto_generated": by_system,
    }
