"""At which pace messages of the outbox go out: Telegram's, behind the answers to people."""

import asyncio

import pytest

import bot.chat.sender
import storage.repositories.outbox
from bot.telegram.pacing import Pacing
from bot.telegram.rests import CHATS_OF_A_METHOD
from tests.bot.chat.posting import assign, outcomes, received, rows, send_due
from tests.waiting import until


async def test_nobody_is_written_to_twice_in_a_second_and_others_need_not_wait_for_that(world, sender, monkeypatch):
    monkeypatch.setattr(storage.repositories.outbox, "LOOKED_THROUGH", 1)
    monkeypatch.setattr(bot.chat.sender, "AT_ONCE", 2)
    sender.pacing.rest = lambda _: 60.0
    await assign(world)
    assert await send_due(world, sender) == 1
    await assign(world, 2)
    await assign(world, who="luis")
    assert await send_due(world, sender) == 1
    assert outcomes(world) == ["sent", "waiting", "waiting", "sent"]
    sender.pacing.rests_until.clear()
    assert await send_due(world, sender) == 1
    assert outcomes(world) == ["sent"] * 4


async def test_flood_control_of_a_chat_makes_that_chat_wait_alone_and_loses_nothing(world, sender):
    world.sandbox.faults.too_many_requests(1, method="sendMessage", chat_id=101)
    await assign(world)
    await assign(world, who="luis")
    await send_due(world, sender)
    assert outcomes(world) == ["waiting", "sent"]
    world.clock.advance(seconds=1)
    assert await send_due(world, sender) == 0
    await until(lambda: not sender.resting())
    await send_due(world, sender)
    assert outcomes(world) == ["sent", "sent"]
    assert received(world, "ana", "te asignó") == 1


async def test_several_chats_refused_in_a_row_make_all_wait_and_none_is_asked_in_vain(world, sender, monkeypatch):
    monkeypatch.setattr(bot.chat.sender, "AT_ONCE", 1)
    fault = world.sandbox.faults.too_many_requests(1, method="sendMessage", times=None)
    people = ("ana", "luis", "lucia", "pablo", "root")
    for who in people:
        await world.event("root", who)
    await send_due(world, sender)
    assert fault.hits == CHATS_OF_A_METHOD
    assert sender.pacing.paused() > 0.5
    world.clock.advance(seconds=1)
    assert await send_due(world, sender) == 0
    world.sandbox.faults.clear()
    await until(lambda: not sender.pacing.paused())
    await send_due(world, sender)
    assert set(outcomes(world)) == {"sent"}


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
async def test_where_telegram_makes_an_answer_wait_what_nobody_asked_for_waits_there_too(world, sender):
    fault = world.sandbox.faults.too_many_requests(5, method="sendMessage", chat_id=101)
    await world.phone("ana").send("/ayuda")
    await until(lambda: sender.pacing.rests.of_chat(101))
    await assign(world)
    await assign(world, who="luis")
    await send_due(world, sender)
    assert outcomes(world) == ["waiting", "sent"]
    assert fault.hits == 1


async def test_a_rest_longer_than_a_claim_hands_back_what_waits_for_its_turn(world, sender):
    fault = world.sandbox.faults.too_many_requests(300, method="sendMessage")
    sender.pacing.rests.refused("sendMessage", 901, 300)
    sender.pacing.rests.refused("sendMessage", 902, 300)
    sender.pacing.interval = 0.5
    for who in ("ana", "luis"):
        await assign(world, who=who)
    async with asyncio.timeout(5):
        await send_due(world, sender)
    assert fault.hits == 1
    assert outcomes(world) == ["waiting"] * 2
    assert rows(world, "claimed_by") == [None] * 2
