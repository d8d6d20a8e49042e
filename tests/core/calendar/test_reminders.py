"""Reminders: who keeps them, who reads them, and when one is to be sent again."""

from datetime import UTC, datetime

import pytest

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.paging import Page
from core.calendar import reminders
from core.calendar.reminders import ReminderRequest
from core.records.calendar import Reminder
from tests.cast import ANA, LUCIA, LUIS, PABLO
from tests.core.calendar.attached import AT, DUE, REMINDERS
from tests.core.refusals import conflict, forbidden, invalid
from tests.core.world import NOW, fresh_world
from tests.tables import each_row

INSTANT = datetime(2026, 11, 23, 15, 45, tzinfo=UTC)
LATER, EARLIER = "2026-11-23T09:45:00.000001-06:00", "2026-11-23T09:44:59.999999-06:00"


replace, delete, get, listed = REMINDERS.replace, REMINDERS.delete, REMINDERS.get, REMINDERS.listed


async def create(world, who, event, **fields):
    return await REMINDERS.create(world, who, event, **{"remindAt": AT} | fields)


@pytest.fixture
async def reminder(world, event):
    """A reminder of it, not sent."""
    return await create(world, ANA, event)


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


@each_row([LUCIA, LUIS, PABLO], world=fresh_world)
async def test_those_who_see_an_event_read_its_reminders(world, who):
    await create(world, ANA, await world.event(ANA))
    reminder = await create(world, ANA, await world.event(ANA, isPublic=True))
    assert await get(world, who, reminder) == reminder
    assert await listed(world, who) == await due(world, who) == [reminder]


async def test_a_deleted_reminder_is_no_longer_due(world, reminder):
    await delete(world, ANA, reminder)
    assert await due(world, ANA) == []


@pytest.mark.parametrize(
    ("before", "fields", "after"),
    [
        (True, {}, True),
        (True, {"remindAt": EARLIER}, True),
        (True, {"remindAt": LATER}, False),
        (False, {"remindAt": EARLIER}, False),
        (True, {"remindAt": LATER, "sent": None}, False),
        (True, {"remindAt": LATER, "sent": True}, True),
        (True, {"sent": False}, False),
        (False, {"sent": True}, True),
    ],
)
async def test_a_reminder_that_moves_to_a_later_time_is_to_be_sent_again_but_as_is_said(
    world, event, before, fields, after
):
    made = await create(world, ANA, event, sent=before)
    replaced = await replace(world, ANA, made, **fields)
    assert replaced.sent is after
    assert (replaced.remind_at != made.remind_at) is ("remindAt" in fields)


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


async def test_an_event_with_ten_takes_none_of_another_event_but_one_that_was_sent(world, event, reminder):
    full = await world.event(ANA)
    made = [await create(world, ANA, full) for _ in range(10)]
    with conflict(Code.TOO_MANY_REMINDERS, limit=10):
        await replace(world, ANA, reminder, eventId=full.id)
    assert (await replace(world, ANA, made[0], remindAt=EARLIER)).event_id == full.id
    sent = await create(world, ANA, event, sent=True)
    assert (await replace(world, ANA, sent, eventId=full.id)).event_id == full.id
