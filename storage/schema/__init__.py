"""The tables by domain, and the migrations that make them.

Column names are the Structs' field names; the migrations create the same tables (a test compares). A partial index says
its rows once, as `sqlite_where`; `storage.postgres.schema.DDLCompiler` takes them over for PostgreSQL.

Checks are what must hold whoever writes: rules whose breach is explained to a person are in core.
"""

from storage.schema import calendar, chat, jobs, messages, people, service, work
from storage.schema.metadata import metadata

__all__ = ["calendar", "chat", "jobs", "messages", "metadata", "people", "service", "work"]
