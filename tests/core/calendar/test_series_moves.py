"""Moves of what is left of a series, and changes of its people, all of it or from one event on; one message each."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from core.application.requests import build
from core.base.calendar_time import Interval
from core.base.date_times import whole_days
from core.base.errors import Code, FieldCode
from core.calendar import event_edits
from core.calendar.event_edits import EventMove
from core.calendar.series import SeriesUpdate
from core.records.messages import MessageKind
from tests.cast import ANA, LUCIA, LUIS, PABLO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import STRANGER_ID, World, fresh_world, world_with
from tests.tables import each_row

HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(weeks=1)
TEN = datetime(2026, 11, 23, 16, tzinfo=UTC)
"""Monday at ten in Mexico City, where the clocks are not changed."""


@pytest.fixture
async def series(world: World) -> int:
    """Four Mondays of Ana's from ten to half past eleven with Luis."""
    made = await world.series(ANA, occurrenceCount=4, participantUserIds=[int(LUIS)])
    world.clock.advance(minutes=1)
    return made.series_id


async def starts(world, series):
    return [event.start_datetime for event in await world.of_series(series)]


async def rule(world, series):
    return (await world.store.read(lambda uow: uow.series.pattern(series))).rule


def told(world, *kinds):
    """Return who was told since the series was made, and by what kind of message."""
    return [
        (each.user_id, each.kind)
        for each in world.store.state.outbox.values()
        if each.kind in kinds or (not kinds and each.created_at == world.clock.now())
    ]


async def move_one(world, event, by):
    at = {"start": event.start_datetime + by, "was": event.start_datetime}
    request = build(EventMove, {name: each.isoformat() for name, each in at.items()} | {"minutes": 90})
    await world.run(ANA, event_edits.move_event, event.id, request)


async def test_all_begin_at_another_hour_and_each_person_is_told_once(world, series):
    assert await world.edit_series(ANA, series, startTime="11:30", title="Otra") == 4
    assert await starts(world, series) == [TEN + 1.5 * HOUR + week * WEEK for week in range(4)]
    assert {each.end_datetime - each.start_datetime for each in await world.of_series(series)} == {1.5 * HOUR}
    assert {each.title for each in await world.of_series(series)} == {"Otra"}
    assert told(world) == [(LUIS, MessageKind.EVENT_CHANGED)]


async def test_other_weekdays_are_those_of_the_rule_from_then_on(world, series):
    assert await world.edit_series(ANA, series, shiftDays=2) == 4
    assert await starts(world, series) == [TEN + 2 * DAY + week * WEEK for week in range(4)]
    assert list((await rule(world, series)).weekdays) == [3]


async def test_from_one_event_on_those_before_it_stay_and_no_one_rule_says_all(world, series):
    third = (await world.of_series(series))[2]
    assert await world.edit_series(ANA, series, fromEventId=third.id, startTime="12:00", title="Otra") == 2
    assert await starts(world, series) == [TEN, TEN + WEEK, TEN + 2 * WEEK + 2 * HOUR, TEN + 3 * WEEK + 2 * HOUR]
    assert [each.title for each in await world.of_series(series)] == ["Junta", "Junta", "Otra", "Otra"]
    assert list((await rule(world, series)).weekdays) == [1]
    assert await world.edit_series(ANA, series, fromEventId=third.id, shiftDays=1) == 2
    assert await rule(world, series) is None


async def test_what_is_over_stays_and_so_does_what_has_begun_unless_it_is_named(world, series):
    first, second, *_ = await world.of_series(series)
    world.clock.set(second.start_datetime + HOUR)
    assert await world.edit_series(ANA, series, startTime="09:00") == 2
    assert await starts(world, series) == [TEN, TEN + WEEK, TEN + 2 * WEEK - HOUR, TEN + 3 * WEEK - HOUR]
    assert await world.edit_series(ANA, series, fromEventId=first.id, shiftDays=1) == 2
    assert list((await rule(world, series)).weekdays) == [2]
    assert await world.edit_series(ANA, series, fromEventId=second.id, startTime="10:30") == 3
    assert (await world.get_event(ANA, second)).start_datetime == TEN + WEEK + HOUR / 2
    world.clock.set((await world.of_series(series))[3].end_datetime)
    for fields in ({"startTime": "08:00"}, {"addParticipantUserIds": [PABLO]}):
        with conflict(Code.SERIES_ENDED, id=series):
            await world.edit_series(ANA, series, title="Otra", **fields)
    assert await world.edit_series(ANA, series, title="Otra") == 4


async def test_what_moved_onto_another_of_its_series_and_away_again_leaves_that_one_in_its_place(world, series):
    third = (await world.of_series(series))[2]
    for days in (-7, 7):
        assert await world.edit_series(ANA, series, fromEventId=third.id, shiftDays=days) == 2
    assert await world.edit_series(ANA, series, startTime="11:00") == 4
    assert await starts(world, series) == [TEN + HOUR + week * WEEK for week in range(4)]


async def test_the_last_date_of_a_rule_moves_along_as_far_as_dates_go(world):
    last = {"endsOn": "9998-12-31", "occurrenceCount": 2}
    made = await world.series(ANA, **last)
    for _ in range(2):
        assert await world.edit_series(ANA, made.series_id, shiftDays=366) == 2
    assert (await rule(world, made.series_id)).ends_on == date(9998, 12, 31)
    await world.edit_series(ANA, made.series_id, shiftDays=-1)
    assert (await rule(world, made.series_id)).ends_on == date(9998, 12, 30)


async def test_what_was_moved_on_its_own_keeps_its_time_whichever_way_the_rest_is_moved(world, series):
    _, second, third, _ = await world.of_series(series)
    await move_one(world, second, DAY)
    await world.edit_event(ANA, third, endDatetime=(third.end_datetime + HOUR).isoformat())
    assert await world.edit_series(ANA, series, startTime="11:00", location="Sala 2") == 4
    assert await starts(world, series) == [TEN + HOUR, TEN + WEEK + DAY, TEN + 2 * WEEK + HOUR, TEN + 3 * WEEK + HOUR]
    assert {each.location for each in await world.of_series(series)} == {"Sala 2"}
    assert (await world.get_event(ANA, third)).end_datetime == third.end_datetime + 2 * HOUR
    first = (await world.of_series(series))[0]
    at = {"start": first.start_datetime + HOUR, "was": first.start_datetime}
    request = build(EventMove, {key: at[key].isoformat() for key in at} | {"minutes": 60, "wholeSeries": True})
    assert await world.run(ANA, event_edits.move_event, first.id, request) == 3
    assert (await starts(world, series))[1:3] == [TEN + WEEK + DAY, TEN + 2 * WEEK + 2 * HOUR]
    await move_one(world, await world.get_event(ANA, second), -DAY + 2 * HOUR)
    assert await world.edit_series(ANA, series, shiftDays=1) == 3


async def test_what_was_moved_back_to_its_place_goes_along_again(world, series):
    _, second, *_ = await world.of_series(series)
    await move_one(world, second, HOUR)
    await move_one(world, await world.get_event(ANA, second), -HOUR)
    assert await world.edit_series(ANA, series, shiftDays=1) == 4


async def test_cancelled_events_stay_where_they_are(world, series):
    _, second, third, _ = await world.of_series(series)
    await world.edit_event(ANA, second, statusId=3)
    await world.edit_event(ANA, third, isActive=False)
    assert await world.edit_series(ANA, series, startTime="11:00", addParticipantUserIds=[int(PABLO)]) == 2
    assert (await starts(world, series))[1:3] == [TEN + WEEK, TEN + 2 * WEEK]
    assert [len(await world.answers(each)) for each in await world.of_series(series)] == [2, 1, 1, 2]


async def test_a_series_from_before_starts_were_kept_moves_whole_and_knows_then_what_stays(world, series):
    world.store.set("event_series", series, rule=None, starts=None)
    assert await world.edit_series(ANA, series, shiftDays=1) == 4
    await move_one(world, (await world.of_series(series))[1], DAY)
    assert await world.edit_series(ANA, series, shiftDays=1) == 3
    assert await rule(world, series) is None


@each_row([(15, 2, 17), (28, 1, None), (31, -1, None), (2, -2, None)], world=fresh_world)
async def test_a_day_of_the_month_is_moved_where_every_month_has_both(world, day, by, after):
    made = await world.series(ANA, recurrenceType="MONTHLY", dayOfMonth=day)
    before = await starts(world, made.series_id)
    assert await world.edit_series(ANA, made.series_id, shiftDays=by) == 3
    assert await starts(world, made.series_id) == [each + by * DAY for each in before]
    found = await rule(world, made.series_id)
    assert (found and found.day_of_month) == after


async def test_people_come_and_go_with_one_message_each_whatever_else_changes(world, series):
    first, *_, last = await world.of_series(series)
    await world.invite(last, PABLO, ANA)
    world.clock.advance(minutes=1)
    fields = {"addParticipantUserIds": [PABLO, LUCIA, LUCIA], "removeParticipantUserIds": [LUIS, ROOT]}
    assert await world.edit_series(ANA, series, startTime="11:00", location="Sala 2", **fields) == 4
    for event in (first, last):
        assert {who for who, _ in await world.answers(event)} == {PABLO, LUCIA}
    invited, left = MessageKind.SERIES_INVITED, MessageKind.EVENT_LEFT
    assert sorted(told(world)) == sorted([(PABLO, invited), (LUCIA, invited), (LUIS, left)])


async def test_who_is_there_already_is_told_of_the_change(world, series):
    await world.edit_series(ANA, series, startTime="11:00", addParticipantUserIds=[LUIS])
    assert told(world) == [(LUIS, MessageKind.EVENT_CHANGED)]


async def test_what_the_clocks_have_made_later_begins_when_the_rest_does_once_it_is_on_another_day():
    world = await world_with(zone=ZoneInfo("Europe/Madrid"))
    madrid = world.pipeline.settings.zone
    times = {"startDatetime": "2027-03-20T02:30", "endDatetime": "2027-03-20T02:50", "occurrenceCount": 3}
    series = (await world.series(ANA, **times)).series_id

    async def clocks():
        return [f"{each.start_datetime.astimezone(madrid):%d %H:%M}" for each in await world.of_series(series)]

    await world.edit_series(ANA, series, shiftDays=1)
    assert await clocks() == ["21 02:30", "28 03:30", "04 02:30"]
    await world.edit_series(ANA, series, shiftDays=1)
    assert await clocks() == ["22 02:30", "29 02:30", "05 02:30"]


async def test_whole_days_stay_whole_over_changes_of_the_clocks():
    world = await world_with(zone=ZoneInfo("Europe/Madrid"))
    days = {"startDatetime": "2027-03-19T00:00", "endDatetime": "2027-03-20T00:00", "occurrenceCount": 2}
    series = (await world.series(ANA, **days)).series_id
    assert await world.edit_series(ANA, series, shiftDays=2, durationMinutes=2 * 24 * 60) == 2
    madrid = world.pipeline.settings.zone
    found = [
        whole_days(Interval(each.start_datetime, each.end_datetime), madrid) for each in await world.of_series(series)
    ]
    assert [(each.first.day, each.last.day) for each in found] == [(21, 22), (28, 29)]


@each_row([ROOT, ROBOT], world=fresh_world)
async def test_the_unrestricted_move_a_series_and_its_creator_is_told(world, who):
    made = await world.series(ANA, participantUserIds=[int(LUIS)])
    await world.edit_series(who, made.series_id, startTime="11:00")
    assert told(world, MessageKind.EVENT_CHANGED) == [
        (ANA, MessageKind.EVENT_CHANGED), (LUIS, MessageKind.EVENT_CHANGED)
    ]  # fmt: skip


async def test_who_only_takes_part_or_sees_nothing_moves_nothing(world, series):
    before = await world.of_series(series)
    with forbidden():
        await world.edit_series(LUIS, series, startTime="11:00")
    with not_found(Code.SERIES_NOT_FOUND, id=series):
        await world.edit_series(PABLO, series, shiftDays=1)
    assert await world.of_series(series) == before


async def test_what_cannot_be_is_refused_and_nothing_changes(world, series):
    other, before = await world.event(ANA), await world.of_series(series)
    people = {"addParticipantUserIds": [LUCIA, STRANGER_ID], "removeParticipantUserIds": [LUCIA]}
    with invalid(
        ("addParticipantUserIds[1]", FieldCode.UNKNOWN_ID), ("removeParticipantUserIds[0]", FieldCode.REPEATED)
    ):
        await world.edit_series(ANA, series, startTime="11:00", **people)
    for wrong in (other.id, STRANGER_ID):
        with invalid(("fromEventId", FieldCode.UNKNOWN_ID)):
            await world.edit_series(ANA, series, fromEventId=wrong, title="Otra")
    await world.delete_event(ANA, before[3])
    with invalid(("fromEventId", FieldCode.UNKNOWN_ID)):
        await world.edit_series(ANA, series, fromEventId=before[3].id, title="Otra")
    assert await world.of_series(series) == before[:3]


@each_row(
    [
        ("startTime", "9:00", FieldCode.INVALID_FORMAT),
        ("startTime", "24:00", FieldCode.INVALID_FORMAT),
        ("durationMinutes", 0, FieldCode.OUT_OF_RANGE),
        ("shiftDays", 367, FieldCode.OUT_OF_RANGE),
        ("shiftDays", None, FieldCode.NULL_NOT_ALLOWED),
    ]
)
def test_values_have_bounds(field, value, code):
    with invalid((field, code)):
        build(SeriesUpdate, {field: value})


@each_row(
    [
        ({"weekdays": [6]}, 1, None, "FREQ=WEEKLY;BYDAY=SU"),
        ({"rrule": "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"}, 1, None, "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=TU"),
        ({"recurrenceType": "MONTHLY", "rrule": "FREQ=MONTHLY;BYDAY=-1FR"}, 1, "none", None),
        ({"recurrenceType": "MONTHLY", "rrule": "FREQ=MONTHLY;BYDAY=-1FR"}, 0, None, "FREQ=MONTHLY;BYDAY=-1FR"),
    ],
    world=fresh_world,
)
async def test_a_rule_of_icalendar_is_moved_as_far_as_there_is_one(world, fields, days, none, after):
    made = await world.series(ANA, **fields)
    assert await world.edit_series(ANA, made.series_id, shiftDays=days, startTime="11:00") == 3
    found = await rule(world, made.series_id)
    assert (found is None, found and found.rrule) == (none is not None, after)
