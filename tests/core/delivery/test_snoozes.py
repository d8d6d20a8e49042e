"""Snoozes: one person is reminded of an event once more, at the time they asked for."""

from datetime import UTC, datetime, timedelta

from core.base.errors import Code
from core.delivery import sending, snoozes
from core.delivery.snoozes import Delay
from core.records.messages import MessageKind, Outcome, Reason
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, PEDRO, ROOT
from tests.core.refusals import conflict, not_found
from tests.core.world import NOW, fresh_world
from tests.tables import each_row


async def snooze(world, who, event, delay=Delay.MINUTES):
    return await world.run(who, snoozes.snooze, event.id, delay)


async def until(world, who, event):
    return (await world.run(who, snoozes.event_reminder, event.id)).snoozed_until


def waiting(world):
    return [
        (each.user_id, each.kind, each.params, each.due_at, each.reason) for each in world.store.state.outbox.values()
    ]


@each_row(
    [
        (Delay.MINUTES, NOW + timedelta(minutes=10)),
        (Delay.HOUR, NOW + timedelta(hours=1)),
        (Delay.TOMORROW, datetime(2026, 11, 21, 15, tzinfo=UTC)),
    ],
    world=fresh_world,
)
async def test_only_who_asked_is_reminded_and_not_before(world, delay, at):
    event = await world.event(LUCIA)
    assert await snooze(world, LUCIA, event, delay) == at
    assert waiting(world) == [(LUCIA, MessageKind.REMINDER, {"event_id": event.id}, at, Reason.SNOOZED)]
    assert await until(world, LUCIA, event) == at


async def test_tomorrow_is_when_the_office_opens_by_ones_own_clock(world):
    await world.directory("lucia", timezone="Asia/Tokyo")
    assert await snooze(world, LUCIA, await world.event(LUCIA), Delay.TOMORROW) == datetime(2026, 11, 22, 0, tzinfo=UTC)


async def test_asked_again_it_is_moved(world):
    event, other = await world.event(LUCIA), await world.event(LUCIA)
    await snooze(world, LUCIA, event, Delay.HOUR)
    await snooze(world, LUCIA, other, Delay.HOUR)
    world.clock.advance(minutes=3)
    at = await snooze(world, LUCIA, event)
    assert at == NOW + timedelta(minutes=13)
    assert [each[3] for each in waiting(world)] == [at, NOW + timedelta(hours=1)]


async def test_asked_again_at_the_instant_at_which_the_last_one_was_sent_it_comes_again(world):
    event = await world.event(LUCIA)
    await snooze(world, LUCIA, event)
    await world.store.write(lambda uow: uow.outbox.settle(1, Outcome.SENT, None, NOW))
    assert await snooze(world, LUCIA, event) == NOW + timedelta(minutes=10)
    assert [each.outcome for each in world.store.state.outbox.values()] == [Outcome.SENT, Outcome.WAITING]


async def test_asked_again_while_the_last_one_is_being_sent_it_comes_again(world):
    event = await world.event(LUCIA)
    await snooze(world, LUCIA, event)
    world.clock.advance(minutes=10)
    await world.link(LUCIA)
    lead, (sending_now,) = await world.claim()
    await world.run(OPERATOR, sending.note_sent_part, lead, sending_now.message.id, "half")
    at = await snooze(world, LUCIA, event)
    assert await world.run(OPERATOR, sending.settle, lead, [sending_now.message.id], Outcome.SENT) is False
    assert [each[3] for each in waiting(world)] == [at]
    world.clock.advance(minutes=10)
    _, (again,) = await world.claim()
    assert again.said is None


async def test_each_has_their_own(world):
    event = await world.event(LUCIA)
    world.joins(ANA, event)
    await snooze(world, ANA, event)
    assert await until(world, LUCIA, event) is None
    assert await until(world, ANA, event) is not None


async def test_an_event_that_one_may_not_see_does_not_exist(world):
    event = await world.event(LUCIA, isPublic=False)
    for refused in (snooze(world, PEDRO, event), until(world, PEDRO, event)):
        with not_found(Code.EVENT_NOT_FOUND):
            await refused
    world.shows(LUIS, event)
    await snooze(world, LUIS, event)
    await snooze(world, ROOT, event)
    assert [who for who, *_ in waiting(world)] == [LUIS, ROOT]


@each_row([{"isActive": False}, {"statusId": 3}], world=fresh_world)
async def test_what_does_not_take_place_is_not_reminded_of(world, change):
    event = await world.event(LUCIA)
    await world.edit_event(LUCIA, event, **change)
    with conflict(Code.EVENT_CALLED_OFF):
        await snooze(world, LUCIA, event)
    assert waiting(world) == []


@each_row([(0.1, []), (0.5, [Delay.MINUTES]), (2, [Delay.MINUTES, Delay.HOUR]), (72, list(Delay))], world=fresh_world)
async def test_an_event_is_read_with_the_delays_after_which_it_has_not_begun(world, hours, delays):
    starts = NOW + timedelta(hours=hours)
    times = {"startDatetime": f"{starts:%FT%TZ}", "endDatetime": f"{starts + timedelta(hours=1):%FT%TZ}"}
    event = await world.event(LUCIA, **times)
    reminder = await world.run(LUCIA, snoozes.event_reminder, event.id)
    assert (reminder.details.event.id, list(reminder.delays)) == (event.id, delays)
