"""The store behind the core's ports: SQLAlchemy Core statements, run on the driver, on SQLite or PostgreSQL.

- `tables` what is kept; `column_types` how; `migrations/` how it came to be;
- `schema` brings a database up to date, checks it and copies it: `sqlite_schema` a file, `postgres_schema` one of a
  server that `postgres` reads a URL of, `comparing` what either should be; `scratch` copies one for a while;
- `copying` moves everything between two databases, each one of its `sides`: `sqlite_side`, `postgres_side`;
- `users`, `tasks`, `daily_logs` (with its `daily_log_views`), `events`, `series`, `event_types`, `visibility`,
  `reminders`, `absences`, `schedules`, `examples`, `drafts`, `causes`, `chat`, `inbox`: a repository and its
  statements each;
- `participants`, and `busy`: when people are, kept by all that writes events or participants;
- `event_filter` who sees which events and what is attached to them; `attached` what all of that has in common;
- `executor` compiles statements; `dialect` what engines spell differently; `store` is what all of it comes to;
- `sqlite`, `sqlite_executor`, `engine` (units of work, many to a transaction), `turns` (whose process writes),
  `sqlite_store`: SQLite's part;
- `postgres_dialect`, `postgres_executor`, `postgres_sessions`, `postgres_pool`, `postgres_engine` (units of
  work side by side, begun anew where they meet), `postgres_replica` (what may be read a moment late),
  `postgres_store`: PostgreSQL's.
"""

from storage.chat_store import ChatStore
from storage.copying import CannotCopy, Copied, Step, copy
from storage.schema import SchemaOutOfDate, backup, check, upgrade
from storage.scratch import scratch_copy
from storage.store import Store, open_store

__all__ = [
    "CannotCopy",
    "ChatStore",
    "Copied",
    "SchemaOutOfDate",
    "Step",
    "Store",
    "backup",
    "check",
    "copy",
    "open_store",
    "scratch_copy",
    "upgrade",
]
