"""At which pace messages of the outbox go out: Telegram's, behind the answers to people."""

import asyncio

import pytest

import bot.chat.sender
import storage.repositories.outbox
from bot.telegram.pacing import Pacing
from tests.bot.chat.posting import assign, outcomes, received, rows, send_due
from tests.waiting import until


async def test_nobody_is_written_to_twice_in_a_second_and_others_need_not_wait_for_that(world, sender, monkeypatch):
    monkeypatch.setattr(storage.repositories.outbox, "LOOKED_THROUGH", 1)
    monkeypatch.setattr(bot.chat.sender, "AT_ONCE", 2)
    sender.pacing.rest = lambda _: 60.0
    await assign(world, 3)
    await assign(world, who="luis")
    assert await send_due(world, sender) == 2
    assert outcomes(world) == ["sent", "waiting", "waiting", "sent"]
    sender.pacing.rests_until.clear()
    assert await send_due(world, sender) == 1


async def test_flood_control_makes_all_of_them_wait_and_loses_none(world, sender):
    world.sandbox.faults.too_many_requests(1, method="sendMessage", chat_id=101)
    await assign(world)
    await send_due(world, sender)
    assert outcomes(world) == ["waiting"]
    assert sender.pacing.paused() > 0.5
    world.clock.advance(seconds=1)
    assert await send_due(world, sender) == 0
    await until(lambda: not sender.pacing.paused())
    await send_due(world, sender)
    assert outcomes(world) == ["sent"]
    assert received(world, "ana", "te asignó") == 1


async def test_answers_go_out_at_once_and_slow_down_what_nobody_asked_for(world, sender):
    sender.pacing = world.service.outgoing.pacing = Pacing(0.5)
    began = sender.pacing.clock()
    await world.says("ana", "/hoy")
    await world.says("ana", "/ayuda")
    assert sender.pacing.clock() - began < 2
    assert sender.pacing.next_at - began >= 4


async def test_only_a_message_takes_a_turn_not_what_stops_a_buttons_spinning(world, sender):
    panel = await world.says("ana", "/hoy", "Sin abrir")
    await world.quiet()
    pacing = world.service.outgoing.pacing = Pacing(0.01)
    began = pacing.clock()
    await world.presses("ana", panel, "☀️ Abrir el día")
    assert 100 <= pacing.next_at - began < 200


@pytest.mark.usefixtures("hurried")
async def test_where_telegram_makes_an_answer_wait_what_nobody_asked_for_waits_too(world, sender):
    world.service.outgoing.pacing = sender.pacing
    world.sandbox.faults.too_many_requests(1, method="sendMessage", chat_id=101)
    await world.phone("ana").send("/ayuda")
    await until(sender.pacing.paused)
    await assign(world, who="luis")
    assert await send_due(world, sender) == 0


async def test_a_pause_longer_than_a_claim_hands_back_what_waits_for_its_turn(world, sender):
    fault = world.sandbox.faults.too_many_requests(300, method="sendMessage")
    sender.pacing.interval = 0.5
    for who in ("ana", "luis"):
        await assign(world, who=who)
    async with asyncio.timeout(5):
        await send_due(world, sender)
    assert fault.hits == 1
    assert outcomes(world) == ["waiting"] * 2
    assert rows(world, "claimed_by") == [None] * 2
