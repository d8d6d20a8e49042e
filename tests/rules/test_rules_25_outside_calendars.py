"""Chapter 25: outside calendars that count as busy."""

from datetime import timedelta

import pytest

from bot.calendars.client import Fetched
from bot.calendars.reader import CalendarReader
from core.application.use_case import Caller, new_unit
from core.base.calendar_time import Interval
from core.calendar import outside_calendars
from core.calendar.outside_calendars import KNOWN_AHEAD
from core.drafts import drafts
from core.people import users
from core.people.users import OPERATOR
from core.records.calendar_files import FileEvents, FoundEvent
from core.records.drafts import EventDraft, FileDraft
from core.records.journal import Via
from core.records.outside_calendars import CalendarReading
from core.work import undo
from tests.bot.calendars.files import FakeClient, InProcess, calendar
from tests.rules.test_rules_20_tokens import lacks
from tests.rules.world import done, refused, with_scopes

URL = "https://192.0.43.8/private-secret/basic.ics"
"""An address that needs no look-up."""


async def added(world, who="luis", url=URL, **options):
    return done(await world.post("/me/outside-calendars", {"url": url}, who, **options))


async def read(world, hours=0):
    """Read the calendars that are due: each has something for an hour, `hours` from now."""
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


async def read_file(world, *parts):
    """The calendars that are due have these parts."""
    await CalendarReader(world.pipeline, FakeClient(Fetched(calendar(*parts))), InProcess()).look()


async def unread(world, who="luis"):
    return [(each["unreadableCount"], each["unreadable"]) for each in await world.read("/me/outside-calendars", who)]


async def test_25_7_what_cannot_be_read_leaves_the_rest_and_is_unknown_and_told_to_its_person(world):
    await added(world)
    at = f":{world.clock.now():%Y%m%dT%H%M%S}Z"
    today = world.clock.now().astimezone(world.pipeline.settings.zone).date().isoformat()
    bad = f"BEGIN:VEVENT\nDTSTART{at}\nDURATION:PT1H\nRRULE:FREQ=NEVER\nSUMMARY:Clase\nEND:VEVENT\n"
    await read_file(world, bad)
    assert [await availability(world, who) for who in ("ana", "luis", "root")] == [[(0, "No se sabe")]] * 3
    assert await unread(world) == [(1, [{"title": "Clase", "day": today}])]
    assert [await unread(world, who) for who in ("ana", "lucia", "root")] == [[]] * 3
    world.clock.advance(minutes=30)
    await read_file(world, bad.replace("RRULE:FREQ=NEVER\n", ""), "BEGIN:VEVENT\nSUMMARY:Sin hora\nEND:VEVENT\n")
    assert await availability(world) == [(0, "Ocupado")]
    assert await unread(world) == [(1, [{"title": "Sin hora", "day": None}])]
    world.clock.advance(minutes=30)
    await read_file(world)
    assert await unread(world) == [(0, [])]
    assert await availability(world) == []


async def test_25_7_only_a_file_that_is_not_a_calendar_is_said_not_to_be_one(world):
    await added(world)
    for body, fault in (
        (b"<html>", "not_a_calendar"),
        (calendar()[:-9], "damaged"),
        (calendar("BEGIN:VEVENT\nDTSTART:20\n"), None),
    ):
        await CalendarReader(world.pipeline, FakeClient(Fetched(body)), InProcess()).look()
        assert [each["fault"] for each in await world.read("/me/outside-calendars", "luis")] == [fault]
        world.clock.advance(minutes=30)


async def test_25_2_what_its_owner_declined_is_free(world):
    await added(world)
    at = f":{world.clock.now():%Y%m%dT%H%M%S}Z"
    for guest, rows in (("luis", []), ("ana", [(0, "Ocupado")])):
        answer = f"ATTENDEE;PARTSTAT=DECLINED:mailto:{guest}@example.com"
        event = f"BEGIN:VEVENT\nDTSTART{at}\nDURATION:PT2H\n{answer}\nEND:VEVENT\n"
        await read_file(world, "X-WR-CALNAME:luis@example.com\n", event)
        assert await availability(world) == rows
        world.clock.advance(minutes=30)


async def test_25_6_the_events_of_a_file_are_ones_own_and_taken_back_together(world):
    luis = await world.pipeline.run(Caller(OPERATOR), users.actor, world.id("luis"))
    caller = Caller(luis, via=Via.CHAT, unit=new_unit(world.clock.now()))
    start = world.clock.now() + timedelta(hours=1)
    found = [FoundEvent(title, "", start, start + timedelta(hours=1)) for title in ("Vuelo", "Comida", "Cena")]
    body = FileDraft(
        name="viaje.ics",
        blank=EventDraft(zone="UTC", event_type_id=await world.type_id(), user_ids=(luis.id,)),
        found=FileEvents(found, {}, []),
        chosen=(0, 2),
    )
    draft = await world.pipeline.run(caller, drafts.begin_draft, body)
    await world.pipeline.run(caller, drafts.save_draft, draft.id)
    assert [(each["title"], each["isPublic"]) for each in await world.read("/events", "luis")] == [
        ("Vuelo", False),
        ("Cena", False),
    ]
    assert await world.read("/events", "ana") == []
    change = await world.pipeline.run(caller, undo.undoable_change, caller.unit)
    done(await world.post(f"/changes/{change}/undo", None, "luis"))
    assert await world.read("/events", "luis") == []
