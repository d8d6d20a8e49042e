"""The repositories of jobs keep and find rows as the ports say."""

from datetime import timedelta

import msgspec
import pytest
import sqlalchemy as sa

from core.application.use_case import Caller, Pipeline
from core.base.errors import Conflict
from core.base.model import ParticipationStatus, TaskStatus
from core.base.settings import Settings
from core.delivery.leases import acquire_lease, release_lease
from core.jobs import timetable
from core.people.users import OPERATOR
from core.records.calendar import DueReminder, KeptBirthday, NewReminder
from core.records.jobs import Job, JobRun, Lease, LeaseName
from storage.schema.calendar import event_reminders as reminders
from storage.schema.jobs import job_runs
from tests.cast import TODAY, day
from tests.clock import FakeClock
from tests.storage import rows
from tests.storage.raw import execute
from tests.storage.rows import NOW, add_participant, add_task, add_users

MINUTE = timedelta(minutes=1)
TURN = timetable.ScheduledRun(Job.REMINDERS, "2026-11-23T15:00:00+00:00")


@pytest.fixture
async def people(store):
    return await add_users(store, "ana", "leo", "eva") + await add_users(store, "old", is_active=False)


async def add_event(store, creator=None, **fields):
    return await rows.add_event(store, created_by_user_id=creator, is_public=True, **fields)


async def remind(store, event, at=NOW, **fields):
    new = NewReminder(event_id=event.id, remind_at=at, created_at=NOW, updated_at=NOW, **{"sent": False} | fields)
    return (await store.write(lambda uow: uow.reminders.add(new))).id


async def delete(store, repository, row_id):
    await store.write(lambda uow: getattr(uow, repository).delete(row_id, NOW))


async def runs(store):
    """(which job, begun, asked for by whom, ended, counts) of every run, in order."""
    told = [job_runs.c[name] for name in ("job", "started_at", "asked_by_user_id", "finished_at", "counts")]
    rows = await execute(store, sa.select(*told).order_by(job_runs.c.id))
    return [(*run, counts and msgspec.json.decode(counts)) for *run, counts in rows]


class TestRuns:
    async def test_a_run_has_its_begin_and_then_its_end(self, store, people):
        async def work(uow):
            first = await uow.job_runs.start(Job.REMINDERS, NOW, people[0])
            second = await uow.job_runs.start(Job.REMINDERS, NOW + MINUTE, None)
            await uow.job_runs.finish(second, NOW + 2 * MINUTE, {"reminded": 0})
            return first, second

        assert await store.write(work) == (1, 2)
        assert await runs(store) == [
            ("reminders", NOW, people[0], None, None),
            ("reminders", NOW + MINUTE, None, NOW + 2 * MINUTE, {"reminded": 0}),
        ]

    async def test_a_turn_is_taken_once_and_those_of_a_time_and_the_last_one_are_known(self, store, people):
        async def work(uow):
            taken = [await uow.job_runs.start_scheduled(Job.REMINDERS, NOW, name) for name in ("b", "a", "b")]
            return [*taken, await uow.job_runs.start_scheduled(Job.OVERDUE_SURVEY, NOW, "b")]

        first, second, again, of_another = await store.write(work)
        asked_for = await store.write(lambda uow: uow.job_runs.start(Job.REMINDERS, NOW, people[0]))
        assert again is None
        assert first < second < of_another < asked_for
        assert await store.read(lambda uow: uow.job_runs.last_scheduled(Job.REMINDERS, "c")) == "b"
        assert await store.read(lambda uow: uow.job_runs.last_scheduled(Job.REMINDERS, "ab")) == "a"
        assert await store.read(lambda uow: uow.job_runs.last_scheduled(Job.BIRTHDAY_SYNC, "c")) is None
        assert await store.read(lambda uow: uow.job_runs.scheduled(Job.REMINDERS, "a", "b")) == ["a", "b"]
        assert await store.read(lambda uow: uow.job_runs.scheduled(Job.REMINDERS, "aa", "b")) == ["b"]
        assert await store.read(lambda uow: uow.job_runs.scheduled(Job.REMINDERS, "a", "aa")) == ["a"]

    async def test_the_last_run_of_a_job_is_told_whole(self, store, people):
        async def work(uow):
            for job, name in ((Job.REMINDERS, "1"), (Job.REMINDERS, "2"), (Job.OVERDUE_SURVEY, "1")):
                run_id = await uow.job_runs.start_scheduled(job, NOW, name)
                await uow.job_runs.finish(run_id, NOW + MINUTE, {"messages": run_id})

        await store.write(work)
        last = await store.read(lambda uow: uow.job_runs.last(Job.REMINDERS))
        assert last == JobRun(2, Job.REMINDERS, "2", None, NOW, NOW + MINUTE, {"messages": 2})
        assert await store.read(lambda uow: uow.job_runs.last(Job.BIRTHDAY_SYNC)) is None

    async def test_old_runs_are_forgotten_a_few_at_a_time_the_oldest_first(self, store, people):
        async def work(uow):
            for number in range(5):
                await uow.job_runs.start_scheduled(Job.REMINDERS, NOW + number * MINUTE, str(number))

        await store.write(work)
        for forgotten, left in ((2, [2, 3, 4]), (1, [3, 4]), (0, [3, 4])):
            assert await store.write(lambda uow: uow.job_runs.prune(NOW + 3 * MINUTE, 2)) == forgotten
            assert [began for _, began, *_ in await runs(store)] == [NOW + number * MINUTE for number in left]
        assert await store.read(lambda uow: uow.job_runs.last_scheduled(Job.REMINDERS, "9")) == "4"


class TestLeads:
    async def test_a_dutys_lease_is_kept_as_it_was_put_last(self, store):
        async def held(duty=LeaseName.JOBS):
            return await store.read(lambda uow: uow.leases.get(duty))

        assert await held() is None
        for lead in (Lease("one", 1, NOW), Lease("two", 2, NOW + MINUTE)):
            await store.write(lambda uow, lease=lead: uow.leases.put(LeaseName.JOBS, lease))
            assert await held() == lead
        assert await held(LeaseName.POLLING) is None

    async def test_on_one_machine_the_lease_goes_by_its_clock(self, sqlite_store):
        assert await sqlite_store.read(lambda uow: uow.leases.now(NOW)) == NOW

    async def test_between_machines_whose_clocks_differ_it_goes_by_the_servers(self, postgresql_store):
        slow, fast = (
            Pipeline(postgresql_store, FakeClock(NOW + offset), Settings())
            for offset in (-timedelta(hours=1), timedelta(hours=1))
        )
        lead = await slow.run(Caller(OPERATOR), acquire_lease, "slow")
        assert await fast.run(Caller(OPERATOR), acquire_lease, "fast") is None
        assert await slow.run(Caller(OPERATOR), timetable.run_scheduled, TURN, lead) is not None
        assert await fast.run(Caller(OPERATOR), release_lease, lead.holder) is True
        assert (await fast.run(Caller(OPERATOR), acquire_lease, "fast")).term == lead.term + 1
        with pytest.raises(Conflict):
            await slow.run(Caller(OPERATOR), timetable.run_scheduled, TURN, lead)


class TestTasks:
    async def found(self, store, method, on=TODAY):
        return await store.read(lambda uow: getattr(uow.tasks, method)(on))

    async def test_planned_tasks_are_those_whose_day_has_come(self, store, people):
        fields = {"estatus": TaskStatus.PLANEACION, "fecha_cumplir": day(9)}
        today, _, early, _ = [
            await add_task(store, 1, 2, fecha_solicitud=day(offset), is_active=active, **fields)
            for offset, active in ((0, True), (1, True), (-2, True), (0, False))
        ]
        for other in set(TaskStatus) - {TaskStatus.PLANEACION}:
            await add_task(store, 1, estatus=other)
        assert await self.found(store, "planned") == [early, today]

    async def test_overdue_tasks_are_those_open_after_their_day(self, store, people):
        tasks = {
            status: await add_task(store, 2, 1, fecha_solicitud=day(-9), fecha_cumplir=day(-1), estatus=status)
            for status in TaskStatus
        }
        del tasks[TaskStatus.CERRADA]
        early = await add_task(store, 1, fecha_solicitud=day(-9), fecha_cumplir=day(-2))
        await add_task(store, 1, fecha_cumplir=TODAY)
        await add_task(store, 1, fecha_solicitud=day(-9), fecha_cumplir=day(-1), is_active=False)
        assert await self.found(store, "overdue") == [early, *tasks.values()]


class TestDueReminders:
    async def due(self, store, until=NOW, but_of=()):
        return await store.read(lambda uow: uow.due_reminders.due(until, but_of=but_of))

    async def test_what_is_due_comes_by_time_with_its_people_of_whom_there_may_be_none(self, store, people):
        ana, leo, eva, old = people
        event = await add_event(store, leo)
        for person in (eva, leo, old):
            await add_participant(store, event.id, person)
        await delete(store, "participants", (await add_participant(store, event.id, ana)).id)
        await add_participant(store, event.id, None, customer_id=7)
        await add_participant(store, (await add_event(store, ana)).id, ana)
        late, early = await remind(store, event, NOW), await remind(store, event, NOW - MINUTE)
        await remind(store, event, NOW + timedelta(microseconds=1))
        of_nobody = await add_event(store, old)
        for_nobody = await remind(store, of_nobody)
        assert await self.due(store) == [
            DueReminder(early, event.id, NOW - MINUTE, event.end_datetime, [leo, eva]),
            DueReminder(late, event.id, NOW, event.end_datetime, [leo, eva]),
            DueReminder(for_nobody, of_nobody.id, NOW, of_nobody.end_datetime, []),
        ]

    async def test_who_has_declined_is_not_reminded_unless_they_made_the_event(self, store, people):
        ana, leo, eva, _ = people
        event = await add_event(store, leo)
        for person in (ana, leo, eva):
            await add_participant(store, event.id, person)
        declined = ParticipationStatus.DECLINED
        for person in (leo, eva):
            await store.write(lambda uow, each=person: uow.participants.respond([event.id], each, declined))
        await remind(store, event)
        assert [each.recipient_ids for each in await self.due(store)] == [[ana, leo]]

    async def test_what_is_sent_deleted_or_of_an_event_that_does_not_call_is_not_due(self, store, people):
        event = await add_event(store, 1)
        await remind(store, event, sent=True)
        await delete(store, "reminders", await remind(store, event))
        await remind(store, await add_event(store, 1, is_active=False))
        for status in (3, 4):
            await remind(store, await add_event(store, 1, status_id=status))
        gone = await add_event(store, 1)
        await remind(store, gone)
        await store.write(lambda uow: uow.events.delete([gone.id], NOW))
        await remind(store, gone)
        assert await self.due(store, but_of={3, 4}) == []
        assert len(await self.due(store, but_of={3})) == 1

    async def test_what_is_marked_is_not_due_again(self, store, people):
        event = await add_event(store, 1)
        keys = [await remind(store, event) for _ in range(3)]
        await store.write(lambda uow: uow.due_reminders.mark_sent(keys[:2], NOW + MINUTE))
        assert [each.id for each in await self.due(store)] == keys[2:]
        rows = await execute(store, sa.select(reminders.c.sent, reminders.c.updated_at).order_by(reminders.c.id))
        assert rows == [(True, NOW + MINUTE)] * 2 + [(False, NOW)]


class TestBirthdays:
    async def test_an_event_is_kept_until_it_is_replaced_or_deleted(self, store, people):
        first, second, third = [await add_event(store) for _ in range(3)]

        async def kept():
            return await store.read(lambda uow: uow.birthdays.all())

        await store.write(lambda uow: uow.birthdays.keep({2: first.id, 1: second.id}))
        assert await kept() == [KeptBirthday(1, second), KeptBirthday(2, first)]
        await store.write(lambda uow: uow.birthdays.keep({1: third.id}))
        assert await kept() == [KeptBirthday(1, third), KeptBirthday(2, first)]
        await store.write(lambda uow: uow.events.delete([first.id], NOW))
        assert await kept() == [KeptBirthday(1, third)]
        await store.write(lambda uow: uow.birthdays.keep({2: second.id}))
        assert await kept() == [KeptBirthday(1, third), KeptBirthday(2, second)]

    async def test_its_type_is_found_by_its_code_without_case_unless_deleted(self, store):
        async def by_code(code):
            return await store.read(lambda uow: uow.event_types.by_code(code))

        assert (await by_code("birthday")).id == (await by_code("BIRTHDAY")).id == 1
        assert await by_code("Straße") is None
        await store.write(lambda uow: uow.event_types.delete(1))
        assert await by_code("BIRTHDAY") is None
