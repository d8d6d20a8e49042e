"""Chapter 25: calendars of elsewhere that count as busy."""

from datetime import timedelta

import pytest

from core.application.use_case import Caller
from core.base.calendar_time import Interval
from core.calendar import outside_calendars
from core.calendar.outside_calendars import KNOWN_AHEAD
from core.people.users import OPERATOR
from core.records.outside_calendars import CalendarReading
from tests.rules.test_rules_20_tokens import lacks, with_scopes
from tests.rules.world import done, refused

URL = "https://192.0.43.8/private-secret/basic.ics"
"""An address that needs no look-up."""


async def added(world, who="luis", url=URL, **options):
    return done(await world.post("/me/outside-calendars", {"url": url}, who, **options))


async def read(world, hours=0):
    """The calendars that are due have something for an hour, so many hours from now."""
    start = world.clock.now() + timedelta(hours=hours)
    found = CalendarReading(None, [Interval(start, start + timedelta(hours=1))], world.clock.now() + KNOWN_AHEAD)
    for each in await world.pipeline.run(Caller(OPERATOR), outside_calendars.calendars_to_read):
        await world.pipeline.run(Caller(OPERATOR), outside_calendars.settle_reading, each, found)


async def availability(world, who="ana"):
    now = world.clock.now()
    end = now + timedelta(hours=1)
    times = f"startDatetime={now:%Y-%m-%dT%H:%M:%SZ}&endDatetime={end:%Y-%m-%dT%H:%M:%SZ}"
    rows = await world.read(f"/events/availability?{times}&userIds={world.users['luis'].id}", who)
    return [(row["conflictingEventId"], row["conflictingEventTitle"]) for row in rows]


async def test_25_1_the_address_is_told_to_nobody_and_nobody_sees_the_calendars_of_others(world):
    made = await added(world)
    assert made["host"] == "192.0.43.8"
    assert await world.read("/me/outside-calendars", "luis") == [made]
    assert "secret" not in str(made)
    for who in ("ana", "lucia", "root"):
        assert await world.read("/me/outside-calendars", who) == []
        gone = refused(await world.delete(f"/me/outside-calendars/{made['id']}", who), 404)
        assert gone["code"] == "outside_calendar_not_found"


async def test_25_2_it_counts_as_busy_for_who_asks_until_it_is_removed(world):
    made = await added(world)
    await read(world)
    assert [await availability(world, who) for who in ("ana", "luis", "root")] == [[(0, "Ocupado")]] * 3
    done(await world.delete(f"/me/outside-calendars/{made['id']}", "luis"))
    assert await availability(world) == []


async def test_25_3_what_is_not_read_for_a_day_is_not_known(world):
    await added(world)
    assert await availability(world) == [(0, "No se sabe")]
    await read(world, hours=5)
    assert await availability(world) == []
    world.clock.advance(hours=24)
    assert await availability(world) == []
    world.clock.advance(seconds=1)
    assert await availability(world) == [(0, "No se sabe")]


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.com/x.ics", "not_https"),
        ("https://127.0.0.1/x.ics", "address_not_allowed"),
        ("https://169.254.169.254/x.ics", "address_not_allowed"),
        ("not an address", "invalid_format"),
    ],
)
async def test_25_4_an_address_is_public_and_over_https(world, url, code):
    data = refused(await world.post("/me/outside-calendars", {"url": url}, "luis"), 400)
    assert [(each["field"], each["code"]) for each in data["errors"]] == [("url", code)]


async def test_25_5_a_token_needs_the_scopes_of_people(world):
    reads, writes = (with_scopes(world, "luis", {f"people:{right}"}, right) for right in ("read", "write"))
    lacks(await world.post("/me/outside-calendars", {"url": URL}, reads), {"people:write"})
    made = await added(world, writes)
    lacks(await world.delete(f"/me/outside-calendars/{made['id']}", reads), {"people:write"})
    assert await world.read("/me/outside-calendars", reads) == [made]
    lacks(await world.get("/me/outside-calendars", with_scopes(world, "luis", {"events:read"})), {"people:read"})
