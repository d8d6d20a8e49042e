"""New series: their events are the rule's occurrences, with the people named; or nothing is left."""

from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.application.requests import build
from core.base.date_times import WrittenDateTime
from core.base.errors import Code, FieldCode, Invalid
from core.base.model import INT32_MAX
from core.base.recurrence import recurrence_of
from core.base.settings import Settings
from core.calendar.recurrence import occurrences
from core.calendar.series import SeriesCreate, SeriesResult
from tests.cast import ANA, INES, LUCIA, LUIS, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, invalid
from tests.core.world import BIRTHDAY, MEETING, NOW, REUNION, STRANGER_ID, WEEKLY, World, fresh_world
from tests.tables import each_row

MONDAYS = [datetime(2026, 11, 23, 16, tzinfo=UTC) + timedelta(weeks=week) for week in range(3)]
SAID = {"description": "Traer café", "location": "Sala 2", "customerId": 7, "supplierId": 8}
REQUIRED = sorted(set(MEETING) | {"recurrenceType"})


async def test_a_new_series_says_how_many_events_it_has_and_when_the_first_and_the_last_begin(world):
    made = await world.series(ANA)
    assert made == SeriesResult(1, 3, MONDAYS[0], MONDAYS[2], [1, 2, 3])
    assert (await world.series(ANA, occurrenceCount=1)) == SeriesResult(2, 1, MONDAYS[0], MONDAYS[0], [4])


async def test_its_events_are_like_one_made_alone_but_for_their_times(world):
    alone = await world.event(ANA, **SAID, isVirtual=True, isPublic=True)
    made = await world.series(ANA, **SAID, isVirtual=True, isPublic=True)
    for event, start in zip(await world.of_series(made.series_id), MONDAYS, strict=True):
        times = {"start_datetime": start, "end_datetime": start + timedelta(minutes=90)}
        assert event == msgspec.structs.replace(alone, id=event.id, series_id=made.series_id, **times)
        assert await world.get_event(ANA, event) == event


@each_row([ANA, LUCIA, ROOT, ROBOT], world=fresh_world)
async def test_everybody_may_make_a_series_and_is_its_events_creator(world, who):
    made = await world.series(who)
    assert {event.created_by_user_id for event in await world.of_series(made.series_id)} == {who}


async def test_every_event_gets_its_participants_and_records_once_each(world):
    people = {"participantUserIds": [LUIS, ANA, LUIS, INES], "visibilityUserIds": [PABLO, PABLO]}
    made = await world.series(ANA, **people)
    ids = [event.id for event in await world.of_series(made.series_id)]
    participants, shown = world.attached()
    assert sorted(participants) == sorted((event_id, who) for event_id in ids for who in (ANA, LUIS, INES))
    assert sorted(shown) == [(event_id, PABLO) for event_id in ids]
    assert await world.events(LUIS) == await world.events(PABLO) == ids
    assert await world.events(PEDRO) == []
    rows = [*world.store.state.participants.values(), *world.store.state.visibility.values()]
    assert {(row.created_at, row.updated_at, row.is_deleted, row.deleted_at) for row in rows} == {
        (NOW, NOW, False, None)
    }


@each_row(REQUIRED)
def test_what_a_new_series_needs_is_needed(name):
    with invalid((name, FieldCode.REQUIRED)):
        build(SeriesCreate, {key: value for key, value in WEEKLY.items() if key != name})


@each_row(["participantUserIds", "visibilityUserIds"])
def test_people_are_named_by_ids_of_32_bits(field):
    with invalid((f"{field}[1]", FieldCode.OUT_OF_RANGE)):
        build(SeriesCreate, WEEKLY | {field: [1, INT32_MAX + 1]})


async def nothing_is_there(world):
    state = world.store.state
    return not (state.series or state.events or state.participants or state.visibility)


async def test_an_unknown_person_is_refused_at_the_first_place_of_each_and_leaves_nothing(world):
    people = {
        "participantUserIds": [LUIS, STRANGER_ID, LUIS, STRANGER_ID, 998],
        "visibilityUserIds": [STRANGER_ID, ANA],
    }
    with invalid(
        ("participantUserIds[1]", FieldCode.UNKNOWN_ID),
        ("participantUserIds[4]", FieldCode.UNKNOWN_ID),
        ("visibilityUserIds[0]", FieldCode.UNKNOWN_ID),
    ):
        await world.series(ANA, **people)
    assert await nothing_is_there(world)


async def test_a_failure_in_the_middle_leaves_nothing(world, monkeypatch):
    def broken(*_, **__):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("storage.repositories.busy.Busy.refresh", broken)
    with pytest.raises(RuntimeError, match="full"):
        await world.series(ANA, participantUserIds=[LUIS], visibilityUserIds=[LUIS])
    assert await nothing_is_there(world)


@each_row(
    [
        ({"endDatetime": MEETING["startDatetime"]}, "endDatetime", FieldCode.NOT_AFTER),
        ({"eventTypeId": STRANGER_ID}, "eventTypeId", FieldCode.UNKNOWN_ID),
    ],
    world=fresh_world,
)
async def test_a_series_that_cannot_be_is_refused_and_leaves_nothing(world, fields, field, code):
    with invalid((field, code)):
        await world.series(ANA, **fields)
    assert await nothing_is_there(world)


async def test_a_series_starts_on_the_first_date_that_matches(world):
    made = await world.series(ANA, weekdays=[3], occurrenceCount=2)
    assert (made.first_start, made.last_start) == (MONDAYS[0] + timedelta(days=2), MONDAYS[1] + timedelta(days=2))


async def test_a_series_is_given_no_inactive_type_and_none_that_jobs_make(world):
    with forbidden():
        await world.series(ANA, eventTypeId=BIRTHDAY, participantUserIds=[STRANGER_ID], occurrenceCount=None)
    for who in (ROOT, ROBOT):
        with conflict(Code.EVENT_TYPE_AUTO_GENERATED, name="Cumpleaños"):
            await world.series(who, eventTypeId=BIRTHDAY)
        with invalid(("participantUserIds[0]", FieldCode.UNKNOWN_ID)):
            await world.series(who, eventTypeId=BIRTHDAY, participantUserIds=[STRANGER_ID])
    await world.deactivate_type(REUNION)
    with invalid(("eventTypeId", FieldCode.INACTIVE_EVENT_TYPE)):
        await world.series(ANA)
    assert await nothing_is_there(world)


STARTS = st.builds(datetime.combine, st.dates(date(2026, 11, 1), date(2027, 11, 1)), st.times())


def rules():
    """Rules as a request may give them: both kinds, each with its own day and any limits, good or bad."""
    limits = {
        "occurrenceCount": st.none() | st.integers(1, 60),
        "endsOn": st.none() | st.dates(date(2026, 11, 1), date(2032, 1, 1)),
    }
    days = st.none() | st.lists(st.integers(1, 6), max_size=6)
    weekly = st.fixed_dictionaries({"recurrenceType": st.just("WEEKLY"), "weekdays": days, **limits})
    month_day = st.none() | st.integers(1, 31)
    monthly = st.fixed_dictionaries({"recurrenceType": st.just("MONTHLY"), "dayOfMonth": month_day, **limits})
    return weekly | monthly


@given(rules(), STARTS, st.timedeltas(timedelta(), timedelta(3)))
async def test_the_events_of_a_series_are_the_occurrences_of_its_rule(rule, start, length):
    world = World()
    end = start + length
    times = {"startDatetime": start.isoformat(), "endDatetime": end.isoformat()}
    asked = build(SeriesCreate, WEEKLY | {"weekdays": None, "occurrenceCount": None} | rule | times)
    try:
        wanted = occurrences(recurrence_of(asked), WrittenDateTime(start), WrittenDateTime(end), Settings().zone)
    except Invalid as fault:
        with invalid(*[(error.field, error.code) for error in fault.errors]):
            await world.series(ANA, **rule, **times)
        assert await nothing_is_there(world)
        return
    made = await world.series(ANA, **rule, **times, participantUserIds=[LUIS])
    found = await world.of_series(made.series_id)
    assert [(event.start_datetime, event.end_datetime) for event in found] == wanted
    assert made == SeriesResult(1, len(wanted), wanted[0].start, wanted[-1].start, [event.id for event in found])
    assert await world.events(LUIS) == [event.id for event in found]
    assert await world.edit_series(ANA, made.series_id, title="Otra") == len(wanted)
    assert await world.delete_series(ANA, made.series_id) == len(wanted)
    assert await world.events(ROOT) == []
