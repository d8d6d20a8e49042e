"""The state of the service: what waits and since when, when each job last ran, who leads."""

from datetime import timedelta

from core.delivery.leases import LEASE_TERM, acquire_lease, held_leases
from core.jobs.overdue_survey import survey_overdue
from core.jobs.service_state import LATE, service_state
from core.jobs.timetable import TIMETABLE
from core.records.jobs import Job, LeaseName
from core.records.messages import MessageKind, NewMessage, Reason, WaitingCounts
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, ROOT
from tests.core.world import NOW

MINUTE = timedelta(minutes=1)


def message(key, user_id=ANA, due=NOW, **more):
    return NewMessage(user_id, MessageKind.REMINDER, {"event_id": 1}, key, NOW, due, **more)


async def test_where_nothing_has_happened_nothing_waits_and_nobody_leads(world):
    state = await world.run(OPERATOR, service_state)
    assert (state.at, state.outbox) == (NOW, WaitingCounts(0, 0, 0, 0, None))
    assert not state.last_runs
    assert not state.held


async def test_what_waits_is_counted_by_what_it_waits_for_and_the_oldest_is_told(world):
    await world.link(ANA)
    world.leave(message("claimed", due=NOW - 3 * MINUTE))
    assert await world.claimed() == [1]
    world.leave(
        *(message("due", LUIS, NOW - MINUTE), message("due too", LUCIA)),
        *(message("held", due=NOW + MINUTE, reason=Reason.QUIET_HOURS), message("later", due=NOW + MINUTE)),
    )
    assert (await world.run(OPERATOR, service_state)).outbox == WaitingCounts(1, 2, 1, 1, NOW - 3 * MINUTE)


async def test_each_job_that_has_run_says_when(world):
    await world.run(ROOT, survey_overdue)
    world.clock.advance(minutes=1)
    await world.run(ROOT, survey_overdue)
    assert (await world.run(OPERATOR, service_state)).last_runs == {Job.OVERDUE_SURVEY: NOW + MINUTE}


async def test_a_lease_is_held_until_it_runs_out(world):
    await world.run(OPERATOR, acquire_lease, "one", LeaseName.POLLING)
    assert await world.run(OPERATOR, held_leases) == {LeaseName.POLLING}
    assert (await world.run(OPERATOR, service_state)).held == {LeaseName.POLLING}
    world.clock.advance(seconds=LEASE_TERM.total_seconds())
    assert not await world.run(OPERATOR, held_leases)


async def test_a_job_is_late_that_has_not_run_since_it_was_due(world):
    async def late():
        return set((await world.run(OPERATOR, service_state)).late_jobs)

    world.clock.advance(days=4, hours=2)  # Tuesday, 11:00; the journal begins on Monday at 9:00
    assert await late() == set(Job)
    for planned in TIMETABLE.values():
        await world.run(ROOT, planned.use_case)
    assert await late() == set()
    world.clock.advance(minutes=LATE.total_seconds() / 60)
    assert await late() == set()
    world.clock.advance(minutes=1)
    assert await late() == {Job.REMINDERS, Job.DAY_PROMPTS}
    world.clock.advance(hours=24)
    assert await late() == set(Job)


async def test_a_job_is_not_late_that_was_due_before_the_store_was_or_that_is_not_made_up_for(world):
    monday = {"days": 3, "hours": 1}  # 10:00, an hour after the first row of the journal
    world.clock.advance(**monday, minutes=5)
    assert (await world.run(OPERATOR, service_state)).late_jobs == [Job.REMINDERS, Job.DAY_PROMPTS]
    world.clock.advance(days=5, minutes=50)  # Saturday, 10:55
    for job, planned in TIMETABLE.items():
        if job is not Job.OVERDUE_REGULAR:
            await world.run(ROOT, planned.use_case)
    assert (await world.run(OPERATOR, service_state)).late_jobs == [Job.OVERDUE_REGULAR]
    world.clock.advance(hours=23, minutes=10)
    late = (await world.run(OPERATOR, service_state)).late_jobs
    assert Job.OVERDUE_REGULAR not in late
    assert Job.PLANNING_SYNC in late
