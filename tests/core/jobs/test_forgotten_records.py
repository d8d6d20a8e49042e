"""Records of runs and messages are kept for a while; the questions of surveys, for good."""

from datetime import timedelta

from core.base.calendar_time import INSTANT
from core.delivery.webhook_sending import ATTEMPTS
from core.jobs import pruning
from core.jobs.overdue_survey import survey_overdue
from core.jobs.reminders import send_reminders
from core.records.messages import MessageKind, NewMessage, Outcome, Reason
from core.records.tokens import Token
from core.records.webhooks import WebhookRetry
from tests.cast import ANA, OPERATOR, ROBOT
from tests.core.delivery.test_webhooks import make
from tests.core.world import NOW, day, world_with

KEPT = timedelta(days=90)


async def leave(world, key, outcome=Outcome.SENT):
    """A message that came to its end now, unless it waits."""
    at = world.clock.now()
    world.leave(NewMessage(ANA, MessageKind.TASK_ASSIGNED, {"task_id": 1}, key, at, at, outcome))


async def test_messages_are_remembered_for_ninety_days_after_their_end(world):
    await leave(world, "old")
    await leave(world, "waits", Outcome.WAITING)
    world.clock.advance(seconds=1)
    await leave(world, "young")
    world.clock.instant = NOW + KEPT
    assert await world.run(OPERATOR, pruning.prune_messages) == 0
    world.clock.advance(seconds=1)
    assert await world.run(OPERATOR, pruning.prune_messages) == 1
    assert list(world.store.state.outbox) == ["waits", "young"]


async def test_what_nobody_sends_is_withheld_in_the_end_and_then_forgotten(world):
    await leave(world, "old", Outcome.WAITING)
    world.clock.advance(seconds=1)
    await leave(world, "young", Outcome.WAITING)
    world.clock.instant = NOW + timedelta(hours=72)
    assert await world.run(OPERATOR, pruning.give_up_messages) == 0
    world.clock.advance(seconds=1)
    assert await world.run(OPERATOR, pruning.give_up_messages) == 1
    old, young = world.store.state.outbox.values()
    assert (old.outcome, old.reason) == (Outcome.WITHHELD, Reason.LATE)
    assert young.outcome is Outcome.WAITING
    world.clock.advance(days=91)
    assert await world.run(OPERATOR, pruning.prune_messages) == 1


async def test_a_reminder_that_is_good_for_longer_is_not_withheld_before():
    world = await world_with(reminder_late_hours=100)
    await leave(world, "old", Outcome.WAITING)
    world.clock.advance(hours=100)
    assert await world.run(OPERATOR, pruning.give_up_messages) == 0


async def test_runs_are_remembered_for_as_long(world):
    await world.run(OPERATOR, send_reminders)
    world.clock.instant = NOW + KEPT
    await world.run(OPERATOR, send_reminders)
    assert await world.run(OPERATOR, pruning.prune_runs) == 0
    world.clock.advance(seconds=1)
    assert await world.run(OPERATOR, pruning.prune_runs) == 1
    assert list(world.store.state.job_runs) == [2]


async def test_so_are_expired_tokens_and_what_was_given_up_for_a_webhook(world):
    webhook = await make(world)

    async def write(uow):
        await uow.tokens.add(Token("t_old", ANA, "tablero", None, NOW, NOW))
        await uow.webhooks.put_retries(webhook.id, [WebhookRetry(1, ATTEMPTS, NOW, None)])

    await world.store.write(write)
    for at, forgotten in ((NOW + KEPT, 0), (NOW + KEPT + INSTANT, 1)):
        world.clock.instant = at
        for prune in (pruning.prune_tokens, pruning.prune_webhook_retries):
            assert await world.run(OPERATOR, prune) == forgotten


async def test_an_installation_says_how_long():
    world = await world_with(record_days=2)
    await leave(world, "old")
    await world.run(OPERATOR, send_reminders)
    world.clock.advance(seconds=2 * 24 * 3600 + 1)
    assert await world.run(ROBOT, pruning.prune_messages) == 1
    assert await world.run(ROBOT, pruning.prune_runs) == 1


async def test_nobody_is_asked_again_about_a_task_and_date_that_were_asked_about_long_ago(world):
    await world.task(ANA, fechaSolicitud=day(-9), fechaCumplir=day(-1))
    assert (await world.run(OPERATOR, survey_overdue)).counts["messages"] == 1
    await world.store.write(lambda uow: uow.outbox.settle(len(world.store.state.outbox), Outcome.SENT, None, NOW))
    world.clock.advance(seconds=2 * KEPT.total_seconds())
    await world.run(OPERATOR, pruning.prune_messages)
    assert (await world.run(OPERATOR, survey_overdue)).counts == {"overdue": 1, "messages": 0}
