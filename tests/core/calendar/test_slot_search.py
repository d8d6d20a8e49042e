"""Searching slots: who is taken by what, who is not at work and why, and when all could meet."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from core.application.requests import build
from core.application.use_case import Context, query
from core.base.calendar_time import Days, Interval
from core.base.date_times import of_whole_days
from core.base.errors import FieldCode
from core.calendar import slot_search
from core.calendar.slot_search import NotAtWork, Obstacles, SlotRequest
from core.people.working_time import Off, WhyOff
from tests.cast import ANA, INES, LUCIA, LUIS, PABLO
from tests.core.refusals import invalid
from tests.core.world import NOW, STRANGER_ID, fresh_world, world_with
from tests.tables import each_row

MEXICO = ZoneInfo("America/Mexico_City")


async def search(world, *people, who=PABLO, start="2026-11-23T10:00", minutes=60, **fields):
    asked = {"userIds": [int(each) for each in people], "startDatetime": start, "minutes": minutes, **fields}
    return await world.run(who, slot_search.find_slots, build(SlotRequest, asked))


async def slots(world, *people, zone=MEXICO, **fields):
    """Return when slots begin, by a clock in Mexico City unless said otherwise."""
    found = (await search(world, *people, **fields)).slots
    return [f"{slot.start.astimezone(zone):%d %H:%M}" for slot in found]


async def meeting(world, *people, **fields):
    """An event of Ana's, on Monday from ten to half past eleven unless said otherwise."""
    event = await world.event(ANA, **fields)
    for each in people:
        world.joins(each, event)
    return event


async def test_who_is_taken_by_what_and_when_all_are_free(world):
    event = await meeting(world, LUIS, title="Junta")
    answer = await search(world, ANA, LUIS, who=LUIS)
    assert answer.asked == Interval(event.start_datetime, event.start_datetime + timedelta(hours=1))
    assert [(row.user_id, row.conflicting_event_id, row.conflicting_event_title) for row in answer.taken] == [
        (LUIS, event.id, "Junta")
    ]
    assert answer.not_at_work == []
    assert await slots(world, ANA, LUIS) == ["23 11:30", "23 12:30", "23 13:30"]


async def test_only_what_is_in_the_time_asked_about_takes_somebody_all_else_moves_the_slots(world):
    await meeting(world, LUIS, startDatetime="2026-11-23T11:00", endDatetime="2026-11-23T12:00")
    answer = await search(world, LUIS)
    assert answer.taken == []
    assert await slots(world, LUIS) == ["23 10:00", "23 12:00", "23 13:00"]


async def test_the_event_that_is_being_moved_and_a_cancelled_one_do_not_count(world):
    event = await meeting(world, LUIS)
    await meeting(world, LUIS, statusId=3)
    assert (await search(world, LUIS, excludeEventId=event.id)).taken == []
    assert await slots(world, LUIS, excludeEventId=event.id) == ["23 10:00", "23 11:00", "23 12:00"]


async def test_an_absence_later_on_and_one_of_one_day_are_passed_over(world):
    await world.away(ANA, "2026-11-24", "2026-11-24")
    await world.away(ANA, "2026-11-26", "2026-12-20")
    assert await slots(world, ANA, start="2026-11-23T17:00") == ["23 17:00", "25 09:00", "25 10:00"]
    assert (await slots(world, ANA, start="2026-11-25T17:30"))[0] == "21 09:00"


async def test_an_absence_is_of_dates_where_the_person_is(world):
    await world.away(ANA, "2026-11-23", "2026-11-23")
    (missing,) = (await search(world, ANA, start="2026-11-23T20:00")).not_at_work
    assert missing.why_off == WhyOff(Off.ABSENCE, until=date(2026, 11, 23))
    assert await slots(world, ANA, start="2026-11-23T20:00", minutes=540) == ["24 09:00", "25 09:00", "26 09:00"]


@each_row(
    [
        ("2026-11-22T23:00", 1440, WhyOff(Off.ABSENCE, until=date(2026, 11, 27))),
        ("2026-11-22T13:00", 1440, WhyOff(Off.ABSENCE, until=date(2026, 11, 27))),
        ("2026-11-22T12:00", 1440, None),
        ("2026-11-22T11:00", 1440, None),
        ("2026-11-22T23:30", 61, WhyOff(Off.ABSENCE, until=date(2026, 11, 27))),
        ("2026-11-22T23:30", 60, None),
    ],
    world=fresh_world,
)
async def test_over_midnight_the_reason_is_that_of_the_date_which_has_most_of_the_time(world, start, minutes, why):
    await world.week(LUIS, (7, "08:00", "09:00"))
    await world.away(LUIS, "2026-11-23", "2026-11-27")
    (missing,) = (await search(world, LUIS, start=start, minutes=minutes)).not_at_work
    assert missing.why_off == why
    assert (missing.hours is None) is (why is not None)


async def test_who_is_not_at_work_is_told_with_why_not(world):
    await world.away(LUIS, "2026-11-23", "2026-11-24")
    answer = await search(world, ANA, LUIS)
    assert answer.not_at_work == [NotAtWork(LUIS, WhyOff(Off.ABSENCE, until=date(2026, 11, 24)), None)]
    (christmas,) = (await search(world, ANA, start="2026-12-25T10:00")).not_at_work
    assert (christmas.why_off.off, christmas.why_off.holiday.names["es"]) == (Off.HOLIDAY, "Navidad")
    (sunday,) = (await search(world, ANA, start="2026-11-22T10:00")).not_at_work
    assert sunday == NotAtWork(ANA, WhyOff(Off.DAY_OFF), None)


@each_row([("08:30", 60), ("17:30", 31), ("20:00", 30), ("00:00", 1440)], world=fresh_world)
async def test_outside_ones_hours_one_is_not_at_work_and_the_hours_say_when(world, start, minutes):
    (missing,) = (await search(world, ANA, start=f"2026-11-23T{start}", minutes=minutes)).not_at_work
    nine = datetime(2026, 11, 23, 15, tzinfo=UTC)
    assert missing == NotAtWork(ANA, None, Interval(nine, nine + timedelta(hours=9)))


async def test_from_the_first_to_the_last_minute_of_ones_hours_one_is_at_work(world):
    assert (await search(world, ANA, start="2026-11-23T09:00", minutes=540)).not_at_work == []
    assert await slots(world, ANA, start="2026-11-23T09:00", minutes=540) == ["23 09:00", "24 09:00", "25 09:00"]


async def test_hours_and_zones_are_each_ones_own(world):
    await world.directory("luis", timezone="Europe/Madrid")
    await world.week(ANA, *((each, "08:00", "18:00") for each in range(1, 6)))
    assert await slots(world, ANA, LUIS, start="2026-11-23T06:00") == ["23 08:00", "23 09:00", "23 10:00"]
    await world.week(LUIS, (1, "17:00", "20:00"))
    assert await slots(world, ANA, LUIS, start="2026-11-23T06:00") == ["23 10:00", "23 11:00", "23 12:00"]


async def test_the_grid_is_that_of_who_asks(world):
    await world.directory("pablo", timezone="Asia/Kathmandu")
    assert (await slots(world, ANA, start="2026-11-23T09:00"))[0] == "23 09:15"
    assert (await slots(world, ANA, start="2026-11-23T09:00", who=LUCIA))[0] == "23 09:00"


async def test_the_grid_is_a_setting():
    world = await world_with(slot_minutes=15)
    assert await slots(world, ANA, start="2026-11-23T09:10", minutes=30) == ["23 09:15", "23 09:45", "23 10:15"]


async def test_nothing_is_in_the_past(world):
    answer = await search(world, ANA, start="2026-11-20T08:00")
    assert answer.searched.start == NOW
    assert await slots(world, ANA, start="2026-11-20T08:00") == ["20 09:00", "20 10:00", "20 11:00"]
    world.clock.advance(minutes=1)
    assert (await slots(world, ANA, start="1900-01-01T00:00"))[0] == "20 09:30"


async def test_what_has_passed_is_still_told(world):
    await meeting(world, LUIS, startDatetime="2026-11-20T08:00", endDatetime="2026-11-20T08:30")
    assert len((await search(world, LUIS, start="2026-11-20T08:00")).taken) == 1
    await world.away(LUIS, "2026-11-20", "2026-11-20")
    world.clock.advance(days=3)
    (missing,) = (await search(world, LUIS, start="2026-11-20T10:00")).not_at_work
    assert missing.why_off == WhyOff(Off.ABSENCE, until=date(2026, 11, 20))


async def test_none_found_within_the_days_that_are_looked_at_is_an_answer(world):
    await world.away(ANA, "2026-11-20", "2026-12-24")
    answer = await search(world, ANA)
    assert answer.slots == []
    assert answer.searched == Interval(answer.asked.start, answer.asked.start + timedelta(days=30))
    assert await slots(world, ANA, start="2026-11-30T10:00") == ["28 09:00", "28 10:00", "28 11:00"]


async def test_for_how_many_days_is_a_setting():
    world = await world_with(slot_days=3)
    assert await slots(world, ANA, start="2026-11-20T17:30") == ["23 09:00", "23 10:00", "23 11:00"]
    assert await slots(world, ANA, start="2026-11-20T09:00", minutes=540) == ["20 09:00"]


async def test_anybody_asks_about_anybody_known_also_who_left(world):
    assert await slots(world, INES, who=PABLO) == ["23 10:00", "23 11:00", "23 12:00"]
    with invalid(("userIds", FieldCode.UNKNOWN_ID)):
        await search(world, ANA, STRANGER_ID)


async def test_people_are_one_to_a_hundred_each_counted_once(world):
    with invalid(("userIds", FieldCode.EMPTY)):
        await search(world)
    with invalid(("userIds", FieldCode.TOO_LONG)):
        await search(world, *range(1, 102))
    assert (await slots(world, ANA, ANA))[0] == "23 10:00"


@each_row([0, -1, 1441])
def test_a_meeting_lasts_a_minute_to_a_day(minutes):
    with invalid(("minutes", FieldCode.OUT_OF_RANGE)):
        build(SlotRequest, {"userIds": [2], "startDatetime": "2026-11-23T10:00", "minutes": minutes})


async def test_the_last_time_that_may_be_written_can_be_asked_about(world):
    answer = await search(world, ANA, start="9998-12-31T17:59:59", minutes=1440)
    assert answer.slots == []


@each_row(
    [
        ("2026-11-25T11:30", ["25 11:30", "25 12:30", "25 13:30"]),
        ("2026-11-25T09:00", ["25 09:00", "25 10:00", "25 11:00"]),
        ("2026-11-25T16:30", ["25 16:30", "26 09:00", "26 10:00"]),
        ("2026-11-30T11:30", ["30 11:30", "30 12:30", "30 13:30"]),
        ("2026-12-10T17:00", ["10 17:00", "11 09:00", "11 10:00"]),
    ],
    world=fresh_world,
)
async def test_however_far_one_must_look_the_first_slots_are_found(world, end, begin):
    await meeting(world, LUIS, startDatetime="2026-11-23T09:00", endDatetime=end)
    assert await slots(world, LUIS, start="2026-11-23T12:00") == begin


@each_row(
    [
        (("2026-12-03", "2026-12-07"), None),
        (("2026-12-05", "2026-12-06"), Off.DAY_OFF),
        (("2026-12-08", "2026-12-11"), Off.ABSENCE),
        (("2026-12-24", "2026-12-26"), Off.HOLIDAY),
    ],
    world=fresh_world,
)
async def test_whole_days_are_not_measured_by_hours(world, days, why):
    await world.away(ANA, "2026-12-10", "2026-12-10")
    asked = of_whole_days(Days(*map(date.fromisoformat, days)), world.pipeline.settings.zone)
    found = await world.run(LUIS, obstacles_of, ANA, asked)
    assert [each.why_off.off for each in found.not_at_work] == ([why] if why else [])


@query
async def obstacles_of(ctx: Context, person: int, asked: Interval) -> Obstacles:
    return await slot_search.obstacles(ctx, [int(person)], asked)
