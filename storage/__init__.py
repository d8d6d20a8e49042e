"""The store behind the core's ports: SQLAlchemy Core statements, run on the driver, on SQLite or PostgreSQL.

- `tables`, `job_tables`, `schedule_tables`, `chat_tables`, `draft_table` what is kept; `column_types` how;
  `migrations/` how it came to be;
- `schema` brings a database up to date, checks it and copies it; `comparing` is what it should be; `scratch` copies
  one for a while;
- `copying` moves everything between two databases, each a `copy_endpoint`;
- `users`, `tasks`, `daily_logs` (with its `daily_log_views`), `events`, `series`, `event_types`, `visibility`,
  `reminders`, `absences`, `schedules`, `examples`, `drafts`, `groups`, `birthdays`, `outbox`, `job_runs`, `leases`,
  `idempotency_keys`, `chat`, `inbox`: a repository and its statements each; `unit_of_work` has all of them,
  `chat_store` the bot's;
- `participants`, and `busy`: when people are, kept by all that writes events or participants; `spans` the same of
  events;
- `at_risk_items`, `due_reminders`: a select that is a file of its own;
- `event_filter` who sees which events and what is attached to them; `event_children` what all of that has in common;
- `executor` compiles statements; `dialect` what engines spell differently; `store` is what all of it comes to;
- `sqlite/` and `postgres/` are the engines, the same modules in each: how one connects, how statements run, how units
  of work do, how a store opens.
"""

from storage.chat_store import ChatStore
from storage.copying import CannotCopy, Copied, CopyStep, copy
from storage.schema import SchemaOutOfDate, backup, check, upgrade
from storage.scratch import scratch_copy
from storage.store import SqlStore, open_store

__all__ = [
    "CannotCopy",
    "ChatStore",
    "Copied",
    "CopyStep",
    "SchemaOutOfDate",
    "SqlStore",
    "backup",
    "check",
    "copy",
    "open_store",
    "scratch_copy",
    "upgrade",
]
