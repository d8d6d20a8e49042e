"""A comment that soon follows another is added to the message about it, unless that is not what it was any more."""

import pytest

from core.application.requests import build
from core.base.model import Semaforo
from core.records.messages import Reason
from core.work import daily_logs
from core.work.daily_logs import SemaforoRequest
from tests.bot.chat.posting import new_sender, rows, send_due
from tests.bot.world import check
from tests.cast import TODAY


@pytest.fixture
async def told(world):
    """Ana has just been told of a comment of Lucía's on her task: the message on her phone."""
    task = await world.task("ana", by="lucia", text="Contrato")
    world.store.execute("DELETE FROM outbox")
    await world.comment("lucia", task, "¿Cómo vas?")
    await send_due(world, new_sender(world))
    return await world.phone("ana").wait("¿Cómo vas?")


async def comment_again(world, words="Urge"):
    await world.comment("lucia", await world.task_by_id(1), words)
    await send_due(world, new_sender(world))


def texts(world):
    plain = {ord(mark): None for mark in "\u2068\u2069"}
    return [message.text.translate(plain) for message in world.phone("ana").messages]


def last_words(world):
    return [text.rpartition("\n\n")[2] for text in texts(world)]


async def test_it_is_below_the_first_in_the_same_message(world, told):
    await comment_again(world)
    await comment_again(world, "Mucho")
    assert texts(world) == [
        "💬 3 comentarios en la tarea #1 Contrato\n\nLucía: ¿Cómo vas?\n\nLucía: Urge\n\nLucía: Mucho",
    ]
    assert rows(world, "outcome", "reason") == [("sent", None), *[("sent", Reason.TOGETHER)] * 2]


async def test_after_two_minutes_it_is_a_message_of_its_own(world, told):
    world.clock.advance(minutes=2, seconds=1)
    await comment_again(world)
    assert last_words(world) == ["¿Cómo vas?", "Urge"]


async def test_where_telegram_refuses_the_edit_it_is_a_new_message(world, told):
    world.sandbox.faults.refuse(400, "Bad Request: message can't be edited", method="editMessageText", chat_id=101)
    await comment_again(world)
    assert last_words(world) == ["¿Cómo vas?", "Urge"]
    assert rows(world, "outcome", "reason") == [("sent", None)] * 2


async def test_a_message_that_shows_the_task_by_now_keeps_showing_it(world, told):
    await world.taps("ana", told, "📋 Tarea", sees="Líder: Lucía")
    await comment_again(world)
    card, added = texts(world)
    assert "Líder" in card
    assert added.endswith("\n\nUrge")


async def test_what_could_not_be_sent_is_told_with_what_follows(world):
    await world.comment("lucia", await world.task("ana", by="lucia", text="Contrato"), "¿Cómo vas?")
    world.store.execute("DELETE FROM outbox WHERE kind = 'task_assigned'")
    await comment_again(world)
    (text,) = texts(world)
    assert text.endswith("💬 2 comentarios en la tarea #1 Contrato\n\nLucía: ¿Cómo vas?\n\nLucía: Urge")


async def test_the_reason_of_a_red_is_added_to_the_message_about_it(world):
    await world.task("ana", by="lucia", text="Contrato")
    world.store.execute("DELETE FROM outbox")
    item = (await world.open_log("ana")).items[0]
    request = build(SemaforoRequest, {"fecha": TODAY, "semaforo": Semaforo.ROJO})
    await world.act("ana", daily_logs.set_semaforo, item.id, request)
    await send_due(world, new_sender(world))
    told = await world.phone("lucia").wait("Sin motivo")
    await world.why_red("ana", await world.task_by_id(1), "Falta la firma")
    await send_due(world, new_sender(world))
    (now,) = [message for message in world.phone("lucia").messages if "Ana está en rojo" in message.text]
    assert now.id == told.id
    check(now, sees="💬 \u2068Falta la firma", hides="Sin motivo")
