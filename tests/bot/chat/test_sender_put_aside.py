"""A message that ends each process which draws it is put aside after three times; the others are sent."""

import asyncio

import pytest

import bot.chat.sender
from bot.chat.handlers.pushes import draw_push
from bot.process.background_tasks import cancel
from core.delivery import dead_letters
from core.delivery.begun_work import times_begun, work_put_aside
from core.delivery.leases import LEASE_TERM
from core.delivery.sending import CLAIM, ENDS_PROCESSES
from core.people.users import OPERATOR_CALLER
from core.records.jobs import WorkKind
from core.records.messages import MessageKind
from tests.bot.chat.posting import assign, new_sender, outcomes, received, rows, send_due
from tests.bot.world import write_nothing
from tests.waiting import until


@pytest.fixture
def hanging(world, monkeypatch):
    """Whatever is told to Ana of a task is not drawn; how often it was begun to be."""
    begun = []

    async def hang(ctx, message, *, first):
        if message.user_id == world.users["ana"].id and message.kind is MessageKind.TASK_ASSIGNED:
            begun.append(message.id)
            await asyncio.Event().wait()
        return await draw_push(ctx, message, first=first)

    monkeypatch.setattr(bot.chat.sender, "draw_push", hang)
    return begun


async def killed_in(world, begun, times):
    """A sender that is killed as it draws for the so manieth time."""
    sender = new_sender(world)
    sending = asyncio.create_task(send_due(world, sender, f"process {times}"))
    await until(lambda: len(begun) == times)
    await until(lambda: "waiting" not in outcomes(world)[1:] and len(delivering()) == 1)
    sender.careful.run = write_nothing
    await cancel(delivering())
    with pytest.raises(asyncio.CancelledError):
        await sending
    world.clock.advance(seconds=CLAIM.total_seconds())


def delivering():
    """The tasks that deliver a message each; of others than the one that hangs, some may be about to end."""
    return [task for task in asyncio.all_tasks() if task.get_coro().__name__ == "deliver_one"]


async def test_what_ends_each_sender_is_put_aside_told_once_and_others_are_sent(world, hanging, caplog):
    await assign(world)
    for times in (1, 2, 3):
        await assign(world, who="luis")
        await killed_in(world, hanging, times)
    sender = new_sender(world)
    while await send_due(world, sender, "the last"):
        pass
    assert rows(world, "kind", "outcome", "fault")[0] == ("task_assigned", "failed", ENDS_PROCESSES)
    assert outcomes(world)[1:] == ["sent"] * 4
    assert (len(hanging), received(world, "luis", "te asignó")) == (3, 3)
    assert received(world, "ana", "Un aviso no te pudo llegar: tarea nueva") == 1
    ((number, *_),) = rows(world, "id", "kind")[:1]
    assert [(each.kind, each.item) for each in await world.operate(work_put_aside)] == [(WorkKind.MESSAGE, number)]
    assert f"message {number} is put aside" in caplog.text


async def test_what_was_put_aside_is_begun_anew_if_the_operator_says_so(world, hanging):
    await assign(world)
    for times in (1, 2, 3):
        await killed_in(world, hanging, times)
    await send_due(world, new_sender(world), "the last")
    await world.operate(dead_letters.retry, hanging[0])
    world.clock.advance(seconds=LEASE_TERM.total_seconds())
    await killed_in(world, hanging, 4)
    assert await world.pipeline.run(OPERATOR_CALLER, times_begun, WorkKind.MESSAGE, hanging[0]) == 0


async def test_a_sender_that_is_asked_to_end_leaves_nothing_to_be_counted(world, hanging, monkeypatch):
    monkeypatch.setattr(bot.chat.sender, "GRACE_SECONDS", 0.01)
    await assign(world)
    for times in (1, 2, 3, 4):
        sending = asyncio.create_task(send_due(world, new_sender(world), f"process {times}"))
        await until(lambda times=times: len(hanging) == times)
        await cancel([sending])
        assert rows(world, "claimed_by", "claimed_until") == [(None, None)]
        world.clock.advance(seconds=LEASE_TERM.total_seconds())
    assert await world.pipeline.run(OPERATOR_CALLER, times_begun, WorkKind.MESSAGE, hanging[0]) == 0
