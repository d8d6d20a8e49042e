"""A task handed over, and another date asked for, in words and from the card: how many messages and taps they take."""

import pytest

from core.records.messages import MessageKind, Reason
from tests.bot.chat.pushing import push_of
from tests.bot.world import check, plain
from tests.cast import day

ASKED, ANSWERED, CHANGED = MessageKind.TASK_ASKED, MessageKind.ASKED_ANSWERED, MessageKind.TASK_CHANGED
ASK_LUIS = "🙋 Pedírselo a Luis"


@pytest.fixture
async def task(world):
    return await world.task("ana", by="lucia", descripcion="Lona del stand", fechaCumplir=day(5))


async def people_of(world, task):
    return (await world.task_now(task)).responsible_user_ids


async def test_one_message_and_one_tap_ask_and_one_tap_takes_it(world, task):
    said = await world.says("ana", "pásale la 1 a Luis", sees="¿Le pregunto a Luis si se queda con", offers=ASK_LUIS)
    await world.taps("ana", said, ASK_LUIS, sees="Espera la respuesta de Luis", notice_has="Se lo pregunté a Luis")
    asked = await push_of(world, "luis", ASKED)
    check(asked, sees=["🤝 Ana te pide que te quedes con una tarea suya:", "Lona del stand"])
    await world.taps("luis", asked, "✅ Sí, la tomo", sees="Tarea 1", notice_has="Es tuya. Se lo digo a Ana.")
    assert await people_of(world, task) == [world.users["luis"].id]
    assert plain(await push_of(world, "ana", ANSWERED)) == "🤝 Luis tomó «Lona del stand» (#1): ahora es suya."
    told = await push_of(world, "lucia", CHANGED)
    assert plain(told) == "🤝 Luis tomó «Lona del stand» (#1), que tenía Ana."


async def test_who_is_not_in_the_chat_is_said_not_to_hear_of_it(world, task):
    world.store.execute("UPDATE users SET telegram_user_id = NULL WHERE username = 'luis'")
    said = await world.says("ana", "pásale la 1 a Luis")
    await world.taps("ana", said, ASK_LUIS, notice_has="Luis no usa el chat")


async def test_a_no_has_its_reason(world, task):
    said = await world.says("ana", "pásale la 1 a Luis")
    await world.taps("ana", said, ASK_LUIS)
    await world.taps("luis", await push_of(world, "luis", ASKED), "🙅 No", sees="¿Le dices por qué?")
    await world.says("luis", "esta semana no llego")
    told = await push_of(world, "ana", ANSWERED)
    check(told, sees=["no toma", "se queda como estaba", "esta semana no llego"])
    assert await people_of(world, task) == [world.users["ana"].id]


async def test_a_leader_gives_it_at_once(world, task):
    said = await world.says("lucia", "que la 1 la haga Luis", sees="¿Le paso «")
    await world.taps("lucia", said, "🤝 Sí, a Luis", sees="Responsables: Luis")
    assert await people_of(world, task) == [world.users["luis"].id]
    check(await push_of(world, "ana", CHANGED), sees="Lucía le pasó tu tarea")


async def test_the_card_asks_to_whom(world, task):
    card = await world.says("ana", "/tarea 1", offers="🤝 Pasar a alguien")
    people = await world.taps("ana", card, "🤝 Pasar a alguien", sees="¿A quién se la paso?", lacks="Ana")
    await world.taps("ana", people, "Luis", sees="Espera la respuesta de Luis")
    assert await people_of(world, task) == [world.users["ana"].id]


async def test_until_it_is_answered_it_is_taken_back_by_words(world, task):
    said = await world.says("ana", "pásale la 1 a Luis")
    await world.taps("ana", said, ASK_LUIS)
    await world.says("ana", "cancela eso", sees=["Ya no lo pides", "Lona del stand"])
    assert await push_of(world, "luis", ASKED) is Reason.GONE


async def test_what_was_done_since_is_taken_back_first(world, task):
    said = await world.says("ana", "pásale la 1 a Luis")
    await world.taps("ana", said, ASK_LUIS)
    world.clock.advance(minutes=1)
    await world.says("ana", "/comentar 1 ya llamé")
    await world.says("ana", "cancela eso", hides="Ya no lo pides")
    check(await push_of(world, "luis", ASKED), sees="Ana te pide")


async def test_a_request_for_what_was_closed_is_not_sent(world, task):
    said = await world.says("ana", "pásale la 1 a Luis")
    await world.taps("ana", said, ASK_LUIS)
    await world.change_task("lucia", task, estatus="CERRADA")
    assert await push_of(world, "luis", ASKED) is Reason.GONE


# Another date


async def ask_for_date(world, words="¿podemos pasar la lona al viernes?"):
    said = await world.says("ana", words, sees="la mueve Lucía. ¿Se lo pido?")
    await world.taps("ana", said, said.buttons[0].text, sees="Espera la respuesta de Lucía")
    return await push_of(world, "lucia", ASKED)


async def test_one_message_and_one_tap_ask_for_a_date_and_one_tap_moves_it(world, task):
    asked = await ask_for_date(world)
    check(asked, sees=["📅 Ana te pide otra fecha para:", "¿podemos pasar la lona al viernes?"])
    await world.taps("lucia", asked, asked.buttons[0].text, notice_has="Ahora vence")
    assert (await world.task_now(task)).fecha_cumplir == day(4)
    check(await push_of(world, "ana", ANSWERED), sees=["✅ Lucía pasó", "Lona del stand"])


@pytest.mark.parametrize(
    ("words", "due"),
    [("sí, dale al 9", day(16)), ("mejor el jueves", day(3)), ("no, mejor el jueves", day(3))],
)
async def test_another_date_in_the_answer_moves_it_there(world, task, words, due):
    await ask_for_date(world)
    await world.says("lucia", words)
    assert (await world.task_now(task)).fecha_cumplir == due


async def test_a_no_with_a_day_in_it_leaves_the_date_and_says_why(world, task):
    await ask_for_date(world)
    await world.says("lucia", "no, el viernes es la feria")
    assert (await world.task_now(task)).fecha_cumplir == day(5)
    check(await push_of(world, "ana", ANSWERED), sees=["no mueve", "el viernes es la feria"])


async def test_a_sentence_of_its_own_with_a_day_answers_nothing(world, task):
    await ask_for_date(world)
    await world.says("lucia", "¿quién está libre el jueves a las 10?")
    assert (await world.task_now(task)).fecha_cumplir == day(5)


async def test_the_card_asks_for_a_date(world, task):
    card = await world.says("ana", "/tarea 1", offers="📅 Pedir otra fecha")
    await world.taps("ana", card, "📅 Pedir otra fecha", "Mañana", sees="Espera la respuesta de Lucía")


async def test_the_date_that_it_has_already_moves_nothing_and_is_told_so(world, task):
    words = "mejor el sábado en la noche"
    await ask_for_date(world)
    await world.says("lucia", words)
    assert (await world.task_now(task)).fecha_cumplir == day(5)
    check(await push_of(world, "ana", ANSWERED), sees=["no mueve", "sigue para el sáb", words], hides="✅")
