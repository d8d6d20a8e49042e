"""Dead letters: who may see them, and that one is sent again when the operator says so."""

from core.base.errors import Code
from core.delivery import dead_letters
from core.records.messages import MessageKind, NewMessage, Outcome, Reason
from tests.cast import ANA, OPERATOR, ROBOT, ROOT
from tests.core.refusals import conflict, not_found
from tests.core.world import NOW, fresh_world
from tests.tables import each_row


async def leave(world, key, outcome=Outcome.WAITING, fault=None, **more):
    new = NewMessage(ANA, MessageKind.REMINDER, {"event_id": 1}, key, NOW, NOW, **more)
    world.leave(new)
    number = len(world.store.state.outbox)
    if outcome is not Outcome.WAITING:
        await world.store.write(lambda uow: uow.outbox.settle(number, outcome, None, world.clock.now(), fault))
    return number


async def test_the_operator_reads_what_failed_and_what_telegram_said(world):
    await leave(world, "waits")
    await leave(world, "sent", Outcome.SENT)
    await leave(world, "dead", Outcome.FAILED, "Can't parse entities")
    (dead,) = await world.run(OPERATOR, dead_letters.list_dead)
    assert (dead.id, dead.username, dead.kind, dead.fault) == (3, "ana", MessageKind.REMINDER, "Can't parse entities")
    (waits,) = await world.run(OPERATOR, dead_letters.list_waiting)
    assert (waits.id, waits.outcome, waits.params) == (1, Outcome.WAITING, {"event_id": 1})


@each_row([Outcome.FAILED, Outcome.BLOCKED], world=fresh_world)
async def test_one_of_them_is_sent_again(world, outcome):
    await world.link(ANA)
    number = await leave(world, "dead", outcome, "no")
    world.clock.advance(days=30)
    assert [each.id for each in await world.run(OPERATOR, dead_letters.list_dead)] == [number]
    letter = await world.run(OPERATOR, dead_letters.retry, number)
    assert (letter.outcome, letter.fault, letter.due_at) == (Outcome.WAITING, None, world.clock.now())
    assert await world.run(OPERATOR, dead_letters.list_dead) == []
    assert await world.run(OPERATOR, dead_letters.list_waiting) == [letter]
    assert await world.claimed() == [number]


@each_row([Outcome.WAITING, Outcome.SENT, Outcome.WITHHELD], world=fresh_world)
async def test_nothing_else_is(world, outcome):
    number = await leave(world, "x", outcome, reason=Reason.SNOOZED)
    with conflict(Code.MESSAGE_NOT_DEAD, id=number):
        await world.run(OPERATOR, dead_letters.retry, number)
    with not_found(Code.MESSAGE_NOT_FOUND, id=99):
        await world.run(OPERATOR, dead_letters.retry, 99)


@each_row([ROOT, ROBOT], world=fresh_world)
async def test_admins_and_integrations_may(world, who):
    await leave(world, "dead", Outcome.FAILED)
    assert len(await world.run(who, dead_letters.list_dead)) == 1
    assert await world.run(who, dead_letters.retry, 1)
