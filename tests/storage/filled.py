"""Some rows in every table, each of whose columns holds something else."""

from datetime import UTC, date, datetime, time, timedelta

import sqlalchemy as sa

from storage import maintenance
from storage.schema.metadata import metadata
from storage.sql.column_types import Instant, Json
from storage.transfer import copying

ROWS = 3
TABLES = [table for table in metadata.sorted_tables if table.name not in copying.ITS_OWN]
SECRETIVE = "ñandú 😀 \t'\"\\ \u202e\x7f"


def value(column, number):
    """Something for a column, another for each row; nothing in the last row where there may be nothing."""
    if column.nullable and number == ROWS:
        return None
    if column.foreign_keys or isinstance(column.type, sa.Integer):
        return number
    if isinstance(column.type, sa.Enum):
        return list(column.type.enum_class)[number % len(column.type.enum_class)]
    made = {
        sa.Boolean: number % 2 == 0,
        sa.Date: date(1 + number, 2, 28),
        sa.Time: time(7, 0, 0, number),
        Instant: datetime(9999 - number, 12, 31, 23, 59, 59, 999_999 * (number % 2), tzinfo=UTC),
        sa.LargeBinary: bytes(range(256))[number:],
        Json: {SECRETIVE: number},
        sa.String: f"{SECRETIVE}{number}",
    }
    return next(made for kind, made in made.items() if isinstance(column.type, kind))


def row(table, number):
    """A row that the table's rules allow; people are led by later ones."""
    values = {column.name: value(column, number) for column in table.c if column.computed is None}
    values |= {
        "users": {"username": f"persona{number}", "leader_user_id": number + 1 if number < ROWS else None},
        "work_days": {"ends": time(18, 30, number)},
        "event_participants": {"customer_id": number},
        "task_leads": {"user_id": ROWS + 1 - number},
        "own_writes": {"writes": 100 * number},
    }.get(table.name, {})
    if table.name == "tasks":
        values["estatus"] = "PENDIENTE" if values["fecha_cierre"] is None else "CERRADA"
    if "responsible_user_ids" in values:
        values["responsible_user_ids"] = [number]
    if table.name == "events":
        values["end_datetime"] = values["start_datetime"]
        values["start_datetime"] -= timedelta(days=number * number * 4, microseconds=1)
    if "deleted_at" in values:
        values["is_deleted"] = values["deleted_at"] is not None
    return values


def fill(url):
    """Some rows in every table, and more ids given than there are drafts."""

    def insert(connection):
        for table in TABLES:
            if table.name not in {"event_types", "journal"}:  # what is written here is journaled
                connection.execute(sa.insert(table), [row(table, number) for number in range(1, ROWS + 1)])
        connection.exec_driver_sql("UPDATE event_types SET name = 'Otra cosa' WHERE id = 4")
        connection.exec_driver_sql(f"DELETE FROM drafts WHERE id = {ROWS}")

    maintenance.schema_of(url).transaction(insert)
