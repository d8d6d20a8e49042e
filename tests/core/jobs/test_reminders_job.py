"""Reminders are told at their instant to the event's people, once, and not when it is too late."""

from datetime import timedelta

import pytest

from core.delivery import ledger
from core.jobs.reminders import send_reminders
from core.records.messages import MessageKind, Outcome, Reason
from tests.cast import ANA, INES, LUCIA, LUIS
from tests.core.job_steps import late, run, told, told_since
from tests.core.world import NOW, world_with

NOTHING = {"reminded": 0, "too_late": 0, "messages": 0}
INSTANT = timedelta(microseconds=1)


@pytest.fixture
async def event(world):
    """Lucía's event."""
    return await world.event(LUCIA)


def reminder(world, key):
    return world.store.state.reminders[key]


async def test_creator_and_participants_are_told_each_once(world, event):
    for person in (ANA, LUCIA, LUIS):
        world.joins(person, event)
    key = world.reminds(event)
    assert await run(world, send_reminders) == {"reminded": 1, "too_late": 0, "messages": 3}
    about = {"reminder_id": key, "event_id": event.id}
    assert told(world) == [(person, MessageKind.REMINDER, about) for person in (LUCIA, ANA, LUIS)]


@pytest.mark.parametrize(("after_now", "due"), [(-INSTANT, 1), (0 * INSTANT, 1), (INSTANT, 0)])
async def test_a_reminder_is_due_from_its_instant_on(world, event, after_now, due):
    key = world.reminds(event, NOW + after_now)
    assert (await run(world, send_reminders))["reminded"] == due
    assert reminder(world, key).sent is bool(due)


@pytest.mark.parametrize(("by", "pushed"), [(timedelta(hours=24), 1), (timedelta(hours=24) + INSTANT, 0)])
async def test_more_than_a_day_late_is_marked_and_not_pushed(world, event, by, pushed):
    key = world.reminds(event, NOW - by)
    assert await run(world, send_reminders) == {"reminded": pushed, "too_late": 1 - pushed, "messages": pushed}
    assert reminder(world, key).sent
    assert len(told(world)) == pushed


async def test_of_one_that_came_too_late_its_people_find_in_their_ledger_that_it_did(world, event):
    world.joins(ANA, event)
    due_at = NOW - timedelta(days=2)
    world.reminds(event, due_at)
    await run(world, send_reminders)
    kept = [(each.user_id, each.outcome, each.reason, each.due_at) for each in world.store.state.outbox.values()]
    assert kept == [(who, Outcome.WITHHELD, Reason.LATE, due_at) for who in (LUCIA, ANA)]
    assert [each.reason for each in (await world.run(ANA, ledger.ledger_of, ANA)).messages] == [Reason.LATE]


async def test_its_message_is_due_since_the_reminder_was(world, event):
    world.reminds(event, NOW - timedelta(hours=20))
    await run(world, send_reminders)
    assert {each.due_at for each in world.store.state.outbox.values()} == {NOW - timedelta(hours=20)}


async def test_how_late_is_too_late_is_a_setting():
    world = await world_with(reminder_late_hours=1)
    world.reminds(await world.event(LUCIA), late(hours=2))
    assert (await run(world, send_reminders))["too_late"] == 1


@pytest.mark.parametrize("change", [{"isActive": False}, {"statusId": 3}])
async def test_an_inactive_or_cancelled_event_reminds_nobody_and_its_reminder_waits(world, event, change):
    key = world.reminds(event)
    await world.edit_event(LUCIA, event, **change)
    assert await run(world, send_reminders) == NOTHING
    assert not reminder(world, key).sent
    await world.edit_event(LUCIA, event, isActive=True, statusId=1)
    assert (await run(world, send_reminders))["reminded"] == 1


async def test_which_statuses_are_cancelled_is_a_setting():
    world = await world_with(cancelled_status_ids=frozenset({7, 8}))
    for status in (3, 7, 8):
        world.reminds(await world.event(LUCIA, statusId=status))
    assert (await run(world, send_reminders))["reminded"] == 1


async def test_who_left_and_customers_are_not_told(world, event):
    world.joins(INES, event)
    world.joins(None, event, customer_id=5)
    await world.directory("lucia", isActive=False)
    key = world.reminds(event)
    assert await run(world, send_reminders) == {"reminded": 1, "too_late": 0, "messages": 0}
    assert reminder(world, key).sent


async def test_two_reminders_of_an_event_are_two_messages(world, event):
    keys = [world.reminds(event, late(minutes=minutes)) for minutes in (5, 10)]
    await run(world, send_reminders)
    assert [about["reminder_id"] for _, _, about in told(world)] == keys[::-1]


async def test_two_reminders_of_an_event_at_one_moment_are_one_message_to_each(world, event):
    world.joins(ANA, event)
    keys = [world.reminds(event) for _ in range(2)]
    assert await run(world, send_reminders) == {"reminded": 2, "too_late": 0, "messages": 2}
    assert [(who, about["reminder_id"]) for who, _, about in told(world)] == [(LUCIA, keys[0]), (ANA, keys[0])]
    assert all(reminder(world, key).sent for key in keys)


@pytest.mark.parametrize(("after_end", "pushed"), [(-INSTANT, 1), (0 * INSTANT, 0)])
async def test_of_an_event_that_is_over_nothing_is_sent_and_the_ledger_says_so(world, event, after_end, pushed):
    key = world.reminds(event, event.end_datetime - timedelta(minutes=5))
    world.clock.set(event.end_datetime + after_end)
    assert await run(world, send_reminders) == {"reminded": pushed, "too_late": 1 - pushed, "messages": pushed}
    assert reminder(world, key).sent
    (kept,) = world.store.state.outbox.values()
    assert (kept.outcome, kept.reason) == ((Outcome.WAITING, None) if pushed else (Outcome.WITHHELD, Reason.OVER))


async def test_an_event_moved_into_the_past_reminds_nobody_and_one_moved_later_reminds_then(world, event):
    world.reminds(event, event.start_datetime - timedelta(minutes=5))
    await world.edit_event(LUCIA, event, startDatetime="2026-11-20T07:00", endDatetime="2026-11-20T08:00")
    assert (await run(world, send_reminders))["messages"] == 0
    later = await world.event(LUCIA, startDatetime="2026-11-20T10:00", endDatetime="2026-11-20T11:00")
    world.reminds(later, later.start_datetime - timedelta(minutes=5))
    await world.edit_event(LUCIA, later, startDatetime="2026-11-20T11:00", endDatetime="2026-11-20T12:00")
    for at, sent in ((later.start_datetime, 0), (later.start_datetime + timedelta(minutes=55), 1)):
        world.clock.set(at)
        assert (await run(world, send_reminders))["messages"] == sent


async def test_a_reminder_moved_to_another_time_is_told_again_and_one_only_unmarked_is_not(world, event):
    key = world.reminds(event)
    await run(world, send_reminders)
    before = told(world)
    world.clock.advance(minutes=1)
    world.store.set("event_reminders", key, sent=False)
    assert (await run(world, send_reminders))["messages"] == 0
    world.store.set("event_reminders", key, sent=False, remind_at=NOW + timedelta(hours=1))
    world.clock.advance(minutes=59)
    assert (await run(world, send_reminders))["messages"] == 1
    assert told_since(world, before) == before
