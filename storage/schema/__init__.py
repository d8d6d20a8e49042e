"""The tables by domain, and the migrations that create them.

Column names are the Structs' field names; a test compares the migrations' schema with the tables. The condition of a
partial index is given once, as `sqlite_where`; `storage.postgres.schema.DDLCompiler` uses it for PostgreSQL too.

Checks hold for every writer; rules whose violation is explained to a person are in core.
"""

from storage.schema import calendar, chat, jobs, journal, messages, outside_calendars, people, service, webhooks, work
from storage.schema.metadata import metadata

__all__ = [
    "calendar",
    "chat",
    "jobs",
    "journal",
    "messages",
    "metadata",
    "outside_calendars",
    "people",
    "service",
    "webhooks",
    "work",
]
