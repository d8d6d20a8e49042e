"""Meetings: an event, its people and its reminder are made together, by the rules of each, or not at all."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.calendar import event_types, events, meetings
from core.calendar.event_types import EventTypeCreate, EventTypeUpdate
from core.calendar.meetings import Meeting, MeetingCreate
from core.records.calendar import Event, Reminder
from tests.cast import ANA, INES, LUIS, PABLO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, invalid
from tests.core.world import BIRTHDAY, NOW, OTRO, REUNION, STRANGER_ID, VISITA, fresh_world, world_with
from tests.tables import each_row

START, END = datetime(2026, 11, 26, 22, tzinfo=UTC), datetime(2026, 11, 26, 23, tzinfo=UTC)
WHOLE = {
    "eventTypeId": REUNION,
    "title": "Junta con proveedores",
    "startDatetime": "2026-11-26T16:00",
    "endDatetime": "2026-11-26T17:00",
}


async def schedule(world, *people, who=PABLO, idempotency_key=None, **fields):
    request = build(MeetingCreate, WHOLE | {"participantUserIds": [int(each) for each in people]} | fields)
    return await world.run(who, meetings.schedule_meeting, request, idempotency_key=idempotency_key)


async def types(world, who=PABLO):
    return [each.id for each in await world.run(who, meetings.meeting_types)]


def nothing_was_made(world):
    state = world.store.state
    return not any((state.events, state.participants, state.reminders))


async def test_the_event_its_people_and_its_reminder_are_made_together(world):
    made = await schedule(world, ANA, LUIS, location="Sala 2", isVirtual=True, isPublic=True, remindMinutes=60)
    assert made.event == Event(
        id=made.event.id,
        event_type_id=REUNION,
        title="Junta con proveedores",
        description=None,
        start_datetime=START,
        end_datetime=END,
        location="Sala 2",
        is_virtual=True,
        is_public=True,
        status_id=1,
        customer_id=None,
        supplier_id=None,
        created_by_user_id=PABLO,
        created_at=NOW,
        updated_at=NOW,
        is_active=True,
        series_id=None,
    )
    assert world.attached()[0] == [(made.event.id, ANA), (made.event.id, LUIS)]
    reminder = Reminder(made.reminder.id, made.event.id, START - timedelta(hours=1), False, False, None, NOW, NOW)
    assert list(world.store.state.reminders.values()) == [reminder]
    assert made == Meeting(made.event, [ANA, LUIS], reminder)
    assert await world.run(ANA, events.get_event, made.event.id) == made.event


async def test_what_is_left_out_is_private_on_the_spot_without_reminder(world):
    made = await schedule(world)
    assert (made.event.location, made.event.is_virtual, made.event.is_public) == (None, False, False)
    assert (made.participant_user_ids, made.reminder) == ([], None)
    assert not world.store.state.reminders


async def test_its_status_is_the_installations_choice():
    world = await world_with(meeting_status_id=7)
    assert (await schedule(world)).event.status_id == 7


async def test_who_makes_it_takes_part_only_where_they_are_named(world):
    made = await schedule(world, LUIS, who=ANA)
    assert made.participant_user_ids == [LUIS]
    assert (await schedule(world, ANA, who=ANA)).participant_user_ids == [ANA]


@each_row(
    [(STRANGER_ID, FieldCode.UNKNOWN_ID), (0, FieldCode.UNKNOWN_ID), (INES, FieldCode.INACTIVE_USER)], world=fresh_world
)
async def test_who_is_unknown_or_has_left_is_not_invited_and_nothing_is_made(world, person, code):
    with invalid(("participantUserIds[1]", code)):
        await schedule(world, ANA, person, remindMinutes=10)
    assert nothing_was_made(world)


async def test_at_most_a_hundred_people_are_named(world):
    with invalid(("participantUserIds", FieldCode.TOO_LONG)):
        await schedule(world, *[ANA] * 101)
    assert (await schedule(world, *[ANA] * 100)).participant_user_ids == [ANA]


@each_row(
    [
        ({"title": ""}, ("title", FieldCode.EMPTY)),
        ({"title": "x" * 256}, ("title", FieldCode.TOO_LONG)),
        ({"location": "x" * 256}, ("location", FieldCode.TOO_LONG)),
        ({"endDatetime": "2026-11-26T16:00"}, ("endDatetime", FieldCode.NOT_AFTER)),
        ({"eventTypeId": 99}, ("eventTypeId", FieldCode.UNKNOWN_ID)),
        ({"remindMinutes": -1}, ("remindMinutes", FieldCode.OUT_OF_RANGE)),
        ({"remindMinutes": meetings.LONGEST_REMINDER_LEAD + 1}, ("remindMinutes", FieldCode.OUT_OF_RANGE)),
        (
            {"startDatetime": "1900-01-01T12:00", "endDatetime": "1900-01-01T13:00", "remindMinutes": 2880},
            ("remindMinutes", FieldCode.OUT_OF_RANGE),
        ),
    ],
    world=fresh_world,
)
async def test_what_breaks_a_rule_of_its_parts_makes_nothing(world, fields, fault):
    with invalid(fault):
        await schedule(world, ANA, **fields)
    assert nothing_was_made(world)


async def test_all_that_is_at_fault_is_said_at_once(world):
    faults = [(field, FieldCode.UNKNOWN_ID) for field in ("eventTypeId", "participantUserIds[0]")]
    with invalid(faults[0], ("endDatetime", FieldCode.NOT_AFTER), faults[1]):
        await schedule(world, STRANGER_ID, eventTypeId=99, endDatetime="2026-11-26T15:00")


async def test_a_time_that_has_passed_and_a_reminder_before_now_are_accepted(world):
    day = NOW - timedelta(days=400)
    made = await schedule(
        world, startDatetime=day.isoformat(), endDatetime=(day + timedelta(hours=1)).isoformat(), remindMinutes=1440
    )
    assert made.reminder.remind_at == day - timedelta(days=1)
    assert not made.reminder.sent


async def test_a_reminder_is_so_much_before_as_time_passes_not_as_clocks_show():
    world = await world_with(zone=ZoneInfo("Europe/Madrid"))
    made = await schedule(
        world, startDatetime="2027-03-28T10:00", endDatetime="2027-03-28T11:00", remindMinutes=24 * 60
    )
    assert made.event.start_datetime - made.reminder.remind_at == timedelta(days=1)


async def test_events_that_jobs_alone_make_are_for_nobody_to_schedule(world):
    with forbidden():
        await schedule(world, eventTypeId=BIRTHDAY)
    for who in (ROOT, ROBOT):
        with conflict(Code.EVENT_TYPE_AUTO_GENERATED):
            await schedule(world, who=who, eventTypeId=BIRTHDAY)
    assert nothing_was_made(world)


async def test_the_types_to_choose_from_are_active_and_peoples_own_the_usual_one_first(world):
    assert await types(world) == [REUNION, VISITA, OTRO]
    await world.deactivate_type(VISITA)
    added = await world.run(ROOT, event_types.create_event_type, build(EventTypeCreate, {"code": "X", "name": "X"}))
    assert await types(world) == [REUNION, OTRO, added.id]
    await world.run(ROOT, event_types.update_event_type, REUNION, build(EventTypeUpdate, {"code": "otra"}))
    await world.run(ROOT, event_types.update_event_type, added.id, build(EventTypeUpdate, {"code": "Reunion"}))
    assert await types(world) == [added.id, REUNION, OTRO]
