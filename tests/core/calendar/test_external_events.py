"""Events by the ids that they have in another system: whose they are, who may give them, and what holds them."""

from core.application.requests import build
from core.base.errors import Code
from core.base.external_ids import NO_EXTERNAL_ID, ExternalId, ExternalIdRequest
from core.calendar import events, external_events
from core.work import undo
from tests.cast import ANA, LUIS, ROOT
from tests.core.refusals import conflict, forbidden, not_found
from tests.core.world import fresh_world
from tests.journaled import rows_of_journal
from tests.tables import each_row

THEIRS = {"externalSource": "outlook", "externalId": "AAMk"}
NONE = {"externalSource": None, "externalId": None}


def in_use():
    return conflict(Code.EXTERNAL_ID_IN_USE, source="outlook", id="AAMk")


async def found(world, who, key="AAMk"):
    return await world.run(who, external_events.get_event_by_external_id, "outlook", key)


async def external_id_of(world, who, event):
    return await world.run(who, external_events.get_event_external_id, event.id)


async def name(world, who, event, **given):
    request = build(ExternalIdRequest, {**THEIRS, **given})
    return await world.run(who, external_events.set_event_external_id, event.id, request)


async def test_an_event_is_found_by_the_id_that_it_was_made_with_by_those_who_see_it(world):
    event = await world.event(ANA, **THEIRS)
    assert await found(world, ANA) == event
    assert await external_id_of(world, ANA, event) == ExternalId("outlook", "AAMk")
    assert await external_id_of(world, ANA, await world.event(ANA)) == NO_EXTERNAL_ID
    with not_found(Code.EXTERNAL_ID_NOT_FOUND):
        await found(world, LUIS)
    with not_found(Code.EVENT_NOT_FOUND):
        await external_id_of(world, LUIS, event)


@each_row([ANA, LUIS], world=fresh_world)
async def test_another_event_with_the_same_id_is_refused_whether_one_sees_the_first_or_not(world, who):
    await world.event(ANA, **THEIRS)
    with in_use():
        await world.event(who, **THEIRS)
    with in_use():
        await name(world, who, await world.event(who))


async def test_an_event_is_given_its_own_id_again_and_none(world):
    event = await world.event(ANA, **THEIRS)
    await name(world, ANA, event)
    await name(world, ANA, event, **NONE)
    await world.event(ANA, **THEIRS)


async def test_its_creator_and_an_admin_give_it_an_id_others_do_not(world):
    event = await world.event(ANA, isPublic=True)
    with forbidden():
        await name(world, LUIS, event)
    await name(world, ANA, event)
    assert await name(world, ROOT, event, externalId="2") == ExternalId("outlook", "2")


async def test_a_deleted_event_gives_its_id_up_and_comes_back_with_it_if_it_is_free(world):
    first = await world.event(ANA, **THEIRS)
    await world.run(ANA, events.delete_event, first.id)
    deleted = next(row for row in await rows_of_journal(world.store) if row.kind == "event.deleted")
    second = await world.event(ANA, **THEIRS)
    with in_use():
        await world.run(ANA, undo.undo_change, deleted.seq)
    await world.run(ANA, events.delete_event, second.id)
    await world.run(ANA, undo.undo_change, deleted.seq)
    assert (await found(world, ANA)).id == first.id


async def test_an_undo_takes_back_another_id_unless_it_is_in_use_now(world):
    event = await world.event(ANA, **THEIRS)
    await name(world, ANA, event, externalId="2")
    changed = (await rows_of_journal(world.store))[-1]
    assert (changed.kind, changed.changed) == ("event.updated", {"externalId": ["AAMk", "2"]})
    other = await world.event(ANA, **THEIRS)
    with in_use():
        await world.run(ANA, undo.undo_change, changed.seq)
    await world.run(ANA, events.delete_event, other.id)
    await world.run(ANA, undo.undo_change, changed.seq)
    assert await external_id_of(world, ANA, event) == ExternalId("outlook", "AAMk")
