"""Sending to webhooks: positions, retries, rests, and when one is stopped."""

from datetime import timedelta

import msgspec
import pytest

from core.base.errors import Code
from core.delivery import webhook_sending, webhooks
from core.delivery.leases import acquire_lease
from core.delivery.webhook_sending import (
    ATTEMPTS,
    JITTER,
    MANY,
    PAUSES,
    PROBE,
    Reached,
    Tried,
    look_at_webhooks,
    next_batch,
    settle_batch,
)
from core.records.messages import MessageKind
from core.records.webhooks import Answer, WebhookFault, WebhookStop
from tests.cast import ANA, LUCIA, OPERATOR, PEDRO, ROBOT, ROOT
from tests.core.delivery.test_webhooks import batch_of, make, row_of, update
from tests.core.refusals import conflict
from tests.core.world import fresh_world
from tests.tables import each_row
from tests.webhooks import ARRIVED, FAILED, GONE

SPEC = [5, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600]


@pytest.fixture
async def webhook(world):
    return await make(world)


async def leading(world):
    return await world.run(OPERATOR, acquire_lease, "a process")


async def work(world, webhook_id):
    return {each.id: each for each in (await world.run(OPERATOR, look_at_webhooks)).webhooks}.get(webhook_id)


async def send(world, webhook_id, answer=ARRIVED, reached=None):
    """One batch, answered; the rows that were sent, or None if the webhook rests or is told nothing."""
    found = await work(world, webhook_id)
    if found is None or (found.rests_until and world.clock.now() < found.rests_until):
        return None
    batch = await world.run(OPERATOR, next_batch, webhook_id, reached or Reached(found.position, found.position))
    of = answer if callable(answer) else lambda _: answer
    tried = [Tried(each, of(each)) for each in batch.attempts]
    await world.run(OPERATOR, settle_batch, await leading(world), batch, tried)
    return [each.seq for each in batch.attempts]


def stopped(world):
    """(whom, about what) of what is told of webhooks that were stopped."""
    return world.told(MessageKind.WEBHOOK_STOPPED)


def test_the_pauses_are_those_that_were_promised():
    assert [each.total_seconds() for each in PAUSES] == SPEC
    assert ATTEMPTS == 10


async def test_what_arrived_is_not_sent_again(world, webhook):
    await world.task(ANA)
    assert len(await send(world, webhook.id)) == 1
    assert await send(world, webhook.id) == []
    assert (await row_of(world, webhook.id)).webhook.waiting == 0


async def test_what_is_not_settled_is_sent_again(world, webhook):
    await world.task(ANA)
    before = await batch_of(world, webhook.id)
    assert await send(world, webhook.id) == [each.seq for each in before.attempts]


async def test_without_the_lease_nothing_is_settled(world, webhook):
    await world.task(ANA)
    lease = await leading(world)
    batch = await batch_of(world, webhook.id)
    world.clock.advance(minutes=1)
    await world.run(OPERATOR, acquire_lease, "another")
    with conflict(Code.LEASE_LOST):
        await world.run(OPERATOR, settle_batch, lease, batch, [Tried(each, ARRIVED) for each in batch.attempts])
    assert (await work(world, webhook.id)).position == batch.position


async def test_a_failure_is_tried_again_after_each_pause_and_stops_the_webhook_after_the_last(world, webhook):
    await world.task(ANA)
    (seq,) = await send(world, webhook.id, FAILED)
    for seconds in SPEC:
        due = (await work(world, webhook.id)).next_due_at
        pause = (due - world.clock.now()).total_seconds()
        assert seconds <= pause <= seconds * (1 + JITTER)
        world.clock.advance(seconds=pause - 1)
        assert await send(world, webhook.id, FAILED) == []
        world.clock.advance(seconds=1)
        assert await send(world, webhook.id, FAILED) == [seq]
    found = (await row_of(world, webhook.id)).webhook
    assert (found.stopped_because, found.waiting, found.given_up) == (WebhookStop.FAILING, 1, 0)
    assert await work(world, webhook.id) is None
    assert stopped(world) == [(ANA, {"webhook_id": webhook.id})]
    await update(world, webhook.id, isActive=True)
    assert await send(world, webhook.id) == [seq]


async def test_the_pauses_of_several_differ(world, webhook):
    for _ in range(4):
        await world.task(ANA)
    await send(world, webhook.id, FAILED)
    until = world.clock.now() + timedelta(hours=1)
    due = await world.store.read(lambda uow: uow.webhooks.due(webhook.id, until, 10))
    assert len({each.due_at for each in due}) == 4


async def test_an_event_that_fails_alone_is_given_up_and_the_webhook_goes_on(world, webhook):
    await world.task(ANA)
    (poison,) = await send(world, webhook.id, FAILED)
    for seconds in SPEC:
        world.clock.advance(seconds=seconds * (1 + JITTER))
        await world.task(ANA)
        sent = await send(world, webhook.id, lambda each: FAILED if each.seq == poison else ARRIVED)
        assert poison in sent
        assert len(sent) == 2
    found = (await row_of(world, webhook.id)).webhook
    assert (found.stopped_at, found.waiting, found.given_up, found.failing_since) == (None, 0, 1, None)
    assert stopped(world) == []


async def test_410_stops_it_at_once_and_its_owner_is_told(world, webhook):
    await world.task(ANA)
    (seq,) = await send(world, webhook.id, GONE)
    assert (await row_of(world, webhook.id)).webhook.stopped_because is WebhookStop.GONE
    assert stopped(world) == [(ANA, {"webhook_id": webhook.id})]
    await update(world, webhook.id, isActive=True)
    assert await send(world, webhook.id) == [seq]


async def test_410_of_an_address_that_was_changed_meanwhile_stops_nothing(world, webhook):
    await world.task(ANA)
    batch = await batch_of(world, webhook.id)
    await update(world, webhook.id, url="https://new.example/")
    await world.run(OPERATOR, settle_batch, await leading(world), batch, [Tried(batch.attempts[0], GONE)])
    assert (await row_of(world, webhook.id)).webhook.stopped_at is None


@each_row([("lucia", LUCIA), (None, ROOT)], world=fresh_world)
async def test_of_an_integrations_whoever_looks_after_it_is_told(world, leader, who):
    await world.directory("robot", leader=leader)
    webhook = await make(world, ROBOT)
    await world.task(ANA)
    await send(world, webhook.id, GONE)
    assert stopped(world) == [(who, {"webhook_id": webhook.id})]


async def test_retry_after_rests_the_webhook_for_a_day_at_most(world, webhook):
    await world.task(ANA)
    await send(world, webhook.id, Answer(429, WebhookFault.STATUS, 3600.0))
    found = await work(world, webhook.id)
    assert found.rests_until == found.next_due_at == world.clock.now() + timedelta(hours=1)
    await world.task(ANA)
    assert await send(world, webhook.id) is None
    world.clock.advance(hours=1)
    assert len(await send(world, webhook.id, Answer(503, WebhookFault.STATUS, 1e9))) == 2
    assert (await work(world, webhook.id)).rests_until == world.clock.now() + timedelta(days=1)


async def test_where_nothing_arrives_what_is_new_is_tried_one_by_one_and_stays_behind_once_many_wait(world, webhook):
    for _ in range(MANY + 20):
        await world.task(ANA)
    sent = [await send(world, webhook.id, FAILED) for _ in range(3)]
    assert [len(each) for each in sent] == [webhook_sending.AT_ONCE, 1, 1]
    while await send(world, webhook.id, FAILED) is not None:
        pass
    found = (await row_of(world, webhook.id)).webhook
    assert found.waiting == MANY
    for more in range(1, 4):
        world.clock.advance(seconds=PROBE.total_seconds())
        assert await send(world, webhook.id, FAILED)
        assert (await row_of(world, webhook.id)).webhook.waiting == MANY + more
    world.clock.advance(seconds=PROBE.total_seconds())
    assert await send(world, webhook.id)
    left = 0
    while batch := await send(world, webhook.id):
        left += len(batch)
    assert left
    assert (await row_of(world, webhook.id)).webhook.failing_since is None
    assert (await work(world, webhook.id)).rests_until is None


async def test_what_its_owner_may_not_see_any_more_is_not_tried_again(world, webhook):
    task = await world.create_task(LUCIA, responsibleUserIds=[int(ANA)])
    assert len(await send(world, webhook.id, FAILED)) == 1
    await world.edit(LUCIA, task, responsibleUserIds=[int(LUCIA)])
    world.clock.advance(hours=1)
    assert await send(world, webhook.id) == []
    assert (await row_of(world, webhook.id)).webhook.waiting == 0


async def test_a_replay_meanwhile_is_not_undone_by_what_was_being_sent(world, webhook):
    await world.task(ANA)
    (first,) = await send(world, webhook.id)
    await world.task(ANA)
    batch = await batch_of(world, webhook.id)
    await world.run(OPERATOR, webhooks.replay_webhook, webhook.id, first)
    await world.run(
        OPERATOR, settle_batch, await leading(world), batch, [Tried(each, ARRIVED) for each in batch.attempts]
    )
    stale = Reached(batch.until, batch.until)
    assert await send(world, webhook.id, reached=stale) == [first, batch.attempts[0].seq]


async def test_a_replay_tells_of_what_waits_once(world, webhook):
    await world.task(ANA)
    (seq,) = await send(world, webhook.id, FAILED)
    await world.run(OPERATOR, webhooks.replay_webhook, webhook.id, seq)
    assert await send(world, webhook.id) == [seq]


async def test_an_event_is_given_up_where_others_have_arrived_since_its_first_attempt(world, webhook):
    await world.task(ANA)
    (poison,) = await send(world, webhook.id, FAILED)
    for seconds in SPEC[:-1]:
        world.clock.advance(seconds=seconds * (1 + JITTER))
        await send(world, webhook.id, FAILED)
    await world.task(ANA)
    assert await send(world, webhook.id) == [poison + 1]
    world.clock.advance(seconds=SPEC[-1] * (1 + JITTER))
    assert await send(world, webhook.id, FAILED) == [poison]
    found = (await row_of(world, webhook.id)).webhook
    assert (found.stopped_at, found.waiting, found.given_up) == (None, 0, 1)


async def test_a_deleted_webhook_is_settled_without_a_trace(world, webhook):
    await world.task(ANA)
    batch = await batch_of(world, webhook.id)
    await world.run(ANA, webhooks.delete_webhook, webhook.id)
    tried = [Tried(each, FAILED) for each in batch.attempts]
    assert await world.run(OPERATOR, settle_batch, await leading(world), batch, tried) is None
    assert await row_of(world, webhook.id) is None


async def test_what_was_passed_over_is_not_looked_at_again_while_nobody_moves_the_position(world):
    webhook = await make(world, PEDRO)
    await world.task(ANA)
    batch = await batch_of(world, webhook.id)
    assert (batch.attempts, batch.more, batch.until > batch.position) == ([], False, True)
    row = await row_of(world, webhook.id)
    task = await world.task(PEDRO)
    again = await world.run(OPERATOR, next_batch, webhook.id, Reached(batch.position, batch.until))
    assert [msgspec.json.decode(each.delivery.body)["data"]["id"] for each in again.attempts] == [task.id]
    assert row.position == batch.position
