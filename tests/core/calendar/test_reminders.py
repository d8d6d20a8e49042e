"""Reminders: who keeps them, who reads them, and when one is to be sent again."""

from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.model import Nothing
from core.base.paging import DatedPage, Page
from core.calendar import reminders
from core.calendar.reminders import ReminderRequest
from core.records.calendar import Reminder
from tests.cast import ANA, LUCIA, LUIS, PABLO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import NOW, STRANGER_ID

AT = "2026-11-23T09:45:00-06:00"
INSTANT = datetime(2026, 11, 23, 15, 45, tzinfo=UTC)
LATER, EARLIER = "2026-11-23T09:45:00.000001-06:00", "2026-11-23T09:44:59.999999-06:00"
DUE = date(2026, 11, 23)


@pytest.fixture
async def event(world):
    """Ana's private event."""
    return await world.event(ANA)


@pytest.fixture
async def reminder(world, event):
    """A reminder of it, not sent."""
    return await create(world, ANA, event)


async def create(world, who, event, **fields):
    whole = {"eventId": event if isinstance(event, int) else event.id, "remindAt": AT} | fields
    return await world.run(who, reminders.create_reminder, build(ReminderRequest, whole))


async def replace(world, who, reminder, **fields):
    reminder_id = reminder if isinstance(reminder, int) else reminder.id
    event_id = 1 if isinstance(reminder, int) else reminder.event_id
    request = build(ReminderRequest, {"eventId": event_id, "remindAt": AT} | fields)
    return await world.run(who, reminders.replace_reminder, reminder_id, request)


async def delete(world, who, reminder):
    return await world.run(who, reminders.delete_reminder, reminder if isinstance(reminder, int) else reminder.id)


async def get(world, who, reminder):
    return await world.run(who, reminders.get_reminder, reminder if isinstance(reminder, int) else reminder.id)


async def listed(world, who, **page):
    return await world.run(who, reminders.list_reminders, build(DatedPage, page))


async def due(world, who, day=DUE, **page):
    return await world.run(who, reminders.list_due, day, build(Page, page))


@pytest.mark.parametrize(("given", "sent"), [({}, False), ({"sent": None}, False), ({"sent": True}, True)])
async def test_a_new_reminder_is_still_to_be_sent_unless_the_request_says_that_it_was(world, event, given, sent):
    made = await create(world, ANA, event, **given)
    assert made == Reminder(made.id, event.id, INSTANT, sent, False, None, NOW, NOW)
    assert await listed(world, ANA) == [made]


async def test_a_time_that_its_zone_moves_out_of_the_years_is_refused_after_the_permission(world, event, reminder):
    beyond = "9998-12-31T23:00"
    with invalid(("remindAt", FieldCode.OUT_OF_RANGE)):
        await create(world, ANA, event, remindAt=beyond)
    with invalid(("remindAt", FieldCode.OUT_OF_RANGE)):
        await replace(world, ANA, reminder, remindAt=beyond)
    public = await world.event(ANA, isPublic=True)
    with forbidden():
        await create(world, LUIS, public, remindAt=beyond)


@pytest.mark.parametrize("who", [ANA, ROOT, ROBOT])
async def test_an_events_creator_and_the_unrestricted_keep_its_reminders(world, event, who):
    made = await create(world, who, event)
    assert (await replace(world, who, made, sent=True)).sent is True
    assert await delete(world, who, made) == Nothing()


@pytest.mark.parametrize("who", [LUCIA, LUIS, PABLO])
async def test_those_who_see_an_event_read_its_reminders_but_keep_none(world, who):
    event = await world.event(ANA, isPublic=True)
    reminder = await create(world, ANA, event)
    assert await get(world, who, reminder) == reminder
    assert await listed(world, who) == await due(world, who) == [reminder]
    with forbidden():
        await create(world, who, event)
    with forbidden():
        await replace(world, who, reminder, sent=True)
    with forbidden():
        await delete(world, who, reminder)
    assert await listed(world, ANA) == [reminder]


@pytest.mark.parametrize("who", [LUCIA, LUIS])
async def test_a_hidden_events_reminders_do_not_exist(world, event, reminder, who):
    for event_id in (event.id, STRANGER_ID, 0, -1):
        with invalid(("eventId", FieldCode.UNKNOWN_ID)):
            await create(world, who, event_id)
    for again in (get, replace, delete):
        with not_found(Code.REMINDER_NOT_FOUND, id=reminder.id):
            await again(world, who, reminder)
    assert await listed(world, who) == await due(world, who) == []


@pytest.mark.parametrize("reminder_id", [STRANGER_ID, 0, -1])
@pytest.mark.parametrize("who", [ANA, ROOT])
async def test_an_unknown_reminder_is_missing(world, reminder, who, reminder_id):
    for again in (get, replace, delete):
        with not_found(Code.REMINDER_NOT_FOUND, id=reminder_id):
            await again(world, who, reminder_id)


async def test_a_deleted_reminder_is_missing_from_then_on(world, event, reminder):
    assert await delete(world, ANA, reminder) == Nothing()
    for again in (get, replace, delete):
        with not_found(Code.REMINDER_NOT_FOUND, id=reminder.id):
            await again(world, ANA, reminder)
    assert await listed(world, ANA) == await due(world, ANA) == []
    assert (await create(world, ANA, event)).id > reminder.id


@pytest.mark.parametrize("sent", [True, False])
@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({}, True),
        ({"sent": None}, True),
        ({"remindAt": EARLIER}, True),
        ({"remindAt": LATER}, False),
        ({"remindAt": LATER, "sent": None}, False),
    ],
)
async def test_a_reminder_that_moves_to_a_later_time_is_to_be_sent_again(world, event, sent, fields, kept):
    made = await create(world, ANA, event, sent=sent)
    assert (await replace(world, ANA, made, **fields)).sent is (sent and kept)


@pytest.mark.parametrize("sent", [True, False])
@pytest.mark.parametrize("said", [True, False])
@pytest.mark.parametrize("at", [AT, EARLIER, LATER])
async def test_what_a_request_says_of_sent_comes_before_that(world, event, sent, said, at):
    made = await create(world, ANA, event, sent=sent)
    assert (await replace(world, ANA, made, remindAt=at, sent=said)).sent is said


async def test_a_reminder_can_be_moved_to_another_event_of_ones_own(world, reminder):
    another = await world.event(ANA)
    world.clock.advance(hours=1)
    moved = await replace(world, ANA, reminder, eventId=another.id)
    assert moved == msgspec.structs.replace(reminder, event_id=another.id, updated_at=NOW + timedelta(hours=1))
    assert await get(world, ANA, reminder) == moved


async def test_a_reminder_is_not_moved_to_an_event_that_is_hidden_or_anothers(world, reminder):
    hidden, public = await world.event(LUIS), await world.event(LUIS, isPublic=True)
    for event_id in (hidden.id, STRANGER_ID):
        with invalid(("eventId", FieldCode.UNKNOWN_ID)):
            await replace(world, ANA, reminder, eventId=event_id)
    with forbidden():
        await replace(world, ANA, reminder, eventId=public.id)
    assert await get(world, ANA, reminder) == reminder


async def test_what_changes_nothing_leaves_a_reminder_as_it_was(world, reminder):
    world.clock.advance(hours=1)
    assert await replace(world, ANA, reminder) == reminder
    assert await get(world, ANA, reminder) == reminder


@pytest.mark.parametrize(
    ("at", "falls"),
    [
        ("2026-11-23T00:00", True),
        ("2026-11-23T23:59:59.999999", True),
        ("2026-11-22T23:59:59.999999", False),
        ("2026-11-24T00:00", False),
        ("2026-11-23T05:59:59Z", False),
        ("2026-11-24T05:59:59Z", True),
    ],
)
async def test_a_date_is_the_business_zones_in_both_lists(world, event, at, falls):
    made = await create(world, ANA, event, remindAt=at, sent=True)
    other = await create(world, ANA, event, remindAt="2026-11-25T12:00")
    found = [made] if falls else []
    assert await due(world, ANA) == found
    assert await listed(world, ANA, **{"from": "2026-11-23", "to": "2026-11-23"}) == found
    assert await listed(world, ANA, **{"from": "2026-11-22", "to": "2026-11-25"}) == [made, other]


@pytest.mark.parametrize("name", ["eventId", "remindAt"])
def test_a_request_needs_an_event_and_a_time(name):
    whole = {"eventId": 1, "remindAt": AT}
    with invalid((name, FieldCode.REQUIRED)):
        build(ReminderRequest, {key: value for key, value in whole.items() if key != name})
    with invalid((name, FieldCode.NULL_NOT_ALLOWED)):
        build(ReminderRequest, whole | {name: None})


async def test_an_event_has_ten_reminders_to_be_sent_at_most(world, event):
    made = [await create(world, ANA, event) for _ in range(10)]
    with conflict(Code.TOO_MANY_REMINDERS, limit=10):
        await create(world, ANA, event)
    sent = await create(world, ANA, event, sent=True)
    with conflict(Code.TOO_MANY_REMINDERS, limit=10):
        await replace(world, ANA, sent, sent=False)
    await replace(world, ANA, made[0], sent=True)
    await replace(world, ANA, sent, sent=False)
