"""Questions to the bot in a group, by a mention: answered there as the group may see it."""

from tests.bot.chat.handlers.in_groups import NOT_LINKED, says, silent
from tests.tables import each_row


@each_row(
    [
        ("@semaforo_bot ¿quién está en rojo?", ["lo que está en rojo de tu equipo", "En rojo"]),
        ("¿quién falta de abrir? @Semaforo_Bot", ["quién falta de abrir", "Ana", "Luis"]),
        ("@semaforo_bot cómo va Ana", ["el día de Ana", "Contrato"]),
        ("@semaforo_bot how is the team doing?", ["cómo va el equipo", "Ana"]),
        ("@semaforo_bot tareas atrasadas", ["tareas atrasadas", "Contrato"]),
    ],
    given="world linked",
)
async def test_a_question_about_the_team_is_answered_there(world, linked, words, sees):
    said = await says(world, linked, "ana", words, "Lo leí como")
    assert all(each in said.text for each in sees), said.text
    assert "Secreto" not in said.text


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
        ("gracias @semaforo_bot", "¡De nada!"),
        ("hola @semaforo_bot", "Aquí contesto sobre el equipo"),
        ("@semaforo_bot anoche soñé con dragones", "No estoy seguro de qué me pides"),
        ("@semaforo_bot tarea para mí: imprimir gafetes jueves", "Lo demás lo vemos en privado"),
    ],
    given="world linked",
)
async def test_who_speaks_to_the_bot_is_always_answered(world, linked, words, answer):
    assert answer in (await says(world, linked, "ana", words)).text


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
