"""The store behind the core's ports, on SQLite or PostgreSQL: SQLAlchemy Core statements, run on the driver.

- `repositories/` implement the ports, a class each; `unit_of_work` has all of them, `chat_store` the chat's;
- `schema/` has the tables by domain and the migrations; `maintenance` migrates and checks a database;
- `sql/` compiles statements and spells what the engines write differently;
- `sqlite/` and `postgres/` are the engines; `store` opens one for a URL;
- `transfer/` copies a database.

A new query: its method in the port, and in the repository with its statement above it.
"""

from storage.chat_store import SqlChatStore
from storage.maintenance import SchemaOutOfDate, backup, check, upgrade
from storage.store import SqlStore, open_store
from storage.transfer.copying import CannotCopy, Copied, CopyStep, copy
from storage.transfer.scratch import scratch_copy

__all__ = [
    "CannotCopy",
    "Copied",
    "CopyStep",
    "SchemaOutOfDate",
    "SqlChatStore",
    "SqlStore",
    "backup",
    "check",
    "copy",
    "open_store",
    "scratch_copy",
    "upgrade",
]
