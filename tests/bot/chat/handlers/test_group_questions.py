"""Questions to the bot in a group, by a mention: answered there as the group may see it."""

import pytest

from core.base.model import Language
from tests.bot.chat.handlers.in_groups import NOT_LINKED, says, silent
from tests.bot.world import plain
from tests.tables import each_row


@each_row(
    [
        (
            "@semaforo_bot ¿quién está en rojo?",
            ["lo que está en rojo de tu equipo", "Nada en rojo; atras", "venció"],
        ),
        ("¿quién falta de abrir? @Semaforo_Bot", ["quién falta de abrir", "Ana", "Luis"]),
        ("@semaforo_bot cómo va Ana", ["el día de Ana", "Contrato"]),
        ("@semaforo_bot how is the team doing?", ["cómo va el equipo", "Ana"]),
        ("@semaforo_bot tareas atrasadas", ["tareas atrasadas", "Contrato"]),
        ("@semaforo_bot qué tiene cada uno hoy", ["Ana — 1 tarea abierta", "Luis — sin tareas abiertas"]),
        ("@semaforo_bot quién está más cargado", ["Quién tiene cuánto", "Ana", "Luis"]),
        ("@semaforo_bot qué tareas tiene Ana", ["Contrato"]),
        ("@semaforo_bot qué vence mañana", ["lo que vence de tu equipo mañana"]),
        ("@semaforo_bot who is out tomorrow", ["ausencias mañana", "Trabajan Ana y Luis"]),
        ("@semaforo_bot ¿viene luis mañana?", ["Luis", "martes, 24 de noviembre"]),
        ("@semaforo_bot cómo va el contrato", ["Tarea 1", "Contrato", "venció"]),
    ],
    given="world linked",
)
async def test_a_question_about_the_team_is_answered_there(world, linked, words, sees):
    said = await says(world, linked, "ana", words, "Lo leí como")
    shown = plain(said).replace("\u00a0", " ")
    assert all(each in shown for each in sees), shown
    assert "Secreto" not in shown


@each_row(
    [
        "mis tareas",
        "¿qué tengo mañana?",
        "¿está libre Ana mañana?",
        "¿cómo va Pablo?",
        "mis rojos",
        "¿qué hizo Ema ayer?",
    ],
    given="world linked",
)
async def test_what_is_a_persons_own_or_not_sure_is_left_for_the_private_chat(world, linked, words):
    said = await says(world, linked, "ana", f"@semaforo_bot {words}")
    assert not any(each in said.text for each in ("Contrato", "Secreto", "Lo leí como"))


@each_row(
    [
        ("@semaforo_bot ¿dónde quedó la factura norte?", "No entendí la pregunta"),
        ("hola @semaforo_bot", "Aquí contesto sobre el equipo"),
        ("@semaforo_bot", "Aquí contesto sobre el equipo"),
        ("@semaforo_bot tarea para mí: imprimir gafetes jueves", "Lo demás lo vemos en privado"),
    ],
    given="world linked",
)
async def test_who_speaks_to_the_bot_is_always_answered(world, linked, words, answer):
    assert answer in (await says(world, linked, "ana", words)).text


@each_row(
    [
        ("gracias @semaforo_bot", "❤"),
        ("@semaforo_bot jajaja", "😁"),
        ("@semaforo_bot eres lo máximo", "❤"),
        ("@semaforo_bot 👍", "👍"),
        ("@semaforo_bot enterado", "👍"),
        ("@semaforo_bot cuéntame un chiste", "🤗"),
        ("thanks @semaforo_bot", "❤"),
    ],
    given="world linked",
)
async def test_thanks_and_jokes_get_a_reaction_and_no_message(world, linked, words, reaction):
    assert await silent(world, linked, "ana", words)
    assert linked.messages[-1].reaction == reaction


async def test_where_a_group_takes_no_reactions_thanks_are_answered_in_words(world, linked):
    world.sandbox.faults.refuse(400, "Bad Request: REACTION_INVALID", method="setMessageReaction")
    assert (await says(world, linked, "ana", "gracias @semaforo_bot")).text == "¡De nada!"


@pytest.fixture
async def overheard(world, linked):
    """The group, of which the bot gets all messages, as one that Telegram lets read them."""
    world.sandbox._world.privacy = False
    return linked


@each_row(
    [
        ("Semáforo, ¿quién está en rojo?", "lo que está en rojo de tu equipo"),
        ("oye semáforo quién falta mañana", "ausencias mañana"),
        ("semaforo who is out tomorrow", "ausencias mañana"),
        ("¿quién falta mañana, Semáforo?", "ausencias mañana"),
        ("Semáforo", "Aquí contesto sobre el equipo"),
        ("Semáforo, borra la 3", "Eso lo hago en privado"),
        ("semáforo junta con luis mañana 10", "Lo tengo."),
    ],
    given="world overheard",
)
async def test_it_is_spoken_to_by_its_name_too(world, overheard, words, answer):
    assert answer in (await says(world, overheard, "ana", words)).text


async def test_its_name_as_that_of_a_traffic_light_is_left_alone(world, overheard):
    words = ["semáforo descompuesto en Reforma", "el semáforo está en rojo", "no sirve el semáforo de la esquina"]
    assert await silent(world, overheard, "ana", *words)
    assert not any(each.reaction for each in overheard.messages)


async def test_a_reply_to_its_panel_without_words_gets_a_reaction(world, linked):
    panel = await says(world, linked, "ana", "@semaforo_bot ¿quién está en rojo?", "Lo leí como")
    assert await silent(world, linked, "ana", "👌", reply_to=panel)
    assert linked.messages[-1].reaction == "👍"


async def test_why_somebody_is_away_is_not_told_there(world, linked):
    await world.away("luis", 1, 2, reason="cirugía")
    for words in ("quién falta mañana", "luis está de vacaciones?", "cuándo vuelve luis"):
        said = await says(world, linked, "ana", f"@semaforo_bot {words}", "Lo leí como")
        assert "Luis" in said.text
        assert "cirugía" not in said.text


async def meeting_of(world, *others, title="Junta de la obra"):
    return await world.event("lucia", *others, title=title, offset=3, at="10:00-11:00")


@each_row(
    ["@semaforo_bot quién va a la junta del jueves", "@semaforo_bot who is coming to the meeting on thursday?"],
    given="world linked",
)
async def test_who_comes_to_a_meeting_of_the_whole_team_is_told_there(world, linked, words):
    await meeting_of(world, "ana", "luis")
    said = await says(world, linked, "ana", words, "Junta de la obra")
    assert all(each in said.text for each in ("Ana", "Luis", "10:00"))


async def test_an_event_that_not_all_of_the_team_may_read_stays_private(world, linked):
    await meeting_of(world, "ana", title="Junta secreta")
    said = await says(world, linked, "ana", "@semaforo_bot quién va a la junta del jueves")
    assert "secreta" not in said.text
    assert said.buttons


async def test_where_the_people_have_two_languages_the_group_reads_both(world, linked):
    await world.change_user("luis", language=Language.EN)
    said = (await says(world, linked, "ana", "/resumen")).text
    assert said.index("Resumen del equipo") < said.index("The team's summary")
    said = (await says(world, linked, "luis", "@semaforo_bot who is out tomorrow")).text
    assert said.index("Ana and Luis") < said.index("Ana y Luis")


async def test_of_several_questions_a_group_gets_those_that_it_may_see(world, linked):
    words = "@semaforo_bot ¿quién está en rojo? ¿qué está atrasado? ¿qué tengo hoy?"
    said = await says(world, linked, "lucia", words, "Preguntaste varias cosas")
    assert [each.text for each in said.buttons] == ["lo que está en rojo de tu equipo", "tareas atrasadas"]
    assert "pregúntamelo en privado: «lo que tienes hoy»" in said.text.replace("\u2068", "").replace("\u2069", "")


async def test_a_reply_to_its_panel_speaks_to_it_and_other_talk_does_not(world, linked):
    panel = await says(world, linked, "ana", "@semaforo_bot ¿quién está en rojo?", "Lo leí como")
    await world.phone("ana").send("¿quién falta de abrir?", chat=linked.id, reply_to=panel)
    assert "quién falta de abrir" in (await world.phone("ana").wait("Lo leí como", chat=linked.id)).text
    assert await silent(world, linked, "ana", "jajaja buenísimo, entonces nos vemos a las 12")


@each_row(["borra la 3", "1 70"], given="world linked")
async def test_what_is_to_be_done_is_said_to_be_done_in_private(world, linked, words):
    said = await says(world, linked, "ana", f"@semaforo_bot {words}", "Eso lo hago en privado")
    assert [button.url for button in said.buttons]


async def test_an_event_goes_on_in_private_as_its_draft_for_who_said_it(world, linked):
    said = await says(world, linked, "ana", "@semaforo_bot junta con luis mañana 10", "Lo tengo.")
    assert "junta" not in said.text
    start = said.button("💬 Abrir en privado").url.partition("?start=")[2]
    await world.says("ana", f"/start {start}", sees=["Evento nuevo", "junta con luis", "24 de noviembre", "Luis"])
    assert "Evento nuevo" not in (await world.says("luis", f"/start {start}")).text


async def test_an_event_without_a_time_goes_on_in_private_too(world, linked):
    said = await says(world, linked, "ana", "@semaforo_bot junta con luis", "Lo demás lo vemos en privado")
    assert [button.url for button in said.buttons]


async def test_of_a_person_all_days_that_are_asked_about_are_told(world, linked):
    said = await says(world, linked, "ana", "@semaforo_bot cómo le fue a ana la semana pasada", "Lo leí como")
    assert "Cómo le fue a Ana" in said.text


async def test_without_a_mention_nothing_is_answered(world, linked):
    assert await silent(
        world, linked, "ana", "¿quién está en rojo?", "@semaforo_bots ¿quién está en rojo?", "a@semaforo_bot"
    )


async def test_a_group_that_is_not_linked_answers_nothing_of_a_team(world, group):
    assert NOT_LINKED in (await says(world, group, "ana", "@semaforo_bot ¿quién está en rojo?")).text


async def test_who_is_not_of_the_team_is_refused(world, linked):
    said = await says(world, linked, "pablo", "@semaforo_bot ¿quién está en rojo?")
    assert "Contrato" not in said.text
    assert "Lo leí como" not in said.text


async def test_who_is_not_known_is_told_once(world, linked):
    await says(world, linked, "mallory", "@semaforo_bot ¿quién está en rojo?", "Solo respondo a quienes")
    assert await silent(world, linked, "mallory", "@semaforo_bot ¿quién está en rojo?")
