"""Drafts of a question for free time: which time it is, of whom, what conflicts with it, what comes next."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from core.base.errors import Code
from core.calendar.slot_search import NotAtWork
from core.drafts import drafts, free_time
from core.drafts.free_time import window_of
from core.language.phrases.model import PartOfDay, TimeWindow
from core.people.working_time import Off, WhyOff
from core.records.drafts import EventDraft
from tests.cast import ANA, INES, LUCIA, LUIS, PABLO
from tests.core.refusals import not_found
from tests.core.world import NOW, REUNION, fresh_world
from tests.tables import each_row

MEXICO = "America/Mexico_City"
MONDAY = date(2026, 11, 23)
BLANK = EventDraft(zone=MEXICO, event_type_id=REUNION)


def draft(**fields):
    return replace(BLANK, **fields)


async def ask(world, *people, who=PABLO, since=None, **fields):
    """The answer to a question about Monday at ten, unless said otherwise."""
    asked = {"day": MONDAY, "starts": time(10), "user_ids": tuple(map(int, people))} | fields
    begun = await world.run(who, drafts.begin_draft, draft(**asked))
    return await world.run(who, free_time.free_time, begun.id, since)


def shown(interval, zone=MEXICO):
    """Both ends by the clocks of a zone."""
    return [f"{at.astimezone(ZoneInfo(zone)):%d %H:%M}" for at in interval]


async def test_without_an_hour_all_that_people_have_on_the_day_is_told(world):
    for start, end in (("2026-11-23T07:00", "2026-11-23T08:00"), ("2026-11-23T20:00", "2026-11-23T21:00")):
        world.joins(LUIS, await world.event(ANA, startDatetime=start, endDatetime=end))
    world.joins(LUIS, await world.event(ANA, startDatetime="2026-11-24T00:00", endDatetime="2026-11-24T01:00"))
    found = await ask(world, LUIS, starts=None)
    assert not found.window.exact
    assert len(found.answer.taken) == 2
    assert found.answer.not_at_work == []
    assert shown(found.answer.slots[0]) == ["23 09:00", "23 10:00"]


async def test_a_whole_day_asked_about_from_another_zone_has_the_reason_of_that_day(world):
    await world.away(LUIS, "2026-11-23", "2026-11-27")
    found = await ask(world, LUIS, starts=None, zone="America/New_York")
    assert shown(found.window.time) == ["22 23:00", "23 23:00"]
    assert found.answer.not_at_work == [NotAtWork(LUIS, WhyOff(Off.ABSENCE, until=date(2026, 11, 27)), None)]


async def test_who_works_too_short_a_part_of_the_time_is_not_at_work(world):
    late = await ask(world, LUIS, starts=None, within=PartOfDay.NIGHT.value)
    assert [row.user_id for row in late.answer.not_at_work] == [LUIS]
    assert (await ask(world, LUIS, starts=None, within=PartOfDay.AFTERNOON.value)).answer.not_at_work == []
    assert (
        await ask(world, LUIS, starts=None, within=PartOfDay.AFTERNOON.value, minutes=7 * 60)
    ).answer.not_at_work != []


@each_row(
    [
        (TimeWindow(time(16), time.min), ["23 16:00", "23 17:00", "24 16:00"]),
        (TimeWindow(time.min, time(10)), ["23 09:00", "24 09:00", "25 09:00"]),
        (TimeWindow(time(16, 30), time(18)), ["23 16:30", "24 16:30", "25 16:30"]),
        (PartOfDay.MORNING.value, ["23 09:00", "23 10:00", "23 11:00"]),
        (PartOfDay.NIGHT.value, []),
    ],
    world=fresh_world,
)
async def test_no_time_is_offered_outside_of_the_hours_that_were_said_on_any_day(world, within, slots):
    world.joins(LUIS, await world.event(ANA, startDatetime="2026-11-23T18:00", endDatetime="2026-11-23T19:00"))
    found = await ask(world, LUIS, starts=None, within=within)
    assert [shown(slot)[0] for slot in found.answer.slots] == slots


async def test_what_people_have_outside_of_the_hours_that_were_said_is_not_told(world):
    world.joins(LUIS, await world.event(ANA))
    assert (await ask(world, LUIS, starts=None, within=TimeWindow(time(16), time.min))).answer.taken == []
    assert len((await ask(world, LUIS, starts=None, within=TimeWindow(time.min, time(11)))).answer.taken) == 1


async def test_hours_are_by_the_clock_on_which_they_were_said(world):
    found = await ask(world, LUIS, starts=None, zone="Europe/Madrid", within=TimeWindow(time(16), time(18)))
    assert shown(found.window.time) == ["23 09:00", "23 11:00"]
    assert [shown(slot)[0] for slot in found.answer.slots] == ["23 09:00", "23 10:00", "24 09:00"]


async def test_the_next_times_are_those_from_an_instant_on(world):
    since = datetime(2026, 11, 23, 20, 10, tzinfo=UTC)
    found = await ask(world, LUIS, since=since)
    assert [shown(slot)[0] for slot in found.answer.slots] == ["23 14:30", "23 15:30", "23 16:30"]
    assert shown(found.window.time) == ["23 10:00", "23 11:00"], "what was asked about stays"
    past = await ask(world, LUIS, since=NOW - timedelta(days=9))
    assert past.answer.slots[0].start >= NOW


async def test_the_event_that_the_draft_became_stands_in_nobodys_way(world):
    begun = await world.run(
        ANA, drafts.begin_draft, draft(title="Junta", day=MONDAY, starts=time(10), user_ids=(LUIS,))
    )
    await world.run(ANA, drafts.save_draft, begun.id, anyway=True)
    assert (await world.run(ANA, free_time.free_time, begun.id, None)).answer.taken == []
    assert len((await ask(world, LUIS)).answer.taken) == 1


async def test_whoever_has_left_is_still_named(world):
    assert list((await ask(world, INES)).names.values()) == ["Inés"]


async def test_a_question_is_its_owners(world):
    begun = await world.run(ANA, drafts.begin_draft, draft())
    with not_found(Code.DRAFT_NOT_FOUND):
        await world.run(LUCIA, free_time.free_time, begun.id, None)


FRIDAY, SATURDAY, NINE = date(2026, 11, 20), date(2026, 11, 21), NOW
"""`NOW` is Friday, nine in the morning in Mexico City."""


@each_row(
    [
        ({"day": MONDAY, "starts": time(10)}, "23 10:00", "23 11:00"),
        ({"day": MONDAY, "starts": time(23, 30)}, "23 23:30", "24 00:30"),
        ({"day": FRIDAY, "starts": time(8)}, "20 08:00", "20 09:00"),
        ({"starts": time(8)}, "21 08:00", "21 09:00"),
        ({"starts": time(9)}, "20 09:00", "20 10:00"),
        ({"day": MONDAY}, "23 00:00", "24 00:00"),
        ({"day": MONDAY, "within": TimeWindow(time(16), time.min)}, "23 16:00", "24 00:00"),
        ({"day": MONDAY, "within": TimeWindow(time.min, time(12))}, "23 00:00", "23 12:00"),
        ({"within": TimeWindow(time.min, time(12))}, "20 09:00", "20 12:00"),
        ({"within": TimeWindow(time.min, time(9))}, "21 00:00", "21 09:00"),
        ({"day": FRIDAY}, "20 09:00", "21 00:00"),
        ({}, "20 09:00", "21 00:00"),
        ({"day": date(2026, 11, 19)}, "19 00:00", "20 00:00"),
    ]
)
def test_which_time_is_meant(said, start, end):
    window = window_of(draft(**said), NINE)
    assert shown(window.time) == [start, end]
    assert window.exact == ("starts" in said)


def test_a_part_of_today_that_is_over_is_tomorrows():
    at_one = NINE + timedelta(hours=4)
    assert shown(window_of(draft(within=PartOfDay.MORNING.value), at_one).time) == ["21 07:00", "21 12:00"]
    assert shown(window_of(draft(within=PartOfDay.MORNING.value, day=FRIDAY), at_one).time) == ["20 07:00", "20 12:00"]


def test_an_hour_that_has_begun_is_tomorrows_unless_today_was_said():
    at_half_past = NINE + timedelta(minutes=30)
    assert shown(window_of(draft(starts=time(9)), at_half_past).time) == ["21 09:00", "21 10:00"]
    assert shown(window_of(draft(starts=time(9), day=FRIDAY), at_half_past).time) == ["20 09:00", "20 10:00"]


def test_what_is_left_of_today_begins_with_the_minute():
    window = window_of(draft(), NINE + timedelta(minutes=20, seconds=31))
    assert shown(window.time) == ["20 09:20", "21 00:00"]
    assert window.time.start.second == 0


def test_days_and_hours_are_those_of_the_zone_in_which_they_were_said():
    tokyo = replace(BLANK, zone="Asia/Tokyo")
    assert shown(window_of(tokyo, NINE).time, "Asia/Tokyo") == ["21 00:00", "22 00:00"]
    assert shown(window_of(replace(tokyo, starts=time(9)), NINE).time) == ["20 18:00", "20 19:00"]


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 3, 8), 23), (date(2026, 11, 1), 25)])
def test_a_day_on_which_the_clocks_change_is_as_long_as_it_is(day, hours):
    window = window_of(replace(BLANK, zone="America/New_York", day=day), NINE)
    assert window.time.end - window.time.start == timedelta(hours=hours)


async def test_of_several_days_all_is_told_and_slots_are_in_them_only(world):
    for offset in (0, 2, 4):
        on = MONDAY + timedelta(days=offset)
        times = {"startDatetime": f"{on}T08:00", "endDatetime": f"{on}T19:00"}
        world.joins(ANA, await world.event(ANA, title=f"Día {offset}", **times))
    found = await ask(world, ANA, who=ANA, starts=None, last_day=MONDAY + timedelta(days=2))
    assert [row.conflicting_event_title for row in found.answer.taken] == ["Día 0", "Día 2"]
    assert [shown(slot)[0] for slot in found.answer.slots] == ["24 09:00", "24 10:00", "24 11:00"]
    rest = await ask(world, ANA, starts=None, day=MONDAY + timedelta(days=2), last_day=MONDAY + timedelta(days=3))
    late = await ask(
        world, ANA, starts=None, day=MONDAY + timedelta(days=2), last_day=MONDAY + timedelta(days=3),
        since=rest.answer.slots[-1].end + timedelta(hours=9),
    )  # fmt: skip
    assert {shown(slot)[0][:2] for slot in rest.answer.slots} == {"26"}
    assert late.answer.slots == []


async def test_an_hour_of_several_days_is_that_of_the_first(world):
    found = await ask(world, ANA, last_day=MONDAY + timedelta(days=2))
    assert (found.window.exact, shown(found.window.time)) == (True, ["23 10:00", "23 11:00"])
