"""Availability: who is busy when, as anybody may ask, and what those may not read who may not see the event."""

import pytest

from core.application.requests import build
from core.base.errors import FieldCode
from core.calendar import availability
from core.calendar.availability import AvailabilityRequest
from core.records.calendar import AvailabilityConflict
from tests.cast import ANA, INES, LUIS, PABLO
from tests.core.refusals import invalid
from tests.core.world import STRANGER_ID, fresh_world, world_with
from tests.tables import each_row

TEN, HALF_PAST_ELEVEN = "2026-11-23T10:00", "2026-11-23T11:30"


@pytest.fixture
async def event(world):
    """Ana's private meeting with Luis, from ten to half past eleven."""
    made = await world.event(ANA)
    world.joins(LUIS, made)
    return made


async def ask(world, *people, who=PABLO, start=TEN, end=HALF_PAST_ELEVEN, **fields):
    asked = {"startDatetime": start, "endDatetime": end, "userIds": [int(each) for each in people], **fields}
    return await world.run(who, availability.find_conflicts, build(AvailabilityRequest, asked))


async def busy(world, *people, **fields):
    return [(row.user_id, row.conflicting_event_id) for row in await ask(world, *people, **fields)]


async def test_a_conflict_tells_who_is_busy_with_what_and_when(world, event):
    times = (event.start_datetime, event.end_datetime)
    assert await ask(world, LUIS, who=ANA) == [AvailabilityConflict(LUIS, "luis", event.id, "Junta", *times)]


async def test_which_statuses_are_a_cancellation_is_a_setting():
    world = await world_with(cancelled_status_ids=frozenset({7, 8}))
    made = [await world.event(ANA, statusId=status) for status in (3, 7, 8)]
    for each in made:
        world.joins(LUIS, each)
    assert await busy(world, LUIS) == [(LUIS, made[0].id)]


async def test_the_event_that_is_being_changed_can_be_left_out(world, event):
    other = await world.event(ANA)
    world.joins(LUIS, other)
    assert await busy(world, LUIS, excludeEventId=event.id) == [(LUIS, other.id)]
    assert await busy(world, LUIS, excludeEventId=STRANGER_ID) == [(LUIS, event.id), (LUIS, other.id)]


async def test_who_is_unknown_is_not_free(world, event):
    with invalid(("userIds", FieldCode.UNKNOWN_ID), ("userIds", FieldCode.UNKNOWN_ID)) as caught:
        await ask(world, LUIS, STRANGER_ID, 0)
    assert [error.params for error in caught.value.errors] == [{"value": STRANGER_ID}, {"value": 0}]
    assert await busy(world, INES) == []


@each_row([TEN, "2026-11-23T09:59:59", "2026-11-23T15:59Z"], world=fresh_world)
async def test_a_time_ends_after_it_starts(world, end):
    with invalid(("endDatetime", FieldCode.NOT_AFTER)):
        await ask(world, LUIS, end=end)


async def test_one_to_a_hundred_people_are_asked_about_each_counted_once(world):
    with invalid(("userIds", FieldCode.EMPTY)):
        await ask(world)
    with invalid(("userIds", FieldCode.TOO_LONG)):
        await ask(world, *range(1, 102))
    with invalid(*[("userIds", FieldCode.UNKNOWN_ID)] * 91):
        await ask(world, *range(1, 101))
    assert await busy(world, *[LUIS] * 101) == []
