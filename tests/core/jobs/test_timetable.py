"""Due jobs: once a local day however clocks are changed, caught up with once, taken once."""

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import product
from zoneinfo import ZoneInfo

import msgspec
import pytest

from core.base.errors import Code, Conflict
from core.delivery.leases import LEASE_TERM, acquire_lease, current_lease, held_leases, release_lease
from core.jobs.timetable import (
    MONDAY_TO_SATURDAY,
    TIMETABLE,
    Daily,
    EveryMinute,
    due_runs,
    find_messages,
    following,
    latest,
    list_jobs,
    run_scheduled,
)
from core.records.jobs import Job, Lease, LeaseName
from core.records.messages import MessageKind
from tests.cast import ANA, OPERATOR, ROOT
from tests.core.job_steps import runs
from tests.core.refusals import refused
from tests.tables import each_row

ZONES = ["America/Mexico_City", "America/New_York", "Europe/Madrid", "Australia/Lord_Howe", "Pacific/Apia"]
DAILY = {job: planned.plan for job, planned in TIMETABLE.items() if isinstance(planned.plan, Daily)}
NIGHT = Daily(time(2, 30))


def at(text, zone="America/Mexico_City"):
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def test_the_timetable_is_the_teams():
    assert {job: (plan.at.isoformat("minutes"), len(plan.weekdays)) for job, plan in DAILY.items()} == {
        Job.PLANNING_SYNC: ("00:05", 7),
        Job.BIRTHDAY_SYNC: ("00:30", 7),
        Job.OVERDUE_SURVEY: ("09:00", 6),
        Job.OVERDUE_REGULAR: ("10:00", 6),
        Job.PERIOD_SUMMARIES: ("09:00", 7),
        Job.EXPIRING_TOKENS: ("09:00", 7),
    }
    assert isinstance(TIMETABLE[Job.REMINDERS].plan, EveryMinute)
    assert set(TIMETABLE) == set(Job)
    assert {day for day in range(1, 8) if day not in MONDAY_TO_SATURDAY} == {7}


@each_row(
    [
        ("2026-11-23T08:59:59", "2026-11-21"),
        ("2026-11-23T09:00:00", "2026-11-23"),
        ("2026-11-23T23:59:59", "2026-11-23"),
        ("2026-11-22T12:00:00", "2026-11-21"),
    ]
)
def test_the_last_turn_is_that_of_the_last_day_that_counts(now, nominal):
    name, instant = latest(DAILY[Job.OVERDUE_SURVEY], at(now), ZoneInfo("America/Mexico_City"))
    assert (name, instant) == (nominal, at(f"{nominal}T09:00"))


@pytest.mark.parametrize(
    ("now", "next_one"),
    [("2026-11-23T08:59:59", "2026-11-23T09:00"), ("2026-11-21T09:00:00", "2026-11-23T09:00")],
)
def test_the_next_turn_is_after_now(now, next_one):
    assert following(DAILY[Job.OVERDUE_SURVEY], at(now), ZoneInfo("America/Mexico_City")) == at(next_one)


def test_reminders_have_a_turn_each_full_minute():
    now = datetime(2026, 11, 23, 15, 0, 59, 999_999, tzinfo=UTC)
    name, instant = latest(EveryMinute(), now, ZoneInfo("UTC"))
    assert (name, instant) == ("2026-11-23T15:00:00+00:00", datetime(2026, 11, 23, 15, tzinfo=UTC))
    assert following(EveryMinute(), now, ZoneInfo("UTC")) == datetime(2026, 11, 23, 15, 1, tzinfo=UTC)


@cache
def looks(zone):
    """Instants of a year: each half hour of the days around a change of the clocks, five or six a day otherwise."""
    now, found = datetime(2026, 2, 20, tzinfo=UTC), []
    while now < datetime(2027, 3, 1, tzinfo=UTC):
        found.append(now)
        before, after = ((now + days * timedelta(days=2)).astimezone(zone).utcoffset() for days in (-1, 1))
        now += timedelta(minutes=30) if before != after else timedelta(hours=4, minutes=30)
    return found


@each_row(product(ZONES, [DAILY[Job.OVERDUE_SURVEY], NIGHT, Daily(time(0)), Daily(time(23, 59))]))
def test_there_is_one_turn_a_local_day_across_changes_of_the_clocks(zone, plan):
    turns = {}
    for now in looks(ZoneInfo(zone)):
        name, instant = latest(plan, now, ZoneInfo(zone))
        assert instant <= now
        assert turns.setdefault(name, instant) == instant
    names = [date.fromisoformat(name) for name in turns]
    assert names == sorted(names)
    days = [day for offset in range((names[-1] - names[0]).days + 1) if (day := names[0] + timedelta(offset))]
    assert names == [day for day in days if day.isoweekday() in plan.weekdays]


def test_a_time_in_a_gap_comes_later_and_one_that_occurs_twice_is_the_first():
    zone = ZoneInfo("America/New_York")
    gap, overlap = datetime(2026, 3, 8, 12, tzinfo=UTC), datetime(2026, 11, 1, 12, tzinfo=UTC)
    assert latest(NIGHT, gap, zone) == ("2026-03-08", datetime(2026, 3, 8, 7, 30, tzinfo=UTC))
    assert latest(Daily(time(1, 30)), overlap, zone) == ("2026-11-01", datetime(2026, 11, 1, 5, 30, tzinfo=UTC))


async def lead(world, holder="one"):
    return await world.run(OPERATOR, acquire_lease, holder)


async def turns(world):
    return [(turn.job, turn.nominal) for turn in await world.run(OPERATOR, due_runs)]


async def take_all(world, holder="one"):
    held = await lead(world, holder)
    return [await world.run(OPERATOR, run_scheduled, turn, held) for turn in await world.run(OPERATOR, due_runs)]


async def test_each_turn_is_taken_once_and_recorded(world):
    await take_all(world)
    assert await turns(world) == []
    assert sorted((run.job, run.nominal) for run in runs(world)) == [
        ("birthday-sync", "2026-11-20"),
        ("day-prompts", "2026-11-20T15:00:00+00:00"),
        ("expiring-tokens", "2026-11-20"),
        ("overdue-regular", "2026-11-19"),
        ("overdue-survey", "2026-11-20"),
        ("period-summaries", "2026-11-20"),
        ("reminders", "2026-11-20T15:00:00+00:00"),
        ("task-planeacion-sync", "2026-11-20"),
    ]
    world.clock.advance(minutes=1)
    minute = "2026-11-20T15:01:00+00:00"
    assert await turns(world) == [(Job.REMINDERS, minute), (Job.DAY_PROMPTS, minute)]


async def test_a_turn_that_somebody_took_meanwhile_is_left(world):
    held = await lead(world)
    (turn, *_) = await world.run(OPERATOR, due_runs)
    assert (await world.run(OPERATOR, run_scheduled, turn, held)).nominal == turn.nominal
    assert await world.run(OPERATOR, run_scheduled, turn, held) is None
    assert len(runs(world)) == 1


async def test_what_a_turn_only_says_can_be_found_beforehand_and_is_left_by_it(world):
    await world.link(ANA)
    held = await lead(world)
    found = {turn.job: await world.run(OPERATOR, find_messages, turn) for turn in await world.run(OPERATOR, due_runs)}
    prompts = found.pop(Job.DAY_PROMPTS)
    assert found.pop(Job.PERIOD_SUMMARIES) == found.pop(Job.EXPIRING_TOKENS) == []
    assert [(each.kind, each.user_id) for each in prompts] == [(MessageKind.OPEN_PROMPT, ANA)]
    assert set(found.values()) == {None}
    assert world.store.state.outbox == {}
    turn = next(turn for turn in await world.run(OPERATOR, due_runs) if turn.job is Job.DAY_PROMPTS)
    assert (await world.run(OPERATOR, run_scheduled, turn, held, prompts)).counts == {"messages": 1, "withheld": 0}
    assert list(world.store.state.outbox.values()) == prompts
    assert await world.run(OPERATOR, find_messages, turn) == []


async def test_a_run_by_hand_is_not_a_scheduled_one(world):
    await world.run(ROOT, TIMETABLE[Job.OVERDUE_SURVEY].use_case)
    assert (Job.OVERDUE_SURVEY, "2026-11-20") in await turns(world)


async def test_after_days_of_being_down_each_job_is_caught_up_with_once(world):
    await take_all(world)
    world.clock.advance(days=4)
    taken = [run.job for run in await take_all(world)]
    assert sorted(taken) == sorted(Job)
    assert await take_all(world) == []


async def test_turns_of_a_clock_that_was_ahead_keep_none_of_the_right_time_from_being_taken(world):
    await take_all(world)
    world.clock.advance(days=365)
    await take_all(world)
    world.clock.advance(days=-365, minutes=1)
    minute = "2026-11-20T15:01:00+00:00"
    assert await turns(world) == [(Job.REMINDERS, minute), (Job.DAY_PROMPTS, minute)]


async def test_what_is_more_than_a_day_late_is_not_caught_up_with(world):
    await take_all(world)
    world.clock.advance(days=2, hours=4)  # Sunday, 13:00: Saturday's survey is 28 hours late
    assert Job.OVERDUE_SURVEY not in [job for job, _ in await turns(world)]


async def test_one_leads_and_the_others_wait_until_the_lease_has_run_out(world):
    first = await lead(world, "one")
    assert await lead(world, "two") is None
    world.clock.advance(seconds=LEASE_TERM.total_seconds() - 1)
    assert await lead(world, "two") is None
    world.clock.advance(seconds=1)
    second = await lead(world, "two")
    assert (second.holder, second.term) == ("two", first.term + 1)
    assert await lead(world, "one") is None


async def test_who_leads_renews_the_lease_in_the_same_term(world):
    first = await lead(world)
    world.clock.advance(seconds=10)
    again = await lead(world)
    assert (again.term, again.until) == (first.term, first.until + timedelta(seconds=10))


async def test_who_has_lost_the_lead_takes_no_turn(world):
    held = await lead(world, "frozen")
    (turn, *_) = await world.run(OPERATOR, due_runs)
    world.clock.advance(seconds=LEASE_TERM.total_seconds())
    with refused(Conflict, Code.LEASE_LOST):
        await world.run(OPERATOR, run_scheduled, turn, held)
    await lead(world, "other")
    with refused(Conflict, Code.LEASE_LOST):
        await world.run(OPERATOR, run_scheduled, turn, held)
    assert runs(world) == []


async def test_a_lead_of_the_same_holder_from_an_earlier_term_is_none(world):
    held = await lead(world)
    (turn, *_) = await world.run(OPERATOR, due_runs)
    world.clock.advance(seconds=LEASE_TERM.total_seconds())
    await lead(world)
    with refused(Conflict, Code.LEASE_LOST):
        await world.run(OPERATOR, run_scheduled, turn, msgspec.structs.replace(held, until=held.until + LEASE_TERM))


async def test_a_lead_given_up_is_free_at_once(world):
    held = await lead(world, "one")
    assert await world.run(OPERATOR, release_lease, "one") is True
    assert await world.run(OPERATOR, release_lease, "one") is False
    other = await lead(world, "two")
    assert other.term == held.term + 1
    assert await world.run(OPERATOR, release_lease, "one") is False
    assert await lead(world, "three") is None


async def test_where_nobody_has_led_yet_there_is_no_lead_to_give_up(world):
    assert await world.run(OPERATOR, release_lease, "one") is False
    assert (await lead(world, "two")).term == 1


async def test_a_lead_that_was_given_by_a_clock_that_was_ahead_holds_nothing_once_it_is_put_back(world):
    ahead = await lead(world, "one")
    now = world.clock.advance(days=-1)
    assert not await world.run(OPERATOR, held_leases)
    assert await lead(world, "two") == Lease("two", ahead.term + 1, now + LEASE_TERM)
    assert await lead(world, "three") is None


async def test_each_duty_has_a_lead_of_its_own(world):
    await lead(world, "one")
    await world.run(OPERATOR, acquire_lease, "two", LeaseName.POLLING)
    assert (await lead(world, "one")).holder == "one"
    assert await world.run(OPERATOR, release_lease, "two", LeaseName.JOBS) is False
    assert await world.run(OPERATOR, release_lease, "two", LeaseName.POLLING) is True
    assert (await world.run(OPERATOR, current_lease, LeaseName.POLLING)).until == world.clock.now()
    assert (await world.run(OPERATOR, current_lease, LeaseName.JOBS)).holder == "one"


async def test_the_list_of_jobs_tells_the_last_run_and_the_next_turn(world):
    await world.run(ROOT, TIMETABLE[Job.OVERDUE_SURVEY].use_case)
    jobs = {each.job: each for each in await world.run(OPERATOR, list_jobs)}
    assert jobs[Job.OVERDUE_SURVEY].last_run.asked_by_user_id == ROOT
    assert jobs[Job.OVERDUE_SURVEY].next_turn == at("2026-11-21T09:00")
    assert jobs[Job.REMINDERS].last_run is None
