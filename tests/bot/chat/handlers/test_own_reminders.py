"""Reminders for oneself: one message sets one, and it comes at its minute with three buttons."""

import pytest

from core.application.use_case import Caller
from core.calendar import own_reminders
from core.jobs.reminders import send_reminders
from core.people.users import OPERATOR
from core.records.messages import MessageKind
from tests.bot.chat.pushing import push_of
from tests.bot.world import check, labels, plain

BUTTONS = ["✅ Listo", "🔁 Más tarde", "✖ Quitar"]


async def ahead(world, who="ana"):
    return [(each.words, each.remind_at) for each in await world.act(who, own_reminders.list_own_reminders)]


async def rung(world, who="ana"):
    """The push of the one reminder whose time has come."""
    await world.pipeline.run(Caller(OPERATOR), send_reminders)
    return await push_of(world, who, MessageKind.OWN_REMINDER)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("acuérdame hablarle a don Ramiro mañana a las 10", "🔔 mañana 10:00 · hablarle a don Ramiro"),
        ("en 20 minutos avísame del horno", "🔔 hoy 9:20 · el horno"),
    ],
)
async def test_one_message_sets_one_and_no_event(world, words, line):
    card = await world.says("ana", words)
    assert plain(card).replace("\xa0", " ") == line
    assert labels(card) == [*BUTTONS, "↩ Deshacer"]
    assert len(await ahead(world)) == 1
    assert world.store.execute("SELECT count(*) FROM events").fetchone() == (0,)
    assert await ahead(world, "lucia") == []


async def test_what_repeats_says_how(world):
    card = await world.says("ana", "todos los lunes a las 10 recuérdame mandar el reporte")
    assert plain(card) == "🔔 hoy 10:00 · mandar el reporte\n🔁 cada lunes"


async def test_it_comes_and_words_put_it_off(world):
    await world.says("ana", "recuérdame en 20 minutos sacar el pan")
    world.clock.advance(minutes=20)
    push = await rung(world)
    assert (plain(push), labels(push)) == ("🔔 sacar el pan", BUTTONS)
    check(await world.says("ana", "en media hora"), sees="Te lo recuerdo otra vez: hoy 9:50")
    assert len(await ahead(world)) == 1


async def test_it_is_done_by_a_press(world):
    await world.says("ana", "recuérdame en 20 minutos sacar el pan")
    world.clock.advance(minutes=20)
    card = await world.taps("ana", await rung(world), "✅ Listo")
    check(card, sees="sacar el pan", lacks=BUTTONS)


async def test_later_is_chosen_by_a_press(world):
    card = await world.says("ana", "recuérdame a las 10 sacar el pan")
    card = await world.taps("ana", card, "🔁 Más tarde", "🔁 1 h")
    check(card, sees="hoy 11:00")


async def test_they_are_listed_and_removed_in_words_and_it_is_taken_back(world):
    await world.says("ana", "recuérdame a las 10 sacar el pan del horno")
    await world.says("ana", "recuérdame mañana a las 10 llamar a don Ramiro")
    check(await world.says("ana", "qué recordatorios tengo"), sees=["hoy 10:00", "mañana 10:00"])
    check(await world.says("ana", "quita el recordatorio del horno"), sees="ya no te lo recuerdo")
    assert [words for words, _ in await ahead(world)] == ["llamar a don Ramiro"]
    await world.says("ana", "deshaz eso")
    assert len(await ahead(world)) == 2
    check(await world.says("ana", "quita el recordatorio de la junta"), sees="No encuentro un recordatorio de")
    assert len(await ahead(world)) == 2


async def test_it_stands_in_ones_own_agenda_alone(world):
    await world.says("ana", "recuérdame mañana a las 10 llamar a don Ramiro")
    check(await world.says("ana", "/agenda mañana"), sees=["🔔 10:00 · ", "llamar a don Ramiro"])
    check(await world.says("lucia", "/agenda mañana"), hides="Ramiro")


async def test_an_hour_that_has_passed_is_refused_and_nothing_is_set(world):
    check(await world.says("ana", "recuérdame hoy a las 7am correr"), sees="Esa hora ya pasó")
    assert await ahead(world) == []


async def test_another_hour_said_after_it_is_the_right_one(world):
    await world.says("ana", "recuérdame mañana a las 10 llamar a don Ramiro")
    check(await world.says("ana", "perdón, era a las 5"), sees=["🔔 mañana 17:00 · ", "llamar a don Ramiro"])
    assert len(await ahead(world)) == 1
