"""Outside calendars: whose they are, what is kept of them, and when it is told that one cannot be read."""

import logging
from datetime import timedelta

import msgspec

from core.application.requests import build
from core.base.calendar_time import ONE_DAY, Interval
from core.base.errors import Code, FieldCode
from core.base.settings import Settings
from core.calendar import outside_calendars, slot_search
from core.calendar.outside_calendars import KNOWN_AHEAD, OutsideCalendarRequest
from core.calendar.slot_search import SlotRequest
from core.records.messages import MessageKind
from core.records.outside_calendars import CalendarFault, CalendarReading, OutsideCalendar
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, invalid, not_found
from tests.core.world import fresh_world
from tests.tables import each_row

URL = "https://calendar.example.com/private-secret/basic.ics"
FAILED = CalendarReading(CalendarFault.STATUS)
HOUR = timedelta(hours=1)


async def add(world, who, url=URL):
    return await world.run(who, outside_calendars.add_outside_calendar, build(OutsideCalendarRequest, {"url": url}))


async def own(world, who):
    return await world.run(who, outside_calendars.own_outside_calendars)


async def due(world):
    return await world.run(OPERATOR, outside_calendars.calendars_to_read)


async def settle(world, reading):
    """The same reading for all that are due."""
    for each in await due(world):
        await world.run(OPERATOR, outside_calendars.settle_reading, each, reading)


def read(world, *busy):
    return CalendarReading(
        None, [Interval(*each) for each in busy], world.clock.now() + KNOWN_AHEAD, '"a"', "then", "d"
    )


def told(world):
    return [about["calendar_id"] for who, about in world.told(MessageKind.CALENDAR_UNREAD) if who == LUIS]


async def test_of_an_address_only_the_host_is_told_and_nothing_logged(world, caplog):
    caplog.set_level(logging.INFO, "semaforo.audit")
    made = await add(world, LUIS)
    assert made == OutsideCalendar(made.id, made.user_id, "calendar.example.com", world.clock.now())
    assert await own(world, LUIS) == [made]
    assert await world.run(LUIS, outside_calendars.remove_outside_calendar, made.id) == made
    assert await own(world, LUIS) == []
    assert "secret" not in msgspec.json.encode(made).decode() + caplog.text
    assert len(caplog.records) == 2


async def test_the_same_address_again_is_the_same_calendar_and_their_number_is_limited(world):
    world.pipeline.settings = Settings(outside_calendars_per_person=2)
    made = await add(world, LUIS)
    assert await add(world, LUIS) == made
    await add(world, LUIS, f"{URL}?b")
    with conflict(Code.TOO_MANY_OUTSIDE_CALENDARS, limit=2):
        await add(world, LUIS, f"{URL}?c")
    assert await add(world, LUIS) == made
    await add(world, ANA, f"{URL}?c")


@each_row(
    [
        ("http://calendar.example.com/x.ics", FieldCode.NOT_HTTPS),
        ("webcal://calendar.example.com/x.ics", FieldCode.INVALID_FORMAT),
        ("https://10.1.2.3/x.ics", FieldCode.ADDRESS_NOT_ALLOWED),
        ("https://user:password@calendar.example.com/x.ics", FieldCode.INVALID_FORMAT),
    ],
    world=fresh_world,
)
async def test_an_address_is_one_to_which_webhooks_might_go(world, url, code):
    with invalid(("url", code)):
        await add(world, LUIS, url)


@each_row([ANA, LUCIA, ROOT, ROBOT], world=fresh_world)
async def test_the_calendars_of_others_are_not_there(world, who):
    made = await add(world, LUIS)
    assert await own(world, who) == []
    with not_found(Code.OUTSIDE_CALENDAR_NOT_FOUND):
        await world.run(who, outside_calendars.remove_outside_calendar, made.id)
    assert await own(world, LUIS) == [made]


async def test_one_is_due_at_once_and_then_as_often_as_the_setting_says(world):
    await add(world, LUIS)
    await settle(world, read(world))
    assert await due(world) == []
    world.clock.advance(minutes=30)
    (calendar,) = await due(world)
    assert (calendar.url, calendar.etag, calendar.last_modified, calendar.digest) == (URL, '"a"', "then", "d")


async def test_one_of_somebody_inactive_is_not_read(world):
    await add(world, PEDRO)
    await world.directory("pedro", isActive=False)
    assert await due(world) == []


@each_row([CalendarFault.TOO_LARGE, CalendarFault.TOO_MUCH], world=fresh_world)
async def test_what_costs_too_much_is_read_more_seldom(world, fault):
    await add(world, LUIS)
    await settle(world, CalendarReading(fault))
    world.clock.advance(hours=5)
    assert await due(world) == []
    world.clock.advance(hours=1)
    assert len(await due(world)) == 1


async def test_times_without_a_zone_are_in_their_persons(world):
    await add(world, LUIS)
    assert [each.zone for each in await due(world)] == ["America/Mexico_City"]
    await world.directory("luis", timezone="Europe/Madrid")
    assert [each.zone for each in await due(world)] == ["Europe/Madrid"]


async def test_an_owner_is_told_once_when_it_was_not_read_for_a_day_and_again_after_it_was(world):
    made = await add(world, LUIS)
    for _ in range(2):
        await settle(world, read(world))
        before = len(told(world))
        for hours in (1, 23):
            world.clock.advance(hours=hours)
            await settle(world, FAILED)
        assert len(told(world)) == before
        assert await world.run(LUIS, outside_calendars.unread_calendar, made.id) is None
        for _ in range(3):
            world.clock.advance(hours=1)
            await settle(world, FAILED)
        assert len(told(world)) == before + 1
        assert await world.run(ANA, outside_calendars.unread_calendar, made.id) is None
        unread = await world.run(LUIS, outside_calendars.unread_calendar, made.id)
        assert (unread.fault, unread.failing_since) == (CalendarFault.STATUS, world.clock.now() - 26 * HOUR)
        world.clock.advance(hours=1)
    assert set(told(world)) == {made.id}


async def test_who_gives_an_address_that_cannot_be_read_is_told_at_once(world):
    made = await add(world, LUIS)
    await settle(world, FAILED)
    assert told(world) == [made.id]


async def test_slots_are_free_of_what_is_taken_elsewhere_and_say_where_it_is_not_known(world):
    now = world.clock.now()
    await add(world, LUIS)

    async def search():
        fields = {"userIds": [LUIS], "startDatetime": f"{now:%Y-%m-%dT%H:%MZ}", "minutes": 60}
        return await world.run(ANA, slot_search.find_slots, build(SlotRequest, fields))

    unknown = await search()
    assert [row.conflicting_event_title for row in unknown.taken] == ["No se sabe"]
    assert unknown.slots
    await settle(world, read(world, (now - HOUR, now + 40 * ONE_DAY)))
    taken = await search()
    assert [(row.conflicting_event_title, row.conflicting_event_id) for row in taken.taken] == [("Ocupado", 0)]
    assert taken.slots == []


def test_times_are_kept_in_pieces_of_at_most_a_day(world):
    now = world.clock.now()
    assert outside_calendars.in_days([Interval(now, now + 2.5 * ONE_DAY)]) == [
        Interval(now, now + ONE_DAY),
        Interval(now + ONE_DAY, now + 2 * ONE_DAY),
        Interval(now + 2 * ONE_DAY, now + 2.5 * ONE_DAY),
    ]
