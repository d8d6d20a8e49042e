"""Events: what a new one is, who sees which, and which are listed."""

from datetime import UTC, datetime
from itertools import product

import msgspec

from core.application.access import Operation, may
from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.model import INT32_MAX, Role
from core.calendar.events import EventCreate, relations_to
from core.records.calendar import Event
from core.records.calendar import SeenEvent as Seen
from core.records.people import Actor, User
from tests.cast import ANA, LUCIA, LUIS, PABLO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import BIRTHDAY, MEETING, NOW, REUNION, STRANGER_ID, VISITA, fresh_world
from tests.tables import each_row

EVERYBODY = (LUCIA, ANA, LUIS, PABLO, ROOT, ROBOT)


async def sees(world, who, event) -> bool:
    """Return whether somebody finds an event: by its id and in the list alike."""
    listed = event.id in await world.events(who)
    if listed:
        assert await world.get_event(who, event) == event
    else:
        with not_found(Code.EVENT_NOT_FOUND, id=event.id):
            await world.get_event(who, event)
    return listed


async def test_a_new_event_is_its_creators_private_and_active_and_says_no_more_than_was_said(world):
    assert await world.event(ANA) == Event(
        id=1,
        event_type_id=REUNION,
        title="Junta",
        description=None,
        start_datetime=datetime(2026, 11, 23, 16, 0, tzinfo=UTC),
        end_datetime=datetime(2026, 11, 23, 17, 30, tzinfo=UTC),
        location=None,
        is_virtual=False,
        is_public=False,
        status_id=1,
        customer_id=None,
        supplier_id=None,
        created_by_user_id=ANA,
        created_at=NOW,
        updated_at=NOW,
        is_active=True,
        series_id=None,
    )


@each_row(EVERYBODY, world=fresh_world)
async def test_everybody_may_create_an_event_and_say_all_there_is_to_say(world, who):
    said = {
        "description": "",
        "location": "Sala 2",
        "isVirtual": True,
        "isPublic": True,
        "customerId": 7,
        "supplierId": INT32_MAX,
    }
    made = await world.event(who, eventTypeId=VISITA, title="Año 🟢\n", statusId=INT32_MAX, **said)
    assert (made.title, made.description, made.location, made.is_virtual) == ("Año 🟢\n", "", "Sala 2", True)
    assert (made.is_public, made.customer_id, made.supplier_id) == (True, 7, INT32_MAX)
    assert (made.event_type_id, made.status_id, made.created_by_user_id) == (VISITA, INT32_MAX, who)
    assert await world.get_event(who, made) == made


@each_row(
    [
        ("title", "🟢" * 256, FieldCode.TOO_LONG),
        ("location", "x" * 256, FieldCode.TOO_LONG),
        ("statusId", 0, FieldCode.OUT_OF_RANGE),
        ("customerId", 0, FieldCode.OUT_OF_RANGE),
        ("supplierId", INT32_MAX + 1, FieldCode.OUT_OF_RANGE),
        ("eventTypeId", INT32_MAX + 1, FieldCode.OUT_OF_RANGE),
    ]
)
def test_a_value_that_is_none_is_refused_by_name(field, value, code):
    with invalid((field, code)):
        build(EventCreate, MEETING | {field: value})


async def test_texts_of_any_length_allowed_are_kept_as_they_are(world):
    made = await world.event(ANA, title=" " * 255, location="🟢" * 255, description="x" * 65_536)
    assert (len(made.title), len(made.location), len(made.description)) == (255, 255, 65_536)
    assert (await world.event(ANA, title="")).title == ""


async def test_an_unknown_type_is_refused(world):
    with invalid(("eventTypeId", FieldCode.UNKNOWN_ID)):
        await world.event(ANA, eventTypeId=STRANGER_ID)


async def test_an_inactive_type_is_refused_for_everybody(world):
    await world.deactivate_type(REUNION)
    for who in (ANA, ROOT):
        with invalid(("eventTypeId", FieldCode.INACTIVE_EVENT_TYPE)):
            await world.event(who)
    assert await world.event(ANA, eventTypeId=VISITA)


@each_row(
    [
        ("2026-11-23T10:00", "2026-11-23T10:00"),
        ("2026-11-23T10:00", "2026-11-23T09:59"),
        ("2026-11-23T10:00", "2026-11-23T16:00Z"),
        ("2026-11-23T10:00-05:00", "2026-11-23T09:00"),
    ],
    world=fresh_world,
)
async def test_the_end_is_after_the_start_as_instants(world, start, end):
    with invalid(("endDatetime", FieldCode.NOT_AFTER)):
        await world.event(ANA, startDatetime=start, endDatetime=end)


async def test_type_and_times_are_told_together(world):
    with invalid(("eventTypeId", FieldCode.UNKNOWN_ID), ("endDatetime", FieldCode.NOT_AFTER)):
        await world.event(ANA, eventTypeId=STRANGER_ID, endDatetime=MEETING["startDatetime"])


async def test_a_local_time_whose_instant_falls_out_of_the_years_is_refused(world):
    with invalid(("endDatetime", FieldCode.OUT_OF_RANGE)):
        await world.event(ANA, endDatetime="9998-12-31T23:00")


async def test_events_of_a_type_that_jobs_make_are_nobodys_to_create(world):
    for who in (ANA, LUCIA):
        with forbidden():
            await world.event(who, eventTypeId=BIRTHDAY)
    for who in (ROOT, ROBOT):
        with conflict(Code.EVENT_TYPE_AUTO_GENERATED, name="Cumpleaños"):
            await world.event(who, eventTypeId=BIRTHDAY)
    assert await world.events(ROOT) == []


async def test_permission_comes_before_values_and_values_before_the_state(world):
    backwards = {"eventTypeId": BIRTHDAY, "endDatetime": MEETING["startDatetime"]}
    with forbidden():
        await world.event(ANA, **backwards)
    with invalid(("endDatetime", FieldCode.NOT_AFTER)):
        await world.event(ROOT, **backwards)


async def test_a_private_event_is_seen_by_its_creator_and_the_unrestricted(world):
    event = await world.event(ANA)
    assert {who for who in EVERYBODY if await sees(world, who, event)} == {ANA, ROOT, ROBOT}


def test_who_sees_what_in_every_case():
    """The first of these that matches decides: role, creator, participant, record, public."""
    event = Event(1, REUNION, "", None, NOW, NOW, None, False, False, 1, None, None, 0, NOW, NOW, True, None)
    flags = (False, True)
    cases = product(Role, flags, flags, (None, *flags), flags)
    for role, creator, participates, shown, public in cases:
        actor = Actor(User(id=ANA, username="ana", display_name="Ana", role=role))
        made = msgspec.structs.replace(event, created_by_user_id=ANA if creator else PABLO, is_public=public)
        decided = [role is not Role.MEMBER, creator, participates]
        wanted = any(decided) or (public if shown is None else shown)
        seen = may(actor, Operation.EVENT_READ, relations_to(actor, Seen(made, participates, shown)))
        assert seen is wanted, (role, creator, participates, shown, public)


@each_row(
    [
        ({"to": "2026-11-22"}, False),
        ({"from": "2026-11-24"}, False),
        ({"to": "2026-11-23"}, True),
        ({"from": "2026-11-23"}, True),
    ],
    world=fresh_world,
)
async def test_dates_find_the_events_that_touch_them(world, dates, listed):
    whole_day = await world.event(ANA, startDatetime="2026-11-23T00:00", endDatetime="2026-11-24T00:00")
    assert await world.events(ANA, **dates) == [whole_day.id] * listed


@each_row(
    [
        ("2026-11-22T23:59", "2026-11-23T00:00", [22]),
        ("2026-11-22T23:59", "2026-11-23T00:00:00.000001", [22, 23]),
        ("2026-11-21T10:00", "2026-11-24T00:00", [21, 22, 23]),
        ("2026-11-24T05:59:59.999999Z", "2026-11-24T06:00Z", [23]),
        ("2026-11-24T06:00Z", "2026-11-24T06:01Z", [24]),
    ],
    world=fresh_world,
)
async def test_an_event_touches_each_date_of_the_business_zone_that_it_takes_some_of(world, start, end, days):
    event = await world.event(ANA, startDatetime=start, endDatetime=end)
    dates = {day: {"from": f"2026-11-{day}", "to": f"2026-11-{day}"} for day in range(20, 26)}
    assert [day for day in dates if await world.events(ANA, **dates[day]) == [event.id]] == days


@each_row(["1900-01-01", "9998-12-31"], world=fresh_world)
async def test_the_first_and_the_last_date_there_is_can_be_asked_for(world, far):
    assert await world.events(ANA, **{"from": far, "to": far}) == []


async def test_dates_the_wrong_way_round_are_refused(world):
    with invalid(("to", FieldCode.BEFORE)):
        await world.events(ANA, **{"from": "2026-11-24", "to": "2026-11-23"})
