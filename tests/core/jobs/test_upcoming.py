"""Upcoming moments at which something may be due, and the people who are not asked."""

from datetime import UTC, datetime, timedelta

from core.base.settings import Settings
from core.jobs import upcoming
from core.people.working_time import Off
from core.records.messages import MessageKind, NewMessage, Outcome, Reason
from tests.cast import ANA, LUIS, OPERATOR, ROBOT
from tests.core.world import NOW, TODAY, day, world_with

HOUR = timedelta(hours=1)


def at(text):
    """Today at a time in Mexico City."""
    return datetime.fromisoformat(f"2026-11-20T{text}-06:00").astimezone(UTC)


async def moments(world, until):
    return await world.run(OPERATOR, upcoming.due_moments, until)


async def test_the_moments_are_the_daily_turns_the_full_minutes_of_reminders_and_the_times_of_people(world):
    assert await moments(world, at("23:59")) == [at("10:00")]
    event = await world.event(ANA)
    for minutes in (-5, 7, 7.5):
        world.reminds(event, NOW + timedelta(minutes=minutes))
    world.reminds(event, NOW + timedelta(minutes=30), sent=True)
    assert await moments(world, at("10:30")) == [at("09:07"), at("09:08"), at("10:00")]
    await world.link(ANA)
    assert await moments(world, at("23:59")) == [
        *(at("09:07"), at("09:08"), at("10:00"), at("14:00"), at("18:00"), at("18:30")),
    ]
    tomorrow = [each.astimezone(Settings().zone) for each in await moments(world, at("23:59") + 24 * HOUR)][6:]
    assert [f"{each:%d %H:%M}" for each in tomorrow] == ["21 00:05", "21 00:30", "21 09:00", "21 10:00"]


async def test_a_moment_is_after_now_and_not_after_the_end(world):
    world.clock.set(at("10:00") - timedelta(microseconds=1))
    assert await moments(world, at("10:00")) == [at("10:00")]
    world.clock.set(at("10:00"))
    assert await moments(world, at("10:00") + HOUR) == []


async def test_the_next_that_is_due_is_of_those_that_wait_for_later(world):
    assert await world.run(OPERATOR, upcoming.next_due) is None
    for number in (0, 2, 1):
        world.leave(NewMessage(int(ANA), MessageKind.NUDGE, {}, f"{number}", NOW, NOW + number * HOUR))
    assert await world.run(OPERATOR, upcoming.next_due) == NOW + HOUR


async def test_what_was_decided_is_of_this_very_instant(world):
    for number, who in enumerate((ANA, ANA, LUIS)):
        world.leave(NewMessage(int(who), MessageKind.NUDGE, {}, f"{number}", NOW, NOW))
    await world.store.write(lambda uow: uow.outbox.settle(1, Outcome.SENT, None, NOW - HOUR))
    await world.store.write(lambda uow: uow.outbox.postpone(2, NOW + HOUR, Reason.QUIET_HOURS, NOW))
    await world.store.write(lambda uow: uow.outbox.settle(3, Outcome.SENT, None, NOW))
    found = {who: await world.run(OPERATOR, upcoming.decided_messages, [int(who)]) for who in (ANA, LUIS)}
    assert {who: [message.id for message in messages] for who, messages in found.items()} == {ANA: [2], LUIS: [3]}


async def test_who_is_not_asked_and_why_is_told_of_each_date_of_those_who_can_be_written_to(world):
    await world.link(ANA, LUIS, ROBOT)
    await world.away(ANA, TODAY, TODAY)
    everybody = list(world.store.state.users)
    found = await world.run(OPERATOR, upcoming.unasked_days, everybody, TODAY, day(1))
    assert [(each.user_id, each.on, each.why.off) for each in found] == [
        (ANA, TODAY, Off.ABSENCE),
        (ANA, day(1), Off.DAY_OFF),
        (LUIS, day(1), Off.DAY_OFF),
    ]
    assert await world.run(OPERATOR, upcoming.unasked_days, [int(LUIS)], TODAY, TODAY) == []
    await world.directory("luis", isActive=False)
    assert await world.run(OPERATOR, upcoming.unasked_days, [int(LUIS)], day(1), day(1)) == []


async def test_where_nobody_is_asked_about_days_no_day_is_off():
    world = await world_with(day_prompts=False)
    await world.link(ANA)
    assert await world.run(OPERATOR, upcoming.unasked_days, [int(ANA)], day(1), day(1)) == []
