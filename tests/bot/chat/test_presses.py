"""Many quick presses on one message: each is done and answered, and the message is drawn for the last of them."""

import json

import pytest

from bot.chat import presses
from bot.chat.callbacks.callback_data import NoAction, write
from bot.chat.callbacks.day import Day
from bot.chat.presses import Presses
from core.records.chat import InboxUpdate
from tests.cast import TODAY
from tests.tables import each_row
from tests.waiting import until

DAY = write(Day(TODAY))


@pytest.fixture
async def panel(world):
    await world.task("ana", text="Revisar", due=9)
    return await world.taps("ana", await world.says("ana", "/abrir", "abierto"), "🟢 #1 · 0\u00a0%")


def held_up(world):
    """The next edit waits until it is released, and the chat waits for it."""
    return world.sandbox.faults.hold(method="editMessageText")


async def test_sixty_quick_presses_make_two_edits_and_sixty_answers(world, panel):
    phone, before = world.phone("ana"), len(world.sandbox.calls_to("editMessageText"))
    fault = held_up(world)
    first = await phone.press(panel, "25")
    await until(lambda: fault.hits)
    pressed = [await phone.press(panel, "50" if number % 2 else "75") for number in range(59)]
    fault.release()
    for each in (first, *pressed):
        await phone.wait_answer(each)
    await world.quiet()
    assert len(world.sandbox.calls_to("editMessageText")) - before == 2
    assert (await world.log("ana")).items[0].porcentaje == 75
    assert "75\u00a0%" in phone.current(panel).text


async def test_a_press_on_another_message_is_drawn_too(world, panel):
    other = await world.says("ana", "/tarea 1", "Responsables")
    fault, phone = held_up(world), world.phone("ana")
    await phone.press(panel, "25")
    await until(lambda: fault.hits)
    for message, button in ((panel, "50"), (other, "💬 Comentar")):
        await phone.press(message, button)
    fault.release()
    await world.quiet()
    assert "50\u00a0%" in phone.current(panel).text
    assert "Escribe tu comentario" in phone.current(other).text


async def test_words_typed_between_two_presses_answer_what_the_first_asks(world, panel):
    fault, phone = held_up(world), world.phone("ana")
    await phone.press(panel, "25")
    await until(lambda: fault.hits)
    await phone.press(panel, "💬 Comentar")
    await phone.send("Va bien")
    await phone.press(panel, "50")
    fault.release()
    await world.quiet()
    assert await world.comments(await world.task_by_id(1)) == ["Va bien"]
    assert (await world.log("ana")).items[0].porcentaje == 50


def press(number, data=DAY, message=7, chat_type="private"):
    chat = {"id": 5, "type": chat_type}
    query = {"id": "1", "from": {"id": 5}, "message": {"message_id": message, "chat": chat}, "data": data}
    return InboxUpdate(number, 5, json.dumps({"update_id": number, "callback_query": query}).encode())


def test_a_press_is_superseded_until_the_last_on_its_message():
    kept = Presses()
    kept.note([press(1), press(2), press(3, message=8)])
    assert [kept.superseded(*each) for each in ((1, 5, 7), (3, 5, 8), (2, 5, 7), (1, 5, 7))] == [
        True,
        False,
        False,
        False,
    ]
    assert kept.last == {}


@each_row(
    [
        press(2, data=write(NoAction())),
        press(2, data="of an older version"),
        press(2, chat_type="group"),
        InboxUpdate(2, 5, b'{"update_id": 2, "message": {"text": "\\"callback_query\\""}}'),
        InboxUpdate(2, 5, b'{"update_id": 2, "callback_query": 3}'),
    ]
)
def test_only_what_draws_the_message_supersedes(later):
    kept = Presses()
    kept.note([press(1), later])
    assert not kept.superseded(1, 5, 7)


def test_the_last_press_is_known_of_a_limited_number_of_messages(monkeypatch):
    monkeypatch.setattr(presses, "MOST_MESSAGES", 2)
    kept = Presses()
    kept.note([press(number, message=number) for number in (1, 2, 3)])
    assert list(kept.last.values()) == [2, 3]
