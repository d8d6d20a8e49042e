"""Outside calendars are kept and forgotten as the port says, and make their people busy."""

from datetime import date, timedelta

import msgspec
import pytest

from core.base.calendar_time import Interval
from core.records.calendar import BusyQuery
from core.records.outside_calendars import CalendarFault, OutsideCalendar, OutsideCalendarRow, UnreadableEvent
from tests.storage.rows import NOW, add_event, add_participant, add_users, as_actor
from tests.storage.units import calls_of

read, write = calls_of("outside_calendars")
ANA, LUIS = 1, 2
URL = "https://calendar.example.com/secret.ics"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
async def people(store):
    await add_users(store, "ana", "luis")


async def made(store, who=ANA, url=URL, *, known=NOW + 9 * DAY, read_at=NOW, busy=(), unknown=()):
    """A calendar that was read, with these times."""
    row = await read(store, "get", await write(store, "add", who, url, NOW))
    calendar = msgspec.structs.replace(row.calendar, read_at=read_at)
    row = msgspec.structs.replace(row, calendar=calendar, known_until=known)
    await write(store, "save", row)
    await write(store, "replace_times", row, *([Interval(*each) for each in times] for times in (busy, unknown)))
    return row


async def conflicts(store, start, end, *people, read_since=NOW - DAY):
    viewer = await as_actor(store, LUIS)
    asked = BusyQuery(people or [ANA], start, end, None, [], read_since)
    rows = (await store.read(lambda uow: uow.busy.conflicts(viewer, asked))).conflicts
    return [
        (row.user_id, row.conflicting_event_id, row.conflicting_event_title, row.start_datetime, row.end_datetime)
        for row in rows
    ]


async def test_all_of_a_calendar_comes_back_and_the_host_of_its_address(store):
    row = await read(store, "get", await write(store, "add", ANA, URL, NOW))
    calendar = OutsideCalendar(row.calendar.id, ANA, "calendar.example.com", NOW)
    assert row == OutsideCalendarRow(calendar, URL, NOW)
    for fault in CalendarFault:
        calendar = msgspec.structs.replace(
            calendar,
            read_at=NOW,
            fault=fault,
            failing_since=NOW + DAY,
            unreadable_count=3,
            unreadable=(UnreadableEvent("Junta", date(2026, 12, 1)), UnreadableEvent("")),
        )
        row = OutsideCalendarRow(calendar, URL, NOW + HOUR, NOW + DAY, NOW - DAY, '"a"', "then", "d")
        await write(store, "save", row)
        assert await read(store, "of_person", ANA) == [row] == [await read(store, "get", calendar.id)]
    assert await read(store, "of_person", LUIS) == []


async def test_those_that_are_due_come_first_to_last_without_those_of_the_inactive(store):
    later, first = [await made(store, who) for who in (ANA, LUIS)]
    await write(store, "save", msgspec.structs.replace(first, due_at=NOW - HOUR))
    (gone,) = await add_users(store, "pedro", is_active=False)
    await made(store, gone)
    assert [row.calendar.id for row in await read(store, "due", NOW, 9)] == [first.calendar.id, later.calendar.id]
    assert [row.calendar.id for row in await read(store, "due", NOW, 1)] == [first.calendar.id]
    assert [row.calendar.id for row in await read(store, "due", NOW - HOUR, 9)] == [first.calendar.id]
    assert await read(store, "due", NOW - 2 * HOUR, 9) == []


async def test_what_it_has_makes_its_person_busy_beside_events(store):
    await made(store, busy=[(NOW, NOW + HOUR), (NOW + 2 * HOUR, NOW + 3 * HOUR)])
    event = await add_event(store, title="Ours", start_datetime=NOW, end_datetime=NOW + HOUR, is_public=True)
    await add_participant(store, event.id, ANA)
    elsewhere = (ANA, 0, "Ocupado", NOW, NOW + HOUR)
    assert await conflicts(store, NOW, NOW + HOUR, ANA, LUIS) == [
        elsewhere,
        (ANA, event.id, "Ours", NOW, NOW + HOUR),
    ]
    assert await conflicts(store, NOW + HOUR, NOW + 2 * HOUR) == []
    last = timedelta(microseconds=1)
    assert await conflicts(store, NOW + 2 * HOUR - last, NOW + 2 * HOUR + last) == [
        (ANA, 0, "Ocupado", NOW + 2 * HOUR, NOW + 3 * HOUR)
    ]


async def test_what_could_not_be_read_may_be_taken(store):
    await made(store, busy=[(NOW, NOW + HOUR)], unknown=[(NOW + HOUR, NOW + 2 * HOUR)])
    await made(store, url=f"{URL}?2", unknown=[(NOW, NOW + HOUR)])
    assert await conflicts(store, NOW, NOW + DAY) == [
        (ANA, 0, "Ocupado", NOW, NOW + HOUR),
        (ANA, 0, "No se sabe", NOW, NOW + 2 * HOUR),
    ]


async def test_pieces_of_one_time_and_of_several_calendars_are_one(store):
    await made(store, busy=[(NOW, NOW + DAY), (NOW + DAY, NOW + 2 * DAY)])
    await made(store, url=f"{URL}?2", busy=[(NOW + DAY, NOW + 2 * DAY + HOUR)])
    assert await conflicts(store, NOW + HOUR, NOW + 3 * DAY) == [(ANA, 0, "Ocupado", NOW, NOW + 2 * DAY + HOUR)]
    assert [len(await conflicts(store, NOW + DAY, NOW + DAY + HOUR, who)) for who in (ANA, LUIS)] == [1, 0]


async def test_what_was_not_read_lately_or_does_not_reach_is_not_known(store):
    row = await made(store)
    assert await conflicts(store, NOW, NOW + HOUR) == []
    assert await conflicts(store, NOW, NOW + HOUR, read_since=NOW) == []
    late = NOW + timedelta(microseconds=1)
    assert await conflicts(store, NOW, NOW + HOUR, read_since=late) == [(ANA, 0, "No se sabe", NOW, NOW + HOUR)]
    end = NOW + 9 * DAY
    assert await conflicts(store, end - HOUR, end) == []
    assert await conflicts(store, end - HOUR, end + HOUR) == [(ANA, 0, "No se sabe", end, end + HOUR)]
    assert await conflicts(store, end + HOUR, end + DAY) == [(ANA, 0, "No se sabe", end + HOUR, end + DAY)]
    await write(store, "save", msgspec.structs.replace(row, known_until=None))
    assert await conflicts(store, NOW, NOW + HOUR) == [(ANA, 0, "No se sabe", NOW, NOW + HOUR)]


async def test_other_times_take_the_place_of_those_there_were_and_nothing_is_left_of_one_removed(store):
    row = await made(store, busy=[(NOW, NOW + HOUR)])
    other = await made(store, LUIS, busy=[(NOW, NOW + HOUR)])
    await write(store, "replace_times", row, [Interval(NOW + HOUR, NOW + 2 * HOUR)], [])
    assert [each[3] for each in await conflicts(store, NOW, NOW + DAY)] == [NOW + HOUR]
    await write(store, "delete", row.calendar.id)
    assert await conflicts(store, NOW, NOW + 99 * DAY, read_since=NOW + DAY) == []
    assert len(await conflicts(store, NOW, NOW + DAY, LUIS)) == 1
    assert (await made(store)).calendar.id > other.calendar.id
