"""The record of jobs' runs."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from core.records.jobs import Counts, Job, JobRun
from storage.schema.jobs import job_runs
from storage.sql.dialect import Dialect, columns_for
from storage.sql.executor import DatabaseConnection


class JobRunStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        started = ["job", "started_at", "asked_by_user_id", "nominal"]
        turn = [job_runs.c.job, job_runs.c.nominal]
        unless_taken = sql.insert(job_runs).on_conflict_do_nothing(index_elements=turn)
        self.start = sql.query(unless_taken.returning(job_runs.c.id), int, started)
        this = job_runs.c.id == sa.bindparam("run_id")
        self.finish = sql.change(sa.update(job_runs).where(this), ["finished_at", "counts"])
        of_job = job_runs.c.job == sa.bindparam("job", type_=sa.Text)
        last_scheduled = sa.select(job_runs.c.nominal).where(of_job, job_runs.c.nominal <= sa.bindparam("until"))
        self.last_scheduled = sql.query(last_scheduled.order_by(job_runs.c.nominal.desc()).limit(1), str)
        within = job_runs.c.nominal.between(sa.bindparam("since"), sa.bindparam("until"))
        scheduled = sa.select(job_runs.c.nominal).where(of_job, within)
        self.scheduled = sql.query(scheduled.order_by(job_runs.c.nominal), str)
        last = sa.select(*columns_for(job_runs, JobRun)).where(of_job)
        self.last = sql.query(last.order_by(job_runs.c.id.desc()).limit(1), job_run)
        oldest = sa.select(job_runs.c.id, job_runs.c.started_at).order_by(job_runs.c.id).limit(sa.bindparam("most"))
        first = oldest.subquery("first")
        old = sa.select(first.c.id).where(first.c.started_at < sa.bindparam("before"))
        self.prune = sql.change(sa.delete(job_runs).where(job_runs.c.id.in_(old)))


class JobRuns:
    """`core.ports.jobs.JobRunRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: JobRunStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def start(self, job: Job, at: datetime, asked_by_user_id: int | None) -> int:
        """The new run's id."""
        return await self._connection.only(
            self._sql.start, job=job, started_at=at, asked_by_user_id=asked_by_user_id, nominal=None
        )

    async def start_scheduled(self, job: Job, at: datetime, nominal: str) -> int | None:
        """The new run's id, or None where the turn has been taken."""
        return await self._connection.one(
            self._sql.start, job=job, started_at=at, asked_by_user_id=None, nominal=nominal
        )

    async def finish(self, run_id: int, at: datetime, counts: Mapping[str, int]) -> None:
        """Write when it ended and what it did."""
        await self._connection.run(self._sql.finish, run_id=run_id, finished_at=at, counts=counts)

    async def last_scheduled(self, job: Job, until: str) -> str | None:
        """The name of the last turn that was taken, by name, of those up to a name."""
        return await self._connection.one(self._sql.last_scheduled, job=job, until=until)

    async def scheduled(self, job: Job, since: str, until: str) -> Sequence[str]:
        """The names of a job's turns that were taken, from one name to another, in order."""
        return await self._connection.all(self._sql.scheduled, job=job, since=since, until=until)

    async def last(self, job: Job) -> JobRun | None:
        """The last run of a job."""
        return await self._connection.one(self._sql.last, job=job)

    async def prune(self, before: datetime, most: int) -> int:
        """Forget the oldest runs that began earlier, so many at most; how many."""
        return await self._connection.run(self._sql.prune, before=before, most=most)


def job_run(*row: Any) -> JobRun:
    """A row as a run, its counts read."""
    values = dict(zip(JobRun.__struct_fields__, row, strict=True))
    return JobRun(**values | {"counts": msgspec.json.decode(values["counts"], type=Counts)})
