"""Series by the ids that they have in another system: whose they are, who may give them, and what holds them."""

import pytest

from core.application.requests import build
from core.base.errors import ChangedField, ChangedSince, Code, FieldCode
from core.base.external_ids import NO_EXTERNAL_ID, ExternalId, ExternalIdRequest
from core.calendar import events, external_series, series
from core.calendar.event_filter import EventQuery
from core.work import undo
from tests.cast import ANA, LUIS, ROOT
from tests.core.refusals import conflict, forbidden, invalid, not_found, refused
from tests.journaled import rows_of_journal, things

THEIRS = {"externalSource": "outlook", "externalId": "AAMk"}
NONE = {"externalSource": None, "externalId": None}


def in_use():
    return conflict(Code.EXTERNAL_ID_IN_USE, source="outlook", id="AAMk")


async def found(world, who, source="outlook", key="AAMk"):
    return await world.run(who, external_series.get_series_by_external_id, source, key)


async def external_id_of(world, who, made):
    return await world.run(who, external_series.get_series_external_id, made.series_id)


async def name(world, who, made, **given):
    request = build(ExternalIdRequest, {**THEIRS, **given})
    return await world.run(who, external_series.set_series_external_id, made.series_id, request)


async def last(world, kind):
    """The last row of the journal of a kind."""
    return [row for row in await rows_of_journal(world.store) if row.kind == kind][-1]


async def delete(world, who, made):
    """Delete a series. Returns a row of the journal about it."""
    await world.delete_series(who, made.series_id)
    return await last(world, "event.deleted")


async def take_back(world, who, row):
    return (await world.run(who, undo.undo_change, row.seq)).rows


async def test_a_series_is_found_by_the_id_that_it_was_made_with_by_those_who_see_an_event_of_it(world):
    made = await world.series(ANA, participantUserIds=[LUIS], **THEIRS)
    await world.edit_series(ANA, made.series_id, fromEventId=made.event_ids[-1], removeParticipantUserIds=[LUIS])
    assert await found(world, ANA) == await world.run(ANA, series.get_series, made.series_id)
    assert (await found(world, LUIS)).event_ids == made.event_ids[:-1]
    assert await external_id_of(world, LUIS, made) == ExternalId("outlook", "AAMk")
    assert await external_id_of(world, ANA, await world.series(ANA)) == NO_EXTERNAL_ID


@pytest.mark.parametrize(("source", "key"), [("outlook", "aamk"), ("Outlook", "AAMk"), ("outlook", "7")])
async def test_ids_are_compared_letter_by_letter(world, source, key):
    await world.series(ANA, **THEIRS)
    with not_found(Code.EXTERNAL_ID_NOT_FOUND, source=source, id=key):
        await found(world, ANA, source, key)
    await world.series(ANA, externalSource=source, externalId=key)


async def test_who_sees_no_event_of_a_series_does_not_find_it(world):
    made = await world.series(ANA, **THEIRS)
    with not_found(Code.EXTERNAL_ID_NOT_FOUND):
        await found(world, LUIS)
    for act in (external_id_of, name):
        with not_found(Code.SERIES_NOT_FOUND, id=made.series_id):
            await act(world, LUIS, made)


@pytest.mark.parametrize(("given", "missing"), [("externalSource", "externalId"), ("externalId", "externalSource")])
async def test_both_are_given_or_none(world, given, missing):
    made = await world.series(ANA)
    with invalid((missing, FieldCode.REQUIRED_WITH)):
        await world.series(ANA, **{given: "x"})
    with invalid((missing, FieldCode.REQUIRED_WITH)):
        await name(world, ANA, made, **{**NONE, given: "x"})


@pytest.mark.parametrize("who", [ANA, LUIS])
async def test_another_series_with_the_same_id_is_refused_whether_one_sees_the_first_or_not(world, who):
    await world.series(ANA, **THEIRS)
    with in_use():
        await world.series(who, **THEIRS)
    with in_use():
        await name(world, who, await world.series(who))


async def test_a_series_an_event_of_it_and_a_task_may_have_the_same_id(world):
    made = await world.series(ANA, **THEIRS)
    await world.event(ANA, **THEIRS)
    await world.task(ANA, **THEIRS)
    assert (await found(world, ANA)).series_id == made.series_id


async def test_a_series_is_given_its_own_id_again_and_none(world):
    made = await world.series(ANA, **THEIRS)
    await name(world, ANA, made)
    assert await name(world, ANA, made, **NONE) == NO_EXTERNAL_ID
    await world.series(ANA, **THEIRS)


async def test_its_creator_and_an_admin_give_it_an_id_others_do_not(world):
    made = await world.series(ANA, participantUserIds=[LUIS])
    with forbidden():
        await name(world, LUIS, made)
    await name(world, ANA, made)
    assert await name(world, ROOT, made, externalId="2") == ExternalId("outlook", "2")


async def test_a_series_has_its_id_until_its_last_event_is_deleted(world):
    made = await world.series(ANA, **THEIRS)
    *others, left = await world.of_series(made.series_id)
    for each in others:
        await world.delete_event(ANA, each)
    assert (await found(world, ANA)).event_ids == [left.id]
    with in_use():
        await world.series(ANA, **THEIRS)
    await world.delete_event(ANA, left)
    with not_found(Code.EXTERNAL_ID_NOT_FOUND):
        await found(world, ANA)
    for act in (external_id_of, name):
        with not_found(Code.SERIES_NOT_FOUND):
            await act(world, ANA, made)
    again = await world.series(LUIS, **THEIRS)
    assert (await found(world, LUIS)).series_id == again.series_id


async def test_a_deleted_series_comes_back_with_its_id_if_it_is_free(world):
    first = await world.series(ANA, **THEIRS)
    deleted = await delete(world, ANA, first)
    second = await world.series(LUIS, **THEIRS)
    before = await things(world.store)
    with in_use():
        await take_back(world, ANA, deleted)
    assert await things(world.store) == before
    await name(world, LUIS, second, externalId="2")
    await take_back(world, ANA, deleted)
    assert (await found(world, ANA)).series_id == first.series_id


async def test_a_single_event_of_a_series_that_is_gone_does_not_come_back_while_another_has_its_id(world):
    first = await world.series(ANA, **THEIRS)
    early, *_ = await world.of_series(first.series_id)
    await world.delete_event(ANA, early)
    deleted = await last(world, "event.deleted")
    await delete(world, ANA, first)
    second = await world.series(ANA, **THEIRS)
    with in_use():
        await take_back(world, ANA, deleted)
    await delete(world, ANA, second)
    await take_back(world, ANA, deleted)
    assert (await found(world, ANA)).event_ids == [early.id]


async def test_a_series_that_has_events_left_has_one_back_whatever_its_id(world):
    made = await world.series(ANA, **THEIRS)
    first, *_ = await world.of_series(made.series_id)
    await world.delete_event(ANA, first)
    await take_back(world, ANA, await last(world, "event.deleted"))
    assert (await found(world, ANA)).event_ids == made.event_ids


async def test_an_undo_of_its_creation_gives_the_id_up(world):
    await world.series(ANA, **THEIRS)
    made = await last(world, "series.created")
    assert made.changed["externalSource"] == [None, "outlook"]
    assert made.changed["externalId"] == [None, "AAMk"]
    assert {row.kind for row in await take_back(world, ANA, made)} == {"event.deleted"}
    await world.series(ANA, **THEIRS)


async def test_an_undo_takes_back_another_id_unless_it_is_in_use_now(world):
    made = await world.series(ANA, **THEIRS)
    await name(world, ANA, made, externalId="2")
    changed = (await rows_of_journal(world.store))[-1]
    assert (changed.kind, changed.entity_id) == ("series.updated", made.series_id)
    assert changed.changed == {"externalId": ["AAMk", "2"]}
    other = await world.series(ANA, **THEIRS)
    with in_use():
        await take_back(world, ANA, changed)
    await delete(world, ANA, other)
    (row,) = await take_back(world, ANA, changed)
    assert (row.kind, row.undoes) == ("series.updated", changed.seq)
    assert await external_id_of(world, ANA, made) == ExternalId("outlook", "AAMk")
    with refused(ChangedSince, Code.CHANGE_UNDONE):
        await take_back(world, ANA, changed)


async def test_an_undo_does_not_overwrite_an_id_that_was_given_since(world):
    made = await world.series(ANA, **THEIRS)
    await name(world, ANA, made, externalId="2")
    changed = await last(world, "series.updated")
    await name(world, ROOT, made, externalId="3")
    with refused(ChangedSince, Code.CHANGED_SINCE) as caught:
        await take_back(world, ANA, changed)
    (field,) = caught.value.changed
    assert (field.entity, field.entity_id, field.field) == ("series", made.series_id, "externalId")
    assert (field.left, field.now, field.actor) == ("2", "3", ROOT)
    assert await external_id_of(world, ANA, made) == ExternalId("outlook", "3")


async def test_an_undo_of_the_id_of_a_series_that_is_gone_is_refused(world):
    made = await world.series(ANA)
    await name(world, ANA, made)
    changed = await last(world, "series.updated")
    await delete(world, ANA, made)
    with refused(ChangedSince, Code.CHANGE_DELETED_SINCE) as caught:
        await take_back(world, ANA, changed)
    assert caught.value.changed == [ChangedField("series", made.series_id, "isDeleted", left=False, now=True)]


async def test_who_may_change_the_series_takes_another_id_back_others_do_not(world):
    made = await world.series(ANA, participantUserIds=[LUIS])
    await name(world, ROOT, made)
    changed = await last(world, "series.updated")
    with not_found(Code.CHANGE_NOT_FOUND):
        await take_back(world, LUIS, changed)
    await take_back(world, ANA, changed)
    assert await external_id_of(world, ANA, made) == NO_EXTERNAL_ID


async def test_who_has_passed_the_series_on_does_not_take_its_id_back(world):
    made = await world.series(ANA, **THEIRS)
    await name(world, ANA, made, externalId="2")
    for each in made.event_ids:
        world.store.set("events", each, created_by_user_id=LUIS)
    with forbidden():
        await take_back(world, ANA, await last(world, "series.updated"))
    assert await name(world, LUIS, made, **NONE) == NO_EXTERNAL_ID
    await take_back(world, LUIS, await last(world, "series.updated"))
    assert await external_id_of(world, LUIS, made) == ExternalId("outlook", "2")


async def test_events_are_listed_by_the_id_of_their_series(world):
    made = await world.series(ANA, participantUserIds=[LUIS], **THEIRS)
    other = await world.series(ANA, **{**THEIRS, "externalId": "2"})
    await world.event(ANA, **THEIRS)

    async def listed(who, **query):
        return [each.id for each in await world.run(who, events.list_events, build(EventQuery, query))]

    key = {"seriesExternalSource": "outlook", "seriesExternalId": "AAMk"}
    assert await listed(ANA, **key) == await listed(LUIS, **key) == made.event_ids
    assert await listed(ANA, seriesExternalSource="outlook") == [*made.event_ids, *other.event_ids]
    assert await listed(ANA, **{**key, "seriesExternalId": "3"}) == []
    with invalid(("seriesExternalSource", FieldCode.REQUIRED_WITH)):
        await listed(ANA, seriesExternalId="AAMk")
