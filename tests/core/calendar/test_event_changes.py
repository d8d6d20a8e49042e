"""Changes of events: by whom, what they leave as it was, and what goes with a deleted one."""

from datetime import UTC, datetime

import msgspec
import pytest

from core.base.calendar_time import FIRST_INSTANT, LAST_INSTANT
from core.base.errors import Code, FieldCode
from core.base.model import Nothing
from tests.cast import ANA, LUCIA, LUIS, PABLO, ROBOT, ROOT
from tests.core.calendar.attached import on_the_wire
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import BIRTHDAY, REUNION, STRANGER_ID, VISITA, fresh_world
from tests.tables import each_row

SAID = {"description": "Traer café", "location": "Sala 2", "customerId": 7, "supplierId": 8}
CLEARED = dict.fromkeys(["description", "location", "customer_id", "supplier_id"])


@pytest.fixture
async def event(world):
    """Ana's public event, with all there is to say; an hour passes."""
    made = await world.event(ANA, isPublic=True, **SAID)
    world.clock.advance(hours=1)
    return made


@pytest.fixture
async def birthday(world):
    """An event such as jobs make, public and nobody's."""
    made = await world.event(ROOT, isPublic=True)
    world.store.set("events", made.id, event_type_id=BIRTHDAY, created_by_user_id=None)
    return await world.get_event(ROOT, made)


@pytest.mark.parametrize("who", [ANA, ROOT, ROBOT])
async def test_its_creator_and_the_unrestricted_change_and_delete_an_event(world, event, who):
    assert (await world.edit_event(who, event, title="Otra")).title == "Otra"
    assert (await world.put_event(who, event, title="Tercera")).title == "Tercera"
    assert await world.delete_event(who, event) == Nothing()


@pytest.mark.parametrize("who", [LUCIA, LUIS, PABLO])
async def test_who_only_sees_an_event_does_not_change_it(world, event, who):
    world.joins(LUIS, event)
    for refused in (
        world.edit_event(who, event, title="Otra"),
        world.edit_event(who, event),
        world.put_event(who, event),
        world.delete_event(who, event),
    ):
        with forbidden():
            await refused
    assert await world.get_event(ANA, event) == event


async def test_who_does_not_see_an_event_is_told_that_it_is_missing(world):
    event = await world.event(ANA)
    for refused in (world.edit_event(PABLO, event), world.put_event(PABLO, event), world.delete_event(PABLO, event)):
        with not_found(Code.EVENT_NOT_FOUND, id=event.id):
            await refused
    assert await world.get_event(ANA, event) == event


@each_row([ANA, ROOT], world=fresh_world)
async def test_an_unknown_event_is_missing(world, who):
    for refused in (
        world.get_event(who, STRANGER_ID),
        world.edit_event(who, STRANGER_ID, endDatetime="1900-01-02T00:00Z"),
        world.put_event(who, STRANGER_ID, eventTypeId=BIRTHDAY),
        world.delete_event(who, STRANGER_ID),
    ):
        with not_found(Code.EVENT_NOT_FOUND, id=STRANGER_ID):
            await refused


@pytest.mark.parametrize(
    "changes",
    [
        {"event_type_id": VISITA, "description": "x", "is_virtual": True, "status_id": 3, "customer_id": 9},
        {"title": "", "location": "", "is_public": False, "is_active": False, "supplier_id": 9},
        CLEARED,
    ],
)
async def test_a_patch_changes_what_it_names_and_when_it_was_changed(world, event, changes):
    changed = await world.edit_event(ANA, event, **on_the_wire(changes))
    assert changed == msgspec.structs.replace(event, **changes, updated_at=world.clock.now())
    assert await world.get_event(ANA, event) == changed


@pytest.mark.parametrize("said", [{}, on_the_wire(CLEARED)])
async def test_a_replacement_clears_what_it_leaves_out(world, event, said):
    changed = await world.put_event(ANA, event, **said)
    assert changed == msgspec.structs.replace(event, **CLEARED, updated_at=world.clock.now())


async def test_a_change_that_changes_nothing_leaves_it_as_it_was(world, event):
    assert await world.edit_event(ANA, event) == event
    assert await world.put_event(ANA, event, **SAID) == event
    assert await world.edit_event(ANA, event, title=event.title, startDatetime="2026-11-23T16:00:00Z") == event
    assert await world.get_event(ANA, event) == event


@pytest.mark.parametrize(
    "fields",
    [
        {"startDatetime": "2026-11-23T11:30"},
        {"endDatetime": "2026-11-23T10:00"},
    ],
)
async def test_the_times_that_a_change_would_leave_are_checked_together(world, event, fields):
    with invalid(("endDatetime", FieldCode.NOT_AFTER)):
        await world.edit_event(ANA, event, **fields)
    with invalid(("endDatetime", FieldCode.NOT_AFTER)):
        await world.put_event(ANA, event, **fields)
    assert await world.get_event(ANA, event) == event


async def test_both_times_may_move_past_the_old_ones(world, event):
    changed = await world.edit_event(ANA, event, startDatetime="2027-01-01T10:00", endDatetime="2027-01-01T11:00")
    assert changed.start_datetime > event.end_datetime


async def test_an_event_is_not_given_an_unknown_type(world, event):
    with invalid(("eventTypeId", FieldCode.UNKNOWN_ID)):
        await world.edit_event(ANA, event, eventTypeId=STRANGER_ID)
    with invalid(("eventTypeId", FieldCode.UNKNOWN_ID)):
        await world.put_event(ANA, event, eventTypeId=STRANGER_ID)


async def test_an_event_is_not_given_an_inactive_type_but_keeps_its_own(world, event):
    await world.deactivate_type(VISITA)
    with invalid(("eventTypeId", FieldCode.INACTIVE_EVENT_TYPE)):
        await world.edit_event(ANA, event, eventTypeId=VISITA)
    await world.deactivate_type(REUNION)
    assert (await world.edit_event(ANA, event, eventTypeId=REUNION, title="Otra")).title == "Otra"
    assert (await world.put_event(ANA, event, title="Tercera")).title == "Tercera"


async def test_an_event_made_by_jobs_is_for_the_unrestricted_to_change(world, birthday):
    for who in (ROOT, ROBOT):
        assert (await world.edit_event(who, birthday, title=f"{who}")).title == f"{who}"
        assert (await world.put_event(who, birthday, eventTypeId=BIRTHDAY)).event_type_id == BIRTHDAY
    assert await world.delete_event(ROOT, birthday) == Nothing()


async def test_a_creator_of_an_event_that_became_the_jobs_does_not_change_it(world, event):
    world.store.set("events", event.id, event_type_id=BIRTHDAY)
    for refused in (
        world.edit_event(ANA, event, eventTypeId=REUNION),
        world.put_event(ANA, event),
        world.delete_event(ANA, event),
    ):
        with forbidden():
            await refused


async def test_no_event_becomes_one_of_the_jobs(world, event):
    for change in (world.edit_event, world.put_event):
        with forbidden():
            await change(ANA, event, eventTypeId=BIRTHDAY)
        for who in (ROOT, ROBOT):
            with conflict(Code.EVENT_TYPE_AUTO_GENERATED, name="Cumpleaños"):
                await change(who, event, eventTypeId=BIRTHDAY)
    assert await world.get_event(ANA, event) == event


@pytest.mark.parametrize("end", ["2026-11-23T10:00", "9998-12-31T23:00"])
async def test_permission_comes_before_values_and_values_before_the_state(world, event, end):
    for change in (world.edit_event, world.put_event):
        with forbidden():
            await change(PABLO, event, endDatetime=end)
        with forbidden():
            await change(ANA, event, eventTypeId=BIRTHDAY, endDatetime=end)
        with invalid(("endDatetime", FieldCode.NOT_AFTER if end < "3000" else FieldCode.OUT_OF_RANGE)):
            await change(ROOT, event, eventTypeId=BIRTHDAY, endDatetime=end)


async def test_a_deleted_event_is_missing_from_then_on_for_everybody(world, event):
    await world.delete_event(ANA, event)
    for who in (ANA, PABLO, ROOT):
        assert await world.events(who) == []
        for refused in (
            world.get_event(who, event),
            world.edit_event(who, event),
            world.put_event(who, event),
            world.delete_event(who, event),
        ):
            with not_found(Code.EVENT_NOT_FOUND, id=event.id):
                await refused
    assert (await world.event(ANA)).id != event.id


@pytest.mark.parametrize("year", [1900, 9998])
async def test_reminders_that_would_leave_the_allowed_years_stay_at_their_edge(world, event, year):
    far = {1900: "9998-12-30T00:00:00", 9998: "1900-01-02T00:00:00"}[year]
    there = await world.edit_event(ANA, event, startDatetime=far, endDatetime=f"{far[:11]}01:00:00")
    key = world.reminds(there, datetime(1900, 1, 1, tzinfo=UTC) if year == 1900 else LAST_INSTANT)
    await world.edit_event(ANA, event, startDatetime=f"{year}-06-01T00:00:00", endDatetime=f"{year}-06-01T01:00:00")
    assert world.store.state.reminders[key].remind_at == (FIRST_INSTANT if year == 1900 else LAST_INSTANT)
