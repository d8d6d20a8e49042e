"""A message that takes several of Telegram's: what is out of it is not said again, and nothing of it is lost."""

import asyncio
from datetime import timedelta

import pytest

import bot.chat.sender
from bot.process.background_tasks import cancel
from bot.telegram.rests import RateLimited
from core.delivery import sending
from core.delivery.sending import CLAIM
from core.records.messages import Reason
from tests.bot.chat.posting import outcomes, rows, send_due
from tests.waiting import until


@pytest.fixture
async def long(world, monkeypatch):
    """Ana is to be told of a task, in four messages."""
    monkeypatch.setattr("bot.chat.outgoing.MESSAGE_UNITS", 20)
    return await world.task("ana", by="lucia", text="Uno de los largos\nDos de los largos\nTres de los largos")


def said(world):
    """Return all that Ana was told, message by message."""
    return [message.text for message in world.phone("ana").messages]


async def whole(world, sender):
    """Return what she is told when nothing goes wrong."""
    await send_due(world, sender)
    assert outcomes(world)[-1] == "sent"
    return said(world)


def interrupt(monkeypatch, sender, at, fault):
    """The call of that number, from 1, fails."""
    new_message, calls = sender.outgoing.new_message, []

    async def failing(*args):
        calls.append(args)
        if len(calls) == at:
            raise fault
        return await new_message(*args)

    monkeypatch.setattr(sender.outgoing, "new_message", failing)


@pytest.mark.parametrize("at", [2, 4])
async def test_flood_control_in_the_middle_repeats_no_part(world, sender, long, monkeypatch, at):
    interrupt(monkeypatch, sender, at, RateLimited(0.01))
    await send_due(world, sender)
    assert outcomes(world) == ["waiting"]
    assert len(said(world)) == at - 1
    await until(lambda: not sender.pacing.paused())
    world.clock.advance(seconds=1)
    parts = await whole(world, sender)
    assert len(set(parts)) == len(parts) >= 4


@pytest.mark.parametrize("at", [2, 4])
async def test_a_sender_that_dies_in_the_middle_leaves_the_rest_to_the_next(world, sender, long, monkeypatch, at):
    monkeypatch.setattr(bot.chat.sender, "GRACE_SECONDS", 0.0)
    new_message, reached = sender.outgoing.new_message, []

    async def stuck(*args):
        reached.append(args)
        if len(reached) == at:
            await asyncio.sleep(30)
        return await new_message(*args)

    monkeypatch.setattr(sender.outgoing, "new_message", stuck)
    dying = asyncio.create_task(send_due(world, sender))
    await until(lambda: len(reached) == at)
    await cancel([dying])
    monkeypatch.setattr(sender.outgoing, "new_message", new_message)
    world.clock.advance(seconds=CLAIM.total_seconds())
    parts = await whole(world, sender)
    assert len(set(parts)) == len(parts) >= 4


async def test_what_reads_otherwise_by_then_is_told_anew(world, sender, long, monkeypatch):
    parts = len(await whole(world, sender))
    other = await world.task("ana", by="lucia", text="Uno\nDos\nTres")
    interrupt(monkeypatch, sender, 4, RateLimited(0.01))
    await send_due(world, sender)
    await world.change_task("lucia", other, descripcion="Cero\nUno\nDos\nTres")
    await until(lambda: not sender.pacing.paused())
    world.clock.advance(seconds=1)
    before = len(said(world))
    await send_due(world, sender)
    assert "Cero" in "\n".join(said(world)[before:])
    assert before == parts + 3
    assert said(world)[before] == said(world)[parts]


async def test_who_no_longer_holds_the_message_sends_no_further_part(world, sender, long, monkeypatch):
    run, later = world.pipeline.run, world.clock.now() + timedelta(hours=1)

    async def put_off(caller, use_case, *args, **kwargs):
        if use_case is sending.note_sent_part:
            await world.store.write(lambda uow: uow.outbox.postpone(1, later, Reason.SNOOZED, world.clock.now()))
        return await run(caller, use_case, *args, **kwargs)

    monkeypatch.setattr(world.pipeline, "run", put_off)
    await send_due(world, sender)
    assert len(said(world)) == 1
    assert rows(world, "outcome", "reason") == [("waiting", "snoozed")]
