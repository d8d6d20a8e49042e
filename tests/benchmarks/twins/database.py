"""The service's own events, people and all, in the tables that a twin keeps, its instants as its kind writes them."""

from contextlib import closing
from pathlib import Path

from storage.sqlite.connecting import connect

FASTAPI = "replace(substr({0}, 1, 26), 'T', ' ')"
"""The form that SQLAlchemy's `DateTime` keeps: `2026-11-23 15:00:00.000000`."""

JAVASCRIPT = "substr({0}, 1, 23) || 'Z'"
"""The form of JavaScript's `toISOString`, and of the Go twin: `2026-11-23T15:00:00.000Z`."""

TABLES = """
CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT NOT NULL, role TEXT NOT NULL, is_active BOOLEAN NOT NULL);
CREATE TABLE event_types (id INTEGER PRIMARY KEY, is_active BOOLEAN NOT NULL, auto_generated BOOLEAN NOT NULL);
CREATE TABLE events (
  id INTEGER PRIMARY KEY, event_type_id INTEGER NOT NULL REFERENCES event_types, title TEXT NOT NULL, description TEXT,
  start_datetime DATETIME NOT NULL, end_datetime DATETIME NOT NULL, location TEXT, is_virtual BOOLEAN NOT NULL,
  is_public BOOLEAN NOT NULL, status_id INTEGER NOT NULL, customer_id INTEGER, supplier_id INTEGER,
  created_by_user_id INTEGER REFERENCES users, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL,
  is_active BOOLEAN NOT NULL, series_id INTEGER, is_deleted BOOLEAN NOT NULL
);
CREATE TABLE participants (
  id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES events, user_id INTEGER NOT NULL REFERENCES users
);
CREATE TABLE visibility (
  id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES events, user_id INTEGER NOT NULL REFERENCES users,
  is_visible BOOLEAN NOT NULL
);
"""
INDICES = """
CREATE INDEX events_by_creator ON events (created_by_user_id);
CREATE INDEX events_by_time ON events (start_datetime, end_datetime);
CREATE UNIQUE INDEX participants_of_event ON participants (event_id, user_id);
CREATE UNIQUE INDEX participants_by_user ON participants (user_id, event_id);
CREATE UNIQUE INDEX visibility_of_event ON visibility (event_id, user_id);
"""
EVENT = (
    "id, event_type_id, title, description, {start_datetime}, {end_datetime}, location, is_virtual, is_public,"
    " status_id, customer_id, supplier_id, created_by_user_id, {created_at}, {updated_at}, is_active, series_id,"
    " is_deleted"
)
INSTANTS = ("start_datetime", "end_datetime", "created_at", "updated_at")


def copy(service: Path, twin: Path, written: str) -> None:
    """Make a twin's database of the service's. Blocks; nobody writes to the service's meanwhile."""
    event = EVENT.format(**{name: written.format(name) for name in INSTANTS})
    with closing(connect(twin, foreign_keys=False)) as connection:
        connection.executescript(f"PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; {TABLES}")
        connection.execute("ATTACH ? AS service", [str(service)])
        for table, columns, source in (
            ("users", "id, username, role, is_active", "users"),
            ("event_types", "id, is_active, auto_generated", "event_types"),
            ("events", event, "events"),
            ("participants", "id, event_id, user_id", "event_participants"),
            ("visibility", "id, event_id, user_id, is_visible", "event_visibility"),
        ):
            connection.execute(f"INSERT INTO main.{table} SELECT {columns} FROM service.{source}")
        connection.executescript(INDICES)
