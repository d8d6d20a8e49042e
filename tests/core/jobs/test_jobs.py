"""Rules for every job: who may run it, that a run is recorded, and that it is all or nothing."""

import pytest

from core.application.use_case import Caller
from core.delivery.leases import acquire_lease
from core.jobs.birthday_sync import sync_birthdays
from core.jobs.overdue_regular import send_digests
from core.jobs.overdue_survey import survey_overdue
from core.jobs.planning_sync import sync_planning
from core.jobs.reminders import send_reminders
from core.jobs.timetable import TIMETABLE, ScheduledRun, run_scheduled
from core.people import users
from core.records.jobs import Job
from core.records.journal import Via
from storage.repositories.jobs import JobRuns
from storage.repositories.outbox import Outbox
from tests.cast import ANA, LUCIA, OPERATOR, ROBOT, ROOT
from tests.core.job_steps import run, runs, told
from tests.core.world import TODAY, day, fresh_world
from tests.journaled import rows_of_journal
from tests.tables import each_row

JOBS = {
    Job.PLANNING_SYNC: sync_planning,
    Job.REMINDERS: send_reminders,
    Job.OVERDUE_SURVEY: survey_overdue,
    Job.OVERDUE_REGULAR: send_digests,
    Job.BIRTHDAY_SYNC: sync_birthdays,
}
every_job = pytest.mark.parametrize("job", JOBS.values(), ids=list(JOBS))


async def something_for_each(world):
    """A planned task whose time has come, a reminder, a late task, a birthday."""
    await world.task(ANA, fechaSolicitud=TODAY, estatus="PLANEACION")
    world.reminds(await world.event(LUCIA))
    await world.task(ANA, fechaSolicitud=day(-3), fechaCumplir=day(-1))
    await world.directory("ana", birthday=day(3))


@each_row(TIMETABLE, world=fresh_world)
async def test_what_a_scheduled_run_writes_is_nobodys_by_a_job_in_one_unit(world, job):
    await something_for_each(world)
    last = (await rows_of_journal(world.store))[-1].seq
    clock = Caller(users.OPERATOR)
    lease = await world.pipeline.run(clock, acquire_lease, "one")
    assert await world.pipeline.run(clock, run_scheduled, ScheduledRun(job, "2026-11-20"), lease)
    rows = await rows_of_journal(world.store, last)
    assert bool(rows) is (job in (Job.PLANNING_SYNC, Job.REMINDERS, Job.BIRTHDAY_SYNC))
    assert {(row.actor_user_id, row.via, row.token) for row in rows} <= {(None, Via.JOB, None)}
    assert len({row.unit for row in rows}) == bool(rows)
    assert None not in {row.unit for row in rows}


@each_row([(ROOT, ROOT), (ROBOT, ROBOT), (OPERATOR, None)], world=fresh_world)
async def test_a_run_says_who_of_the_directory_asked_for_it(world, who, recorded):
    await world.run(who, send_reminders)
    assert runs(world)[0].asked_by_user_id == recorded


@every_job
async def test_a_second_run_has_no_second_effect_but_is_recorded(world, job):
    await something_for_each(world)
    await run(world, job)
    before, messages = world.store.dump(), told(world)
    again = await run(world, job)
    assert told(world) == messages
    assert world.store.state.job_runs[2].counts == again
    world.store.execute("DELETE FROM job_runs WHERE id = 2")
    assert world.store.dump() == before
    assert {again.get(effect, 0) for effect in ("messages", "promoted", "reminded", "created", "changed")} == {0}


def broken(*_args, **_kwargs):
    raise OSError("the disk is full")


TELLING = [job for job in JOBS.values() if job is not sync_birthdays]
FAULTS = [(job, JobRuns, "finish") for job in JOBS.values()] + [(job, Outbox, "add") for job in TELLING]


@pytest.mark.parametrize(("job", "repository", "method"), FAULTS)
async def test_a_run_that_fails_leaves_neither_changes_nor_messages(world, job, monkeypatch, repository, method):
    await something_for_each(world)
    before = world.store.dump()
    monkeypatch.setattr(repository, method, broken)
    with pytest.raises(OSError, match="disk"):
        await world.run(ROOT, job)
    assert world.store.dump() == before
    monkeypatch.undo()
    assert any((await run(world, job)).values())
