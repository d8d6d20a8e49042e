"""The prompts of the day: at each person's own time, once a day, never to who has done it or does not work."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from core.application.use_case import Context
from core.base.settings import Settings
from core.jobs import day_prompts, upcoming
from core.jobs.day_prompts import prompt_days
from core.people import notices, users
from core.records.messages import MessageKind, Outcome, Reason
from core.records.people import ChosenNotices
from tests.cast import ANA, LUCIA, LUIS, OPERATOR
from tests.core.job_steps import run, runs, told
from tests.core.world import TODAY, day, world_with

OPEN, REPORT, CLOSE = MessageKind.OPEN_PROMPT, MessageKind.AVANCE_PROMPT, MessageKind.CLOSE_PROMPT
SUMMARY, BIRTHDAYS = MessageKind.TEAM_SUMMARY, MessageKind.BIRTHDAYS
MEXICO = ZoneInfo("America/Mexico_City")


@pytest.fixture
async def linked(world):
    """Ana, Luis and Lucía, who leads them, have Telegram."""
    await world.link(ANA, LUIS, LUCIA)
    return world


def at(text, on="2026-11-20", zone=MEXICO):
    return datetime.fromisoformat(f"{on}T{text}").replace(tzinfo=zone).astimezone(UTC)


async def prompted(world, instant):
    """(whom, what) a run at an instant tells."""
    before = told(world)
    world.clock.set(instant)
    await run(world, prompt_days, OPERATOR)
    return [(who, kind) for who, kind, _ in told(world)[len(before) :]]


def of(who, found):
    return [kind for person, kind in found if person == who]


@pytest.mark.parametrize(
    ("time", "kinds"), [("08:59:59", []), ("09:00", [OPEN]), ("09:59:59", [OPEN]), ("10:00", []), ("14:00", [REPORT])]
)
async def test_each_comes_at_its_time_and_not_when_it_was_missed_by_an_hour(linked, time, kinds):
    assert of(ANA, await prompted(linked, at(time))) == kinds


async def test_each_comes_at_the_time_that_its_person_has_chosen(linked):
    own = ChosenNotices(open_at=time(8, 30), avance_at=time(12), close_at=time(16))
    await linked.run(ANA, notices.choose_notices, own)
    due = ["08:30", "09:00", "12:00", "14:00"]
    found = {instant: of(ANA, await prompted(linked, at(instant))) for instant in due}
    assert found == {"08:30": [OPEN], "09:00": [], "12:00": [REPORT], "14:00": []}
    linked.clock.set(at("08:00"))
    moments = await linked.run(OPERATOR, upcoming.due_moments, at("17:00"))
    assert {at("08:30"), at("12:00"), at("16:00"), at("09:00")} <= {*moments}  # 9:00 is the others' hour


async def test_only_who_is_linked_active_and_a_person_is_asked(linked):
    await linked.directory("luis", isActive=False)
    assert await prompted(linked, at("09:00")) == [(LUCIA, OPEN), (ANA, OPEN)]


async def test_nobody_is_asked_twice_a_day_however_often_it_runs(linked):
    await prompted(linked, at("09:00"))
    assert await prompted(linked, at("09:01")) == []
    assert of(ANA, await prompted(linked, at("09:00", "2026-11-23"))) == [OPEN]


async def test_who_has_opened_is_not_asked_to(linked):
    await linked.open(ANA)
    assert of(ANA, await prompted(linked, at("09:00"))) == []


async def test_who_has_reported_is_not_asked_to_but_who_has_not_opened_is(linked):
    await linked.avance(ANA, await linked.open(ANA))
    found = await prompted(linked, at("14:00"))
    assert (of(ANA, found), of(LUIS, found)) == ([], [REPORT])


async def test_who_has_closed_or_not_opened_is_not_asked_to_close(linked):
    await linked.close(ANA, await linked.open(ANA))
    await linked.open(LUCIA)
    found = await prompted(linked, at("18:00"))
    assert [of(who, found) for who in (ANA, LUIS, LUCIA)] == [[], [], [CLOSE]]


async def test_that_something_was_done_already_is_kept_for_the_ledger(linked):
    await linked.close(ANA, await linked.open(ANA))
    for clock in ("09:00", "09:01", "14:00", "18:00"):
        await prompted(linked, at(clock))
    found = [each for each in linked.store.state.outbox.values() if each.user_id == ANA]
    assert [(each.kind, each.outcome, each.reason) for each in found] == [
        (kind, Outcome.WITHHELD, Reason.DONE) for kind in (OPEN, REPORT, CLOSE)
    ]
    assert runs(linked)[-1].counts == {"messages": 0, "withheld": 1}


async def test_a_day_that_nobody_opened_has_nothing_to_close_nor_to_say_of_it(linked):
    await prompted(linked, at("18:00"))
    assert [each.kind for each in linked.store.state.outbox.values()] == []


async def test_the_moments_ahead_are_all_at_which_somebody_may_have_something_to_be_told(linked):
    await linked.week(ANA, (5, "11:00", "12:30"), (6, "10:00", "11:00"))
    linked.clock.set(at("09:30"))

    async def moments(uow):
        return await day_prompts.prompt_moments(
            Context(users.OPERATOR, uow, at("09:30"), Settings()), at("10:30", "2026-11-21")
        )

    found = sorted(await linked.store.read(moments))
    days = {"2026-11-20": ("11:00", "12:30", "13:00", "14:00", "18:00", "18:30"), "2026-11-21": ("09:00", "10:00")}
    assert found == [at(time, on) for on, times in days.items() for time in times]


async def test_the_hours_are_the_persons_own(linked):
    await linked.week(ANA, (5, "11:00", "13:00"))
    assert of(ANA, await prompted(linked, at("09:00"))) == []
    assert of(ANA, await prompted(linked, at("11:00"))) == [OPEN]
    await linked.open(ANA)
    assert of(ANA, await prompted(linked, at("13:00"))) == [CLOSE]
    assert of(ANA, await prompted(linked, at("14:00"))) == []  # the report's time is not within her hours


async def test_and_so_is_the_clock(linked):
    await linked.directory("ana", timezone="America/Tijuana")
    assert of(ANA, await prompted(linked, at("09:00"))) == []
    assert of(ANA, await prompted(linked, at("11:00"))) == [OPEN]


async def test_and_so_is_the_clock_of_the_times_that_they_have_chosen(linked):
    await linked.directory("ana", timezone="America/Tijuana")
    await linked.run(ANA, notices.choose_notices, ChosenNotices(open_at=time(10), close_at=time(16)))
    assert of(ANA, await prompted(linked, at("11:00"))) == []
    assert of(ANA, await prompted(linked, at("12:00"))) == [OPEN]
    await linked.open(ANA)
    assert of(ANA, await prompted(linked, at("17:00"))) == []
    assert of(ANA, await prompted(linked, at("18:00"))) == [CLOSE]


@pytest.mark.parametrize("on", ["2026-11-21", "2026-11-16"])
async def test_nobody_is_asked_on_a_weekend_or_holiday(linked, on):
    for clock in ("09:00", "14:00", "18:00", "18:30"):
        assert await prompted(linked, at(clock, on)) == []


async def test_nor_while_they_are_away(linked):
    await linked.away(ANA, TODAY, day(3))
    found = await prompted(linked, at("09:00"))
    assert (of(ANA, found), of(LUIS, found)) == ([], [OPEN])


async def test_how_it_went_is_told_to_leaders_half_an_hour_after_their_hours(linked):
    assert await prompted(linked, at("18:29")) == []
    assert await prompted(linked, at("18:30")) == [(LUCIA, SUMMARY)]


async def test_what_was_missed_before_midnight_is_not_said_of_the_next_day(linked):
    await linked.week(LUCIA, (5, "16:00", "23:59"))
    assert await prompted(linked, at("00:10", "2026-11-21")) == []
    assert await prompted(linked, at("23:40")) == [(LUCIA, SUMMARY)]


async def test_an_installation_may_ask_for_nothing():
    world = await world_with(day_prompts=False)
    await world.link(ANA, LUIS, LUCIA)
    await world.directory("luis", birthday="1990-11-20")
    assert {kind for _, kind in await prompted(world, at("09:00"))} == {BIRTHDAYS}
    assert await prompted(world, at("18:30")) == []


async def test_birthdays_are_told_to_everybody_at_the_hour_at_which_the_office_opens_on_any_day(linked):
    await linked.directory("luis", birthday="1990-11-21")
    assert await prompted(linked, at("09:00")) == [(LUCIA, OPEN), (ANA, OPEN), (LUIS, OPEN)]
    assert await prompted(linked, at("08:59", "2026-11-21")) == []
    found = await prompted(linked, at("09:00", "2026-11-21"))
    assert found == [(LUCIA, BIRTHDAYS), (ANA, BIRTHDAYS), (LUIS, BIRTHDAYS)]
    assert await prompted(linked, at("09:30", "2026-11-21")) == []


async def test_what_it_is_about_is_todays_day(linked):
    await prompted(linked, at("09:00"))
    assert {about["day"] for _, _, about in told(linked)} == {TODAY.toordinal()}
