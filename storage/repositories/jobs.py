"""Runs of jobs, leases, what was begun without an end, troubles, due reminders, and which event is whose birthday."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from core.application.use_case import identity
from core.ports.jobs import (
    BegunWorkRepository,
    BirthdayRepository,
    DueReminderRepository,
    JobRunRepository,
    LeaseRepository,
    TroubleRepository,
)
from core.records.calendar import DueReminder, Event, KeptBirthday
from core.records.jobs import BegunWork, Counts, JobRun, Lease, Trouble, WorkKind
from storage.repositories.busy import DECLINED
from storage.schema.calendar import UNSENT, birthdays, event_participants, event_reminders, events
from storage.schema.jobs import begun_work, job_runs, leases, troubles
from storage.schema.people import users
from storage.sql.executor import Repository, change, every, one, only
from storage.sql.expressions import PRESENT, among, columns_for, fields, gathered, insert, parameter_of, upsert
from storage.sql.statements import Change

OF_JOB = job_runs.c.job == sa.bindparam("job", type_=sa.Text)
FIRST = (
    sa.select(job_runs.c.id, job_runs.c.started_at)
    .order_by(job_runs.c.id)
    .limit(sa.bindparam("most"))
    .subquery("first")
)
CALLS = sa.and_(~events.c.is_deleted, events.c.is_active, ~among(events.c.status_id, "but_of"))


def job_run(*row: Any) -> JobRun:
    values = dict(zip(JobRun.__struct_fields__, row, strict=True))
    return JobRun(**values | {"counts": msgspec.json.decode(values["counts"], type=Counts)})


START = insert(job_runs).values(started_at=sa.bindparam("at"))
UNLESS_STARTED = START.on_conflict_do_nothing(index_elements=[job_runs.c.job, job_runs.c.nominal])


class JobRuns(Repository, JobRunRepository):
    start = only(START.returning(job_runs.c.id), int, ["job", "asked_by_user_id"])
    start_scheduled = one(UNLESS_STARTED.returning(job_runs.c.id), int, ["job", "nominal"])
    finish = change(
        sa.update(job_runs).where(job_runs.c.id == sa.bindparam("run_id")).values(finished_at=sa.bindparam("at")),
        ["counts"],
    )
    last_scheduled = one(
        sa.select(job_runs.c.nominal)
        .where(OF_JOB, job_runs.c.nominal <= sa.bindparam("until"))
        .order_by(job_runs.c.nominal.desc())
        .limit(1),
        str,
    )
    scheduled = every(
        sa.select(job_runs.c.nominal)
        .where(OF_JOB, job_runs.c.nominal.between(sa.bindparam("since"), sa.bindparam("until")))
        .order_by(job_runs.c.nominal),
        str,
    )
    last = one(sa.select(*columns_for(job_runs, JobRun)).where(OF_JOB).order_by(job_runs.c.id.desc()).limit(1), job_run)
    prune = change(
        sa.delete(job_runs).where(
            job_runs.c.id.in_(sa.select(FIRST.c.id).where(FIRST.c.started_at < sa.bindparam("before")))
        )
    )


class Leases(Repository, LeaseRepository):
    get = one(sa.select(*columns_for(leases, Lease)).where(leases.c.name == sa.bindparam("name", type_=sa.Text)), Lease)
    put = change(upsert(leases, ["name"], fields(Lease)), ["name", *fields(Lease)])
    now = only(PRESENT.statement, identity)


WORK = ["kind", "item"]
THIS_WORK = [begun_work.c[name] == parameter_of(begun_work.c[name]) for name in WORK]
BEGUN = sa.select(*columns_for(begun_work, BegunWork))


def work_begun(kind: str, *row: Any) -> BegunWork:
    return BegunWork(WorkKind(kind), *row)


class BegunWorks(Repository, BegunWorkRepository):
    get = one(BEGUN.where(*THIS_WORK), work_begun)
    end = change(sa.delete(begun_work).where(*THIS_WORK))
    put_aside = every(
        BEGUN.where(begun_work.c.put_aside_at.is_not(None)).order_by(
            begun_work.c.put_aside_at, *begun_work.primary_key
        ),
        work_begun,
    )

    PUT = Change(upsert(begun_work, WORK, fields(BegunWork, *WORK)), fields(BegunWork))

    async def put(self, work: BegunWork) -> None:
        await self._db.run(self.PUT, **msgspec.structs.asdict(work))

    PRUNE = Change(sa.delete(begun_work).where(begun_work.c.at < sa.bindparam("before")))

    async def prune(self, before: datetime, most: int) -> int:  # noqa: ARG002 there are few
        return await self._db.run(self.PRUNE, before=before)


class Troubles(Repository, TroubleRepository):
    put = change(upsert(troubles, ["thing"], fields(Trouble, "thing")), fields(Trouble))
    standing = every(
        sa.select(*columns_for(troubles, Trouble))
        .where(troubles.c.until > sa.bindparam("at"))
        .order_by(troubles.c.thing),
        Trouble,
    )
    forget = change(sa.delete(troubles).where(troubles.c.until <= sa.bindparam("before")))


def recipient_ids() -> sa.Select[Any]:
    """The active people among an event's creator and its participants who have not declined, each once, by id."""
    of_event = sa.and_(
        event_participants.c.event_id == events.c.id,
        ~event_participants.c.is_deleted,
        event_participants.c.response != DECLINED,
    )
    named = sa.union_all(
        sa.select(events.c.created_by_user_id).correlate(events),
        sa.select(event_participants.c.user_id).where(of_event).correlate(events),
    )
    return sa.select(users.c.id).where(users.c.id.in_(named), users.c.is_active).order_by(users.c.id).correlate(events)


class DueReminders(Repository, DueReminderRepository):
    """The reminders that are due, read by one statement with the people whom they are for, however many there are."""

    due = every(
        sa.select(
            *(
                event_reminders.c.id,
                event_reminders.c.event_id,
                event_reminders.c.remind_at,
                events.c.end_datetime.label("event_ends_at"),
            ),
            gathered(recipient_ids()).label("recipient_ids"),
        )
        .join(events, events.c.id == event_reminders.c.event_id)
        .where(UNSENT, event_reminders.c.remind_at <= sa.bindparam("until"), CALLS)
        .order_by(event_reminders.c.remind_at, event_reminders.c.id),
        DueReminder,
    )
    mark_sent = change(
        sa.update(event_reminders)
        .where(among(event_reminders.c.id, "reminder_ids"))
        .values(sent=sa.true(), updated_at=sa.bindparam("at"))
    )


def kept_birthday(user_id: int, *event: Any) -> KeptBirthday:
    return KeptBirthday(user_id, Event(*event))


class Birthdays(Repository, BirthdayRepository):
    all = every(
        sa.select(birthdays.c.user_id, *columns_for(events, Event))
        .join(events, events.c.id == birthdays.c.event_id)
        .where(~events.c.is_deleted)
        .order_by(birthdays.c.user_id),
        kept_birthday,
    )

    KEEP = Change(upsert(birthdays, ["user_id"], ["event_id"]), ["user_id", "event_id"])

    async def keep(self, events: Mapping[int, int]) -> None:
        rows = [{"user_id": person, "event_id": event} for person, event in events.items()]
        await self._db.run_many(self.KEEP, rows)
