"""The clock in one of several processes: who leads takes what is due, once; a fault stops nothing else."""

import asyncio
import logging
import sys
from dataclasses import replace
from datetime import timedelta

import msgspec
import pytest

import bot.app.scheduler
from bot.app.scheduler import Scheduler, running
from bot.process import process_id
from bot.process.background_tasks import cancel
from bot.process.clock_watch import ClockWatch
from core.base.errors import Code, Conflict, Unavailable
from core.delivery import sending
from core.delivery.leases import LEASE_TERM
from core.jobs import timetable
from core.people.users import OPERATOR_CALLER
from core.records.jobs import Job, LeaseName
from storage.sql.column_types import utc_text
from tests.bot.chat.posting import assign
from tests.waiting import until


async def turns(world):
    """(job, the last turn that was taken) of every job."""
    return {
        job: await world.store.read(lambda uow, job=job: uow.job_runs.last_scheduled(job, "9999"))
        for job in timetable.TIMETABLE
    }


@pytest.fixture
def two(office):
    """Two processes' parts over one database."""
    return [Scheduler(office.pipeline, office.chat) for _ in range(2)]


async def test_who_comes_first_leads_and_takes_what_is_due(office, two, caplog):
    caplog.set_level("INFO")
    for scheduler in two:
        await scheduler.work(office.clock.now())
    assert (two[0].lease_keeper.lease is not None, two[1].lease_keeper.lease) == (True, None)
    assert (await turns(office))[Job.OVERDUE_SURVEY] == "2026-11-23"
    taken = [record for record in caplog.records if record.msg.startswith("job %s at")]
    assert len(taken) == 7  # nothing is due of the digest at nine
    await two[0].house_keeping
    assert "housekeeping" in caplog.text


async def test_another_takes_over_once_the_lease_has_run_out_and_the_first_one_stands_back(office, two, caplog):
    first, second = two
    await first.work(office.clock.now())
    office.clock.advance(seconds=LEASE_TERM.total_seconds())
    await second.work(office.clock.now())
    assert second.lease_keeper.lease.term == first.lease_keeper.lease.term + 1
    office.clock.advance(minutes=1)
    await second.lease_keeper.renew()
    frozen = first.lease_keeper.lease
    turn = {each.job: each for each in await office.pipeline.run(OPERATOR_CALLER, timetable.due_runs)}[Job.REMINDERS]
    await first.take(office.pipeline, turn, frozen)
    assert (first.lease_keeper.lease, (await turns(office))[Job.REMINDERS]) == (None, "2026-11-23T15:00:00+00:00")
    assert "does not lead the jobs any more" in caplog.text
    await second.work(office.clock.now())
    assert (await turns(office))[Job.REMINDERS] == turn.nominal


async def test_a_lead_is_renewed_also_where_the_clock_was_put_back(office, two):
    keeper = two[0].lease_keeper
    await keeper.renew()
    now = office.clock.advance(hours=-1)
    assert (await keeper.renew()).until == now + LEASE_TERM


async def test_a_lead_that_could_not_be_renewed_is_renewed_at_the_next_tick(office, two, monkeypatch):
    async def away(*_, **__):
        raise Unavailable(Code.UNAVAILABLE)

    keeper = two[0].lease_keeper
    await keeper.renew()
    now = office.clock.advance(seconds=LEASE_TERM.total_seconds() / 2)
    with monkeypatch.context() as patched:
        patched.setattr(office.store, "write", away)
        for _ in range(2):
            with pytest.raises(Unavailable):
                await keeper.renew()
    assert (await keeper.renew()).until == now + LEASE_TERM


async def test_who_is_stopped_while_taking_the_lead_lets_another_lead_at_once(office, two, monkeypatch):
    first, second = two
    written, write = asyncio.Event(), office.store.write

    async def endless(work, **how):
        await write(work, **how)
        written.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as patched:
        patched.setattr(office.store, "write", endless)
        taking = asyncio.create_task(first.work(office.clock.now()))
        await written.wait()
        await cancel([taking])
    assert first.lease_keeper.lease is None
    await first.stop()
    await second.work(office.clock.now())
    assert second.lease_keeper.lease is not None


@pytest.mark.parametrize("fault", [OSError("the disk is full"), Conflict(Code.TASK_NOT_THEIRS)])
async def test_a_job_that_fails_keeps_no_other_from_running_and_is_tried_again_a_minute_later(
    office, two, monkeypatch, caplog, fault
):
    (scheduler, _) = two
    take = timetable.run_scheduled

    async def broken(ctx, turn, lease, found):
        if turn.job is Job.PLANNING_SYNC:
            raise fault
        return await take.act(ctx, turn, lease, found)

    monkeypatch.setattr(timetable, "run_scheduled", type(take)(take.name, broken, take.writes, take.outcome))
    for _ in range(3):
        await scheduler.work(office.clock.now())
    found = await turns(office)
    assert (found[Job.PLANNING_SYNC], found[Job.OVERDUE_SURVEY]) == (None, "2026-11-23")
    assert caplog.text.count("job task-planeacion-sync failed") == 1
    assert scheduler.lease_keeper.lease is not None
    monkeypatch.undo()
    office.clock.advance(minutes=1)
    await scheduler.work(office.clock.now())
    assert (await turns(office))[Job.PLANNING_SYNC] == "2026-11-23"


async def test_whom_to_prompt_is_found_before_the_turn_is_taken(office, two, monkeypatch):
    (scheduler, _) = two
    await office.link("ana")
    office.clock.advance(minutes=1)
    writing, write = [], office.store.write

    async def watched(work, **how):
        writing.append(work)
        try:
            return await write(work, **how)
        finally:
            writing.pop()

    prompts = timetable.TIMETABLE[Job.DAY_PROMPTS]
    during = []

    async def find(ctx):
        during.append(bool(writing))
        return await prompts.use_case.find(ctx)

    watching = msgspec.structs.replace(prompts, use_case=replace(prompts.use_case, find=find, work=None))
    monkeypatch.setitem(timetable.TIMETABLE, Job.DAY_PROMPTS, watching)
    monkeypatch.setattr(office.store, "write", watched)
    await scheduler.work(office.clock.now())
    assert during == [False]
    waiting = await office.store.read(lambda uow: uow.outbox.waiting(office.users["ana"].id))
    assert [each.kind for each in waiting] == ["open_prompt"]


async def test_that_the_database_is_away_is_a_line_and_not_one_a_tick(office, monkeypatch, caplog):
    scheduler, ticked, looks = Scheduler(office.pipeline, office.chat), asyncio.Event(), []

    async def away(_now):
        await asyncio.sleep(0)
        looks.append(ticked.set())
        raise Unavailable(Code.UNAVAILABLE)

    monkeypatch.setattr(scheduler, "work", away)
    ticked.set()
    working = asyncio.create_task(scheduler.work_when(ticked, steady(office)))
    await until(lambda: len(looks) > 5)
    working.cancel()
    assert [record.getMessage() for record in caplog.records] == ["the jobs: the database is away: what is due waits"]


async def test_it_ticks_while_it_runs_and_survives_the_database_being_away(office, monkeypatch, caplog):
    caplog.set_level(logging.WARNING)
    due, away = timetable.due_runs, []

    async def missing(ctx):
        away.append(ctx)
        raise Unavailable(Code.UNAVAILABLE)

    monkeypatch.setattr(timetable, "due_runs", type(due)(due.name, missing, due.writes, due.outcome))
    async with running(office.pipeline, office.chat, None):
        await until(lambda: away)
        monkeypatch.undo()

        async def caught_up():
            return (await turns(office))[Job.BIRTHDAY_SYNC]

        await until(caught_up)
    assert "the database is away" in caplog.text
    lease = await office.store.read(lambda uow: uow.leases.get(LeaseName.JOBS))
    assert lease.until == office.clock.now()


async def test_where_no_tick_comes_for_the_clock_was_put_back_what_is_due_is_done_all_the_same(
    office, two, monkeypatch
):
    monkeypatch.setattr(bot.app.scheduler, "UNTICKED_SECONDS", 0.05)
    working = asyncio.create_task(two[0].work_when(asyncio.Event(), steady(office)))

    async def taken():
        at_two = "2026-11-23T14:00:00+00:00"
        return await office.store.read(lambda uow: uow.job_runs.last_scheduled(Job.REMINDERS, at_two)) is not None

    await until(lambda: two[0].lease_keeper.lease)
    office.clock.advance(hours=-2)
    await until(taken)
    await cancel([working])
    await two[0].stop()


def steady(world):
    """A watch that trusts any clock."""
    return ClockWatch(world.clock, timedelta(0))


async def test_after_a_leap_of_the_clock_nothing_is_late_sent_or_pruned_for_a_while(office, two, caplog):
    class Sender:
        async def send_due(self, _lease, may_claim):
            trusted.append(may_claim())
            return 0

    trusted = []

    async def reminders():
        return (await turns(office))[Job.REMINDERS]

    async def ticked():
        asked = len(trusted)
        due.set()
        await until(lambda: not due.is_set() and len(trusted) > asked + 1)

    seconds, due = [0.0], asyncio.Event()
    watch = ClockWatch(office.clock, timedelta(minutes=10), lambda: seconds[0])
    scheduler, _ = two
    working = [
        asyncio.create_task(each) for each in (scheduler.work_when(due, watch), scheduler.send_with(Sender(), watch))
    ]
    await ticked()
    await until(lambda: scheduler.house_looked_at)
    assert trusted[-1]
    house = scheduler.house_looked_at
    before = await reminders()
    office.clock.advance(days=3)
    await ticked()
    seconds[0] = 599.0
    office.clock.advance(seconds=599)
    await ticked()
    assert not trusted[-1]
    await until(lambda: scheduler.lease_keeper.lease.until == office.clock.now() + LEASE_TERM)
    assert (await reminders(), scheduler.house_looked_at) == (before, house)
    seconds[0] = 600.0
    await ticked()
    await until(lambda: scheduler.house_looked_at != house)
    assert trusted[-1]
    assert await reminders() != before
    (line,) = [line for line in caplog.messages if "the clock has leapt" in line]
    assert line == "the clock has leapt by 259200 s: nothing is sent or withheld by it for 0:10:00"
    await cancel(working)


async def test_a_clock_that_is_far_from_when_the_service_ran_last_is_not_trusted_at_the_start(office, two, caplog):
    """A process that starts while the clock is a day ahead does nothing of tomorrow's."""
    first, second = two
    await first.work(office.clock.now())
    await first.stop()
    before = await turns(office)
    seconds, due = [0.0], asyncio.Event()
    office.clock.advance(days=1)
    watch = ClockWatch(office.clock, timedelta(minutes=10), lambda: seconds[0])
    working = asyncio.create_task(second.work_when(due, watch))
    due.set()
    await until(lambda: second.lease_keeper.lease)
    await until(lambda: not due.is_set())
    assert (await turns(office), second.house_looked_at) == (before, None)
    (line,) = [line for line in caplog.messages if line.startswith("the clock is")]
    told = "the clock is 86400 s ahead of the time at which the service ran last"
    assert line == f"{told}: nothing is sent or withheld by it for 0:10:00"
    seconds[0] = 600.0
    office.clock.advance(seconds=600)
    due.set()
    await until(lambda: second.house_looked_at)
    assert await turns(office) != before
    await cancel([working])


async def test_a_process_that_starts_while_another_distrusts_the_clock_does_not_trust_it_either(office, two):
    """The lease that the other keeps meanwhile goes by the wrong clock."""
    first, second = two
    await first.work(office.clock.now())
    await first.stop()
    office.clock.advance(days=1)
    await first.lease_keeper.renew()
    watch = ClockWatch(office.clock, timedelta(minutes=10))
    await second.compare(watch)
    assert not watch.is_trusted()


async def test_what_is_done_at_a_tick_goes_by_the_instant_that_was_trusted_though_the_clock_leaps_meanwhile(
    office, two
):
    (scheduler, _) = two
    await scheduler.work(office.clock.now())
    await scheduler.house_keeping
    runs = office.store.execute("SELECT count(*) FROM job_runs").fetchone()
    trusted = office.clock.advance(hours=1)
    office.clock.advance(days=400)
    await scheduler.work(trusted)
    await scheduler.house_keeping
    assert (await turns(office))[Job.REMINDERS] == trusted.isoformat()
    assert office.store.execute("SELECT began_at FROM housekeeping").fetchall() == [(utc_text(trusted),)]
    assert office.store.execute("SELECT count(*) FROM job_runs").fetchone() > runs


async def test_a_failed_job_and_housekeeping_do_not_wait_where_the_clock_was_put_back(office, two, monkeypatch):
    (scheduler, _) = two
    take = timetable.run_scheduled

    async def broken(*_):
        raise OSError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(timetable, "run_scheduled", type(take)(take.name, broken, take.writes, take.outcome))
        await scheduler.work(office.clock.now())
    back = office.clock.advance(days=-3)
    await scheduler.work(back)
    assert ((await turns(office))[Job.REMINDERS], scheduler.house_looked_at) == (back.isoformat(), back)


async def test_what_a_job_leaves_is_sent_at_once(office, two, monkeypatch):
    monkeypatch.setattr(bot.app.scheduler, "IDLE_SECONDS", 60.0)
    scheduler, _ = two

    class Sender:
        asked = 0

        async def send_due(self, lease, _may_claim):
            self.asked += 1
            return 0

    sender = Sender()
    sending = asyncio.create_task(scheduler.send_with(sender, steady(office)))
    await scheduler.lease_keeper.renew()
    await asyncio.sleep(0)
    assert sender.asked == 0
    await scheduler.work(office.clock.now())
    await until(lambda: sender.asked)
    await cancel([sending])


async def test_what_a_dead_process_of_this_machine_was_sending_is_free_at_once(office, two):
    """The living one's claims stay its own."""
    ended = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await ended.wait()
    first, second = two
    await assign(office, 2)
    first.lease_keeper.holder = f"here:{process_id.machine()}:{ended.pid}:0"
    await first.work(office.clock.now())
    await claim(office, first)
    assert await claimants(office) == [f"{first.lease_keeper.holder}:1"]
    await second.work(office.clock.now())
    assert await claimants(office) == []
    await claim(office, second)
    office.clock.advance(seconds=LEASE_TERM.total_seconds())
    await Scheduler(office.pipeline, office.chat).work(office.clock.now())
    assert await claimants(office) == [f"{second.lease_keeper.holder}:2"]


async def claim(world, scheduler):
    """Claim all that waits, as if the scheduler were sending it."""
    claimant, until = sending.holder(scheduler.lease_keeper.lease), world.clock.now() + sending.CLAIM
    await world.store.write(lambda uow: uow.outbox.claim(range(1, 100), claimant, until))


async def claimants(world):
    return await world.pipeline.run(OPERATOR_CALLER, sending.claimants)
