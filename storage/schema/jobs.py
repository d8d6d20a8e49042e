"""Runs of jobs, leases, what was begun without an end, and what does not work now."""

from sqlalchemy import Column, ForeignKey, Index, Table, Text

from storage.schema.metadata import metadata
from storage.sql.column_types import Instant, Integer, Json

job_runs = Table(
    "job_runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("job", Text, nullable=False),
    Column("started_at", Instant, nullable=False),
    Column("asked_by_user_id", ForeignKey("users.id")),
    # Both null until the run has ended.
    Column("finished_at", Instant),
    Column("counts", Json),
    # The turn's name, in order among the turns of the job; null where somebody asked.
    Column("nominal", Text),
    Index("ix_job_runs_turn", "job", "nominal", unique=True),
    Index("ix_job_runs_last", "job", "id"),
)

leases = Table(
    "leads",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("term", Integer, nullable=False),
    Column("until", Instant, nullable=False),
)

# Of what was begun and has not ended: only what was begun again, or by a process that may end by it.
begun_work = Table(
    "begun_work",
    metadata,
    # No check: what may end a process grows.
    Column("kind", Text, primary_key=True),
    Column("item", Integer, primary_key=True, autoincrement=False),
    Column("times", Integer, nullable=False),
    Column("at", Instant, nullable=False),
    Column("put_aside_at", Instant),
)

troubles = Table(
    "troubles",
    metadata,
    Column("thing", Text, primary_key=True),
    Column("fault", Text, nullable=False),
    Column("since", Instant, nullable=False),
    Column("until", Instant, nullable=False),
)
