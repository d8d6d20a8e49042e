"""Rules for participants, records of visibility and reminders alike: who keeps them, and where."""

from datetime import timedelta

import msgspec
import pytest

from core.base.errors import FieldCode
from core.base.model import Nothing
from tests.cast import ANA, INES, LUCIA, LUIS, PABLO, ROBOT, ROOT
from tests.core.calendar.attached import ABOUT_PEOPLE, KINDS
from tests.core.refusals import forbidden, invalid, not_found
from tests.core.world import NOW, STRANGER_ID

of_people = pytest.mark.parametrize("kind", ABOUT_PEOPLE, ids=lambda kind: kind.name, indirect=True)


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name)
def kind(request):
    return request.param


@pytest.fixture
async def row(world, kind, event):
    """One of Ana's event, about Luis where it is about somebody."""
    return await kind.create(world, ANA, event, **kind.whole)


@pytest.mark.parametrize("who", [ANA, ROOT, ROBOT])
async def test_an_events_creator_and_the_unrestricted_keep_it(world, kind, event, who):
    made = await kind.create(world, who, event, **kind.whole)
    changed = await kind.replace(world, who, made, **kind.change)
    assert changed == msgspec.structs.replace(made, **kind.changed)
    assert await kind.delete(world, who, changed) == Nothing()


@pytest.mark.parametrize("who", [LUCIA, LUIS, PABLO])
async def test_those_who_only_see_an_event_keep_nothing_of_it_be_it_about_themselves(world, kind, who):
    event = await world.event(ANA, isPublic=True)
    about_them = dict(kind.whole) | ({"userId": int(who)} if "userId" in kind.whole else {})
    theirs = await kind.create(world, ANA, event, **about_them)
    for attempt in (
        kind.create(world, who, event, **about_them),
        kind.replace(world, who, theirs, **kind.change),
        kind.delete(world, who, theirs),
    ):
        with forbidden():
            await attempt
    assert await kind.listed(world, ROOT) == [theirs]


async def test_a_hidden_event_is_as_unknown_as_any(world, kind, event):
    for event_id in (event.id, STRANGER_ID):
        with invalid(("eventId", FieldCode.UNKNOWN_ID)):
            await kind.create(world, LUCIA, event_id, **kind.whole)


async def test_what_is_of_a_hidden_event_does_not_exist(world, kind, row):
    for again in (kind.get, kind.replace, kind.delete):
        with not_found(kind.missing, id=row.id):
            await again(world, PABLO, row)
    assert await kind.listed(world, PABLO) == []


@pytest.mark.parametrize("who", [ANA, ROOT])
async def test_one_that_is_unknown_is_missing(world, kind, who):
    for again in (kind.get, kind.replace, kind.delete):
        with not_found(kind.missing, id=STRANGER_ID):
            await again(world, who, STRANGER_ID)


async def test_a_deleted_one_is_missing_from_then_on(world, kind, event, row):
    assert await kind.delete(world, ANA, row) == Nothing()
    for again in (kind.get, kind.replace, kind.delete):
        with not_found(kind.missing, id=row.id):
            await again(world, ANA, row)
    assert await kind.listed(world, ANA) == []
    assert (await kind.create(world, ANA, event, **kind.whole)).id > row.id


async def test_it_can_be_moved_to_another_event_of_ones_own(world, kind, row):
    another = await world.event(ANA)
    world.clock.advance(hours=1)
    moved = await kind.replace(world, ANA, row, eventId=another.id, **kind.change)
    fields = {"event_id": another.id, "updated_at": NOW + timedelta(hours=1), **kind.changed}
    assert moved == msgspec.structs.replace(row, **fields)
    assert await kind.get(world, ANA, row) == moved


async def test_it_is_not_moved_to_an_event_that_is_hidden_or_anothers(world, kind, row):
    hidden, public = await world.event(LUCIA), await world.event(LUCIA, isPublic=True)
    for event_id in (hidden.id, STRANGER_ID):
        with invalid(("eventId", FieldCode.UNKNOWN_ID)):
            await kind.replace(world, ANA, row, eventId=event_id)
    with forbidden():
        await kind.replace(world, ANA, row, eventId=public.id)
    assert await kind.get(world, ANA, row) == row


async def test_what_changes_nothing_leaves_it_as_it_was(world, kind, row):
    world.clock.advance(hours=1)
    assert await kind.replace(world, ANA, row) == row
    assert await kind.get(world, ANA, row) == row


@of_people
async def test_a_person_is_one_of_the_directory_who_may_have_left(world, kind, event, row):
    with invalid(("userId", FieldCode.UNKNOWN_ID)):
        await kind.create(world, ANA, event, **kind.whole | {"userId": STRANGER_ID})
    with invalid(("userId", FieldCode.UNKNOWN_ID)):
        await kind.replace(world, ANA, row, userId=STRANGER_ID)
    assert (await kind.create(world, ANA, event, **kind.whole | {"userId": int(INES)})).user_id == INES


@of_people
async def test_permission_is_asked_before_the_person_is_looked_up(world, kind):
    event = await world.event(ANA, isPublic=True)
    with forbidden():
        await kind.create(world, LUIS, event, **kind.whole | {"userId": STRANGER_ID})
