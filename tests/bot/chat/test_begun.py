"""The note that a message is about to be sent: written by its holder before the call; others make no call."""

import pytest

from core.delivery import sending
from core.delivery.leases import acquire_lease
from core.delivery.sending import CLAIM
from tests.bot.chat.posting import SENDER, assign, outcomes, received, rows, send_due


@pytest.fixture
async def assigned(world):
    await assign(world)


@pytest.fixture
def calls(world, sender, monkeypatch):
    """Return when the message had been begun by the ledger, at each call."""
    call, found = sender.outgoing.new_message, []

    async def watched(*args):
        found.append(rows(world, "send_started_at"))
        return await call(*args)

    monkeypatch.setattr(sender.outgoing, "new_message", watched)
    return found


async def test_it_is_written_down_before_the_call(world, sender, assigned, calls):
    await send_due(world, sender)
    assert calls == [[world.clock.now().isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"]]


async def test_whose_clock_is_behind_sends_nothing_that_another_has_by_now(world, sender, assigned):
    """By its own clock the claim has not run out."""
    lease = await world.pipeline.run(SENDER, acquire_lease, "one")
    (claimed,) = await world.pipeline.run(SENDER, sending.claim_due, lease, 20)
    world.clock.advance(seconds=CLAIM.total_seconds())
    second = await world.pipeline.run(SENDER, acquire_lease, "two")
    await world.pipeline.run(SENDER, sending.claim_due, second, 20)
    world.clock.advance(seconds=-CLAIM.total_seconds())
    await sender.deliver_one(lease, claimed)
    assert (received(world, "ana", "te asignó"), outcomes(world)) == (0, ["waiting"])


@pytest.mark.parametrize(
    ("trouble", "known"),
    [("too_many_requests", False), ("lose_answer", True), ("server_error", True)],
)
async def test_where_telegram_has_refused_it_nobody_wonders_whether_it_arrived(
    world, sender, assigned, caplog, trouble, known
):
    getattr(world.sandbox.faults, trouble)(method="sendMessage", chat_id=101)
    await send_due(world, sender)
    assert (rows(world, "send_started_at") != [None]) is known
    sender.pacing.rests.chats.clear()
    world.clock.advance(seconds=4)
    await send_due(world, sender)
    assert outcomes(world) == ["sent"]
    assert ("may come twice" in caplog.text) is known


async def test_what_may_have_arrived_and_is_not_told_again_is_not_said_not_to_have_been_sent(world, sender):
    task = await world.task("ana", by="lucia")
    world.sandbox.faults.lose_answer(method="sendMessage", chat_id=101)
    await send_due(world, sender)
    await world.change_task("lucia", task, estatus="CERRADA")
    world.clock.advance(seconds=4)
    await send_due(world, sender)
    assert rows(world, "outcome", "reason")[0] == ("withheld", "unsure")
    await world.says("ana", "/porque", sees="(quizá ya había llegado)")
