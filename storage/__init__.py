"""The store behind the core's ports, on SQLite or PostgreSQL: SQLAlchemy Core statements, run on the driver.

- `repositories/` implement the ports, a class each; `unit_of_work` has all of them, `chat_store` the chat's;
- `schema/` has the tables by domain and the migrations; `maintenance` migrates and checks a database, `derived` what
  follows from other rows;
- `sql/` compiles statements and spells what the engines write differently;
- `sqlite/` and `postgres/` are the engines; `store` opens one for a URL; `commit_watch` tells who waits of commits;
- `transfer/` copies a database.

A new query: its method in the port, and in the repository its statement under the same name, or a method that runs
several.
"""

from storage.chat_store import SqlChatStore
from storage.maintenance import (
    DatabaseMissing,
    backup,
    check,
    rehearse_restore,
    require_url,
    restore,
    set_aside,
    upgrade,
)
from storage.schema.revision import SchemaOutOfDate
from storage.sqlite.restoring import Restored
from storage.store import SqlStore, open_store
from storage.transfer.copying import CannotCopy, Copied, CopyStep, copy
from storage.transfer.scratch import scratch_copy

__all__ = [
    "CannotCopy",
    "Copied",
    "CopyStep",
    "DatabaseMissing",
    "Restored",
    "SchemaOutOfDate",
    "SqlChatStore",
    "SqlStore",
    "backup",
    "check",
    "copy",
    "open_store",
    "rehearse_restore",
    "require_url",
    "restore",
    "scratch_copy",
    "set_aside",
    "upgrade",
]
