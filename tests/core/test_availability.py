"""Availability: who is busy when, as anybody may ask, and what those may not read who may not see the event."""

import msgspec
import pytest

from core.application.requests import build
from core.base.date_times import WrittenDateTime
from core.base.errors import FieldCode
from core.base.settings import Settings
from core.calendar import availability
from core.calendar.availability import AvailabilityRequest
from core.records.calendar import AvailabilityConflict
from tests.cast import ANA, INES, LUCIA, LUIS, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import invalid
from tests.core.world import BIRTHDAY, STRANGER_ID, VISITA, World

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


@pytest.mark.parametrize(
    ("start", "end", "overlaps"),
    [
        ("09:00", "10:00", False),
        ("09:00", "10:00:00.000001", True),
        ("11:30", "12:00", False),
        ("11:29:59.999999", "12:00", True),
        ("10:30", "10:31", True),
        ("09:00", "12:00", True),
    ],
)
async def test_an_end_is_not_part_of_a_time(world, event, start, end, overlaps):
    asked = {"start": f"2026-11-23T{start}", "end": f"2026-11-23T{end}"}
    assert bool(await busy(world, LUIS, **asked)) is overlaps


async def test_offsets_count_and_without_one_a_time_is_the_business_zones(world, event):
    assert await busy(world, LUIS, start="2026-11-23T17:29:00Z", end="2026-11-23T18:00:00Z")
    assert not await busy(world, LUIS, start="2026-11-23T17:30:00Z", end="2026-11-23T18:00:00Z")
    assert await busy(world, LUIS, start="2026-11-23T18:29:00+01:00", end="2026-11-23T18:30:00+01:00")


async def test_only_taking_part_makes_busy_not_having_made_it(world, event):
    assert await busy(world, ANA) == []


@pytest.mark.parametrize("fields", [{"isActive": False}, {"statusId": 3}])
async def test_an_inactive_or_cancelled_event_makes_nobody_busy(world, event, fields):
    await world.edit_event(ANA, event, **fields)
    assert await busy(world, LUIS) == []
    await world.edit_event(ANA, event, isActive=True, statusId=2)
    assert await busy(world, LUIS) == [(LUIS, event.id)]


async def test_which_statuses_are_a_cancellation_is_a_setting():
    world = World(Settings(cancelled_status_ids=frozenset({7, 8})))
    await world.gather()
    made = [await world.event(ANA, statusId=status) for status in (3, 7, 8)]
    for each in made:
        world.joins(LUIS, each)
    assert await busy(world, LUIS) == [(LUIS, made[0].id)]


async def test_a_deleted_event_makes_nobody_busy(world, event):
    await world.delete_event(ANA, event)
    assert await busy(world, LUIS) == []


async def test_an_event_that_jobs_make_makes_nobody_busy(world, event):
    await world.edit_event(ANA, event, eventTypeId=VISITA)
    assert await busy(world, LUIS) == [(LUIS, event.id)]
    world.store.state.events[event.id] = msgspec.structs.replace(event, event_type_id=BIRTHDAY)
    assert await busy(world, LUIS) == []


async def test_the_event_that_is_being_changed_can_be_left_out(world, event):
    other = await world.event(ANA)
    world.joins(LUIS, other)
    assert await busy(world, LUIS, excludeEventId=event.id) == [(LUIS, other.id)]
    assert await busy(world, LUIS, excludeEventId=STRANGER_ID) == [(LUIS, event.id), (LUIS, other.id)]


async def test_rows_are_by_person_then_start_then_event(world, event):
    later = await world.event(ANA, startDatetime="2026-11-23T11:00")
    earlier = await world.event(ANA, startDatetime="2026-11-23T09:00")
    for each in (later, earlier):
        world.joins(LUIS, each)
    world.joins(ANA, later)
    assert await busy(world, LUIS, ANA, LUIS) == [
        (ANA, later.id),
        (LUIS, earlier.id),
        (LUIS, event.id),
        (LUIS, later.id),
    ]


@pytest.mark.parametrize("who", [LUCIA, PABLO, PEDRO])
async def test_a_title_that_one_may_not_see_reads_ocupado(world, event, who):
    public = await world.event(ANA, isPublic=True, title="Feria")
    world.joins(LUIS, public)
    assert [row.conflicting_event_title for row in await ask(world, LUIS, who=who)] == ["Ocupado", "Feria"]


@pytest.mark.parametrize("who", [ANA, LUIS, ROOT, ROBOT])
async def test_a_title_that_one_may_see_is_told(world, event, who):
    assert [row.conflicting_event_title for row in await ask(world, LUIS, who=who)] == ["Junta"]


async def test_a_record_of_visibility_shows_a_title_or_hides_it(world, event):
    world.shows(PEDRO, event)
    public = await world.event(ANA, isPublic=True)
    world.joins(LUIS, public)
    world.shows(PEDRO, public, visible=False)
    assert [row.conflicting_event_title for row in await ask(world, LUIS, who=PEDRO)] == ["Junta", "Ocupado"]


async def test_who_is_unknown_is_not_free(world, event):
    with invalid(("userIds", FieldCode.UNKNOWN_ID), ("userIds", FieldCode.UNKNOWN_ID)) as caught:
        await ask(world, LUIS, STRANGER_ID, 0)
    assert [error.params for error in caught.value.errors] == [{"value": STRANGER_ID}, {"value": 0}]
    assert await busy(world, INES) == []


@pytest.mark.parametrize("end", [TEN, "2026-11-23T09:59:59", "2026-11-23T15:59Z"])
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


def test_a_query_may_have_a_space_where_a_plus_was():
    request = build(
        AvailabilityRequest,
        {"startDatetime": "2026-11-23T10:00:00 01:00", "endDatetime": TEN, "userIds": ["2", "3"]},
        from_text=True,
    )
    assert isinstance(request.start_datetime, WrittenDateTime)
    assert request.start_datetime.written.utcoffset().total_seconds() == 3600
    assert request.user_ids == [2, 3]
