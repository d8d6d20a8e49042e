"""The store behind the core's ports: SQLAlchemy Core statements, run on the driver, on SQLite or PostgreSQL.

- `schema/` the tables by domain and the migrations; `maintenance` brings a database up to date and checks it;
- `repositories/` a class a repository; `unit_of_work` has all of them, `chat_store` the chat's;
- `sql/` compiles statements and knows what engines spell differently;
- `sqlite/` and `postgres/` are the engines, the same modules in each: how one connects, how statements run, how units
  of work do; `store` is what all of it comes to;
- `transfer/` copies a database into another, or for a while.
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
