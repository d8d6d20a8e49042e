"""The record of jobs' runs."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from core.ports.jobs import JobRunRepository
from core.records.jobs import Counts, Job, JobRun
from storage.schema.jobs import job_runs
from storage.sql.executor import Repository
from storage.sql.expressions import columns_for, insert
from storage.sql.statements import Change, Query

OF_JOB = job_runs.c.job == sa.bindparam("job", type_=sa.Text)
FIRST = (
    sa.select(job_runs.c.id, job_runs.c.started_at)
    .order_by(job_runs.c.id)
    .limit(sa.bindparam("most"))
    .subquery("first")
)


def job_run(*row: Any) -> JobRun:
    values = dict(zip(JobRun.__struct_fields__, row, strict=True))
    return JobRun(**values | {"counts": msgspec.json.decode(values["counts"], type=Counts)})


class JobRuns(Repository, JobRunRepository):
    START = Query(
        insert(job_runs)
        .on_conflict_do_nothing(index_elements=[job_runs.c.job, job_runs.c.nominal])
        .returning(job_runs.c.id),
        int,
        ["job", "started_at", "asked_by_user_id", "nominal"],
    )

    async def start(self, job: Job, at: datetime, asked_by_user_id: int | None) -> int:
        return await self._db.only(self.START, job=job, started_at=at, asked_by_user_id=asked_by_user_id, nominal=None)

    async def start_scheduled(self, job: Job, at: datetime, nominal: str) -> int | None:
        return await self._db.one(self.START, job=job, started_at=at, asked_by_user_id=None, nominal=nominal)

    FINISH = Change(sa.update(job_runs).where(job_runs.c.id == sa.bindparam("run_id")), ["finished_at", "counts"])

    async def finish(self, run_id: int, at: datetime, counts: Mapping[str, int]) -> None:
        await self._db.run(self.FINISH, run_id=run_id, finished_at=at, counts=counts)

    LAST_SCHEDULED = Query(
        sa.select(job_runs.c.nominal)
        .where(OF_JOB, job_runs.c.nominal <= sa.bindparam("until"))
        .order_by(job_runs.c.nominal.desc())
        .limit(1),
        str,
    )

    async def last_scheduled(self, job: Job, until: str) -> str | None:
        return await self._db.one(self.LAST_SCHEDULED, job=job, until=until)

    SCHEDULED = Query(
        sa.select(job_runs.c.nominal)
        .where(OF_JOB, job_runs.c.nominal.between(sa.bindparam("since"), sa.bindparam("until")))
        .order_by(job_runs.c.nominal),
        str,
    )

    async def scheduled(self, job: Job, since: str, until: str) -> Sequence[str]:
        return await self._db.all(self.SCHEDULED, job=job, since=since, until=until)

    LAST = Query(
        sa.select(*columns_for(job_runs, JobRun)).where(OF_JOB).order_by(job_runs.c.id.desc()).limit(1), job_run
    )

    async def last(self, job: Job) -> JobRun | None:
        return await self._db.one(self.LAST, job=job)

    PRUNE = Change(
        sa.delete(job_runs).where(
            job_runs.c.id.in_(sa.select(FIRST.c.id).where(FIRST.c.started_at < sa.bindparam("before")))
        )
    )

    async def prune(self, before: datetime, most: int) -> int:
        return await self._db.run(self.PRUNE, before=before, most=most)
