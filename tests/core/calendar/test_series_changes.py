"""Changes of series: by whom, of which of their events, and how many these are."""

import msgspec
import pytest

from core.base.errors import Code, FieldCode
from tests.cast import ANA, LUCIA, LUIS, PABLO, ROBOT, ROOT
from tests.core.calendar.attached import on_the_wire
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import BIRTHDAY, REUNION, STRANGER_ID, VISITA

SAID = {"description": "Traer café", "location": "Sala 2", "customerId": 7, "supplierId": 8}


@pytest.fixture
async def made(world):
    """The id of a series of Ana's with all there is to say; Luis takes part, Lucía is shown it; an hour passes."""
    found = await world.series(ANA, **SAID, participantUserIds=[LUIS], visibilityUserIds=[LUCIA])
    world.clock.advance(hours=1)
    return found.series_id


@pytest.mark.parametrize("who", [ANA, ROOT, ROBOT])
async def test_its_creator_and_the_unrestricted_change_and_delete_a_series(world, made, who):
    assert await world.edit_series(who, made, title="Otra") == 3
    assert await world.delete_series(who, made) == 3


async def test_who_sees_one_event_only_knows_of_the_series(world):
    made = (await world.series(ANA)).series_id
    with not_found(Code.SERIES_NOT_FOUND, id=made):
        await world.edit_series(PABLO, made)
    world.joins(PABLO, (await world.of_series(made))[1])
    with forbidden():
        await world.edit_series(PABLO, made)
    with forbidden():
        await world.delete_series(PABLO, made)


async def test_who_sees_no_event_of_a_series_is_told_that_it_is_missing(world, made):
    before = await world.of_series(made)
    for refused in (world.edit_series(PABLO, made, eventTypeId=BIRTHDAY), world.delete_series(PABLO, made)):
        with not_found(Code.SERIES_NOT_FOUND, id=made):
            await refused
    assert await world.of_series(made) == before


@pytest.mark.parametrize("who", [ANA, ROOT])
async def test_an_unknown_series_is_missing(world, made, who):
    for refused in (world.edit_series(who, STRANGER_ID, eventTypeId=BIRTHDAY), world.delete_series(who, STRANGER_ID)):
        with not_found(Code.SERIES_NOT_FOUND, id=STRANGER_ID):
            await refused


async def test_a_series_whose_events_are_all_deleted_is_missing(world, made):
    for event in await world.of_series(made):
        await world.delete_event(ANA, event)
    for who in (ANA, ROOT):
        for refused in (world.edit_series(who, made), world.delete_series(who, made)):
            with not_found(Code.SERIES_NOT_FOUND, id=made):
                await refused


@pytest.mark.parametrize(
    "changes",
    [
        {"event_type_id": VISITA, "description": "x", "is_virtual": True, "customer_id": 9},
        {"title": "", "location": "", "supplier_id": 9},
        dict.fromkeys(["description", "location", "customer_id", "supplier_id"]),
    ],
)
async def test_a_change_is_of_every_event_and_of_what_it_names(world, made, changes):
    other = await world.event(ANA)
    before = await world.of_series(made)
    assert await world.edit_series(ANA, made, **on_the_wire(changes)) == 3
    now = world.clock.now()
    assert await world.of_series(made) == [
        msgspec.structs.replace(event, **changes, updated_at=now) for event in before
    ]
    assert await world.get_event(ANA, other) == other


async def test_only_the_events_that_a_change_changes_are_changed(world, made):
    first, second, third = await world.of_series(made)
    first = await world.edit_event(ANA, first, title="Otra", startDatetime="2026-11-23T09:00")
    world.clock.advance(hours=1)
    assert await world.edit_series(ANA, made, title="Otra") == 3
    now = world.clock.now()
    changed = [msgspec.structs.replace(event, title="Otra", updated_at=now) for event in (second, third)]
    assert await world.of_series(made) == [first, *changed]
    world.clock.advance(hours=1)
    assert await world.edit_series(ANA, made) == await world.edit_series(ANA, made, title="Otra") == 3
    assert await world.of_series(made) == [first, *changed]


async def test_deleted_events_are_not_touched_or_counted_and_inactive_ones_are(world, made):
    first, second, third = await world.of_series(made)
    await world.delete_event(ANA, first)
    await world.edit_event(ANA, second, isActive=False)
    assert await world.edit_series(ANA, made, title="Otra") == 2
    assert [(event.id, event.title) for event in await world.of_series(made)] == [
        (second.id, "Otra"),
        (third.id, "Otra"),
    ]
    assert await world.delete_series(ANA, made) == 2


async def test_a_series_is_not_given_an_unknown_type(world, made):
    with invalid(("eventTypeId", FieldCode.UNKNOWN_ID)):
        await world.edit_series(ANA, made, eventTypeId=STRANGER_ID)


async def test_a_series_is_not_given_an_inactive_type_unless_every_event_has_it(world, made):
    await world.deactivate_type(REUNION)
    assert await world.edit_series(ANA, made, eventTypeId=REUNION, title="Otra") == 3
    await world.edit_event(ANA, (await world.of_series(made))[1], eventTypeId=VISITA)
    before = await world.of_series(made)
    with invalid(("eventTypeId", FieldCode.INACTIVE_EVENT_TYPE)):
        await world.edit_series(ANA, made, eventTypeId=REUNION)
    assert await world.of_series(made) == before


async def test_no_series_becomes_one_of_the_jobs(world, made):
    before = await world.of_series(made)
    with forbidden():
        await world.edit_series(ANA, made, eventTypeId=BIRTHDAY)
    for who in (ROOT, ROBOT):
        with conflict(Code.EVENT_TYPE_AUTO_GENERATED, name="Cumpleaños"):
            await world.edit_series(who, made, eventTypeId=BIRTHDAY)
    assert await world.of_series(made) == before


async def test_a_deleted_series_takes_its_events_and_what_was_attached_and_nothing_else(world, made):
    other = (await world.series(ANA, participantUserIds=[LUIS], visibilityUserIds=[LUCIA])).series_id
    rest = await world.of_series(other)
    world.reminds((await world.of_series(made))[0])
    assert await world.delete_series(ANA, made) == 3
    assert await world.of_series(made) == []
    assert await world.of_series(other) == rest
    ids = [event.id for event in rest]
    assert world.attached() == ([(each, LUIS) for each in ids], [(each, LUCIA) for each in ids])
    assert not any(world.store.state.reminders.values())
    for refused in (world.delete_series(ANA, made), world.edit_series(ROOT, made)):
        with not_found(Code.SERIES_NOT_FOUND, id=made):
            await refused
