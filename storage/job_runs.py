"""The record of jobs' runs."""

from collections.abc import Mapping
from datetime import datetime

import sqlalchemy as sa

from storage.dialect import SqliteDialect
from storage.executor import Connection
from storage.job_tables import job_runs


class JobRunStatements:
    """Compiled once an engine."""

    def __init__(self, sql: SqliteDialect) -> None:
        started = ["job", "started_at", "asked_by_user_id"]
        self.start = sql.query(sql.insert(job_runs).returning(job_runs.c.id), int, started)
        this = job_runs.c.id == sa.bindparam("run_id")
        self.finish = sql.change(sa.update(job_runs).where(this), ["finished_at", "counts"])


class JobRuns:
    """`core.ports.jobs.JobRunRepository`."""

    def __init__(self, connection: Connection, statements: JobRunStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def start(self, job: str, at: datetime, asked_by_user_id: int | None) -> int:
        """The new run's id."""
        return self._connection.only(self._sql.start, job=job, started_at=at, asked_by_user_id=asked_by_user_id)

    async def finish(self, run_id: int, at: datetime, counts: Mapping[str, int]) -> None:
        """Write when it ended and what it did."""
        self._connection.run(self._sql.finish, run_id=run_id, finished_at=at, counts=counts)
