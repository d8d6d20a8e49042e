"""Tasks in the chat: lists, cards, states, comments; and what one may not see does not exist."""

import pytest

from core.base.model import TaskStatus
from tests.bot.world import check
from tests.tables import each_row


async def test_the_list_is_mine_soonest_first_with_late_ones_marked(world):
    await world.task("ana", text="Después", due=9)
    await world.task("ana", text="Atrasada", due=-1)
    await world.task("luis", text="De Luis", due=1)
    await world.task("luis", "ana", by="lucia", text="Compartida", due=3)
    said = await world.says("ana", "/tareas", "Mis tareas · abiertas · 3")
    assert said.text.index("Atrasada") < said.text.index("Compartida") < said.text.index("Después")
    check(said, sees="⚠️ venció dom,\u00a022\u00a0nov", hides="De Luis")


async def test_a_long_list_is_paged_and_a_card_leads_back_to_its_page(world):
    for number in range(11):
        await world.task("ana", text=f"Tarea n{number:02}", due=number)
    said = await world.says("ana", "/tasks", "Mis tareas")
    second = await world.taps("ana", said, "›", sees="Tarea n10")
    card = await world.taps("ana", second, "#11 · Tarea n10")
    await world.taps("ana", card, "‹ Mis tareas", sees="Tarea n10")


async def test_a_card_tells_the_task_and_its_last_comments(world):
    task = await world.task("luis", "ana", by="lucia", text="Contrato <b>& anexos", due=3)
    for number in range(7):
        await world.comment("luis", task, f"nota {number}")
    card = await world.says("ana", f"/tarea {task.id}", f"Tarea {task.id}")
    check(card, sees=["Contrato <b>& anexos", "Pendiente · vence jue,\u00a026\u00a0nov · prioridad media"])
    check(card, sees=["Líder: Lucía", "Responsables: Luis, Ana", "7 comentarios", "nota 6"], hides="nota 1")


@pytest.mark.parametrize("words", ["/tarea #1", "/TASK_1"])
async def test_a_task_by_number(world, words):
    await world.task("ana")
    await world.says("ana", words, sees="Revisar contrato")


@pytest.mark.parametrize("words", ["/tarea x", "/tarea ١"])
async def test_a_task_without_a_number_is_asked_for(world, words):
    task = await world.task("ana")
    said = await world.says("ana", words, sees="así: /tarea 12")
    await world.taps("ana", said, "#1 · Revisar contrato", sees=f"Tarea {task.id}")


@pytest.mark.parametrize("number", ["0", "9" * 18])
async def test_a_task_that_is_not_there(world, number):
    said = await world.says("ana", f"/tarea {number}")
    assert said.text == f"No encuentro la tarea {number} entre las que puedes ver."


async def test_a_colleagues_hidden_task_is_like_none(world):
    task = await world.task("pablo", text="Secreto")
    missing = (await world.says("ana", "/tarea 999")).text.replace("999", "N")
    hidden = (await world.says("ana", f"/tarea {task.id}")).text.replace(str(task.id), "N")
    assert hidden == missing
    await world.says("ana", f"/comentar {task.id} hola", sees=f"No encuentro la tarea {task.id}")
    for data in (f"1:t:{task.id}", f"1:S:{task.id}:o:0:0:0:CERRADA", f"1:t:{task.id}:c"):
        panel = await world.says("ana", "/hoy")
        await world.forges("ana", data, panel)
        assert not any("Secreto" in message.text for message in world.phone("ana").messages)
    assert await world.comments(task) == []
    assert (await world.task_now(task)).estatus is TaskStatus.PENDIENTE
    await world.says("ana", "/tareas", hides="Secreto")


async def test_a_responsible_cannot_leave_closed_but_its_leader_can(world):
    task = await world.task("ana", by="lucia", estatus=TaskStatus.CERRADA)
    card = await world.says("ana", f"/tarea {task.id}", lacks="🔀 Estado")
    await world.forges("ana", f"1:S:{task.id}:o:0:0:0:EN_PROCESO", card, notice_has="reábrela en tu día", alert=True)
    card = await world.says("lucia", f"/tarea {task.id}")
    await world.taps("lucia", card, "🔀 Estado", "En proceso")
    assert (await world.task_now(task)).estatus is TaskStatus.EN_PROCESO


async def test_a_stale_state_is_refused_and_the_card_redrawn(world):
    task = await world.task("ana")
    choice = await world.taps("ana", await world.says("ana", "/tarea 1"), "🔀 Estado")
    await world.change_task("ana", task, estatus=TaskStatus.EN_PROCESO)
    await world.taps("ana", choice, "En planeación", sees="En proceso", notice_has="no puede pasar", alert=True)


async def test_a_comment_by_command_keeps_the_words_as_they_are(world):
    task = await world.task("ana")
    said = await world.says("ana", "/comentar 1 Ya  hablé:\n  <i>mañana</i> & 'listo'")
    assert said.text == "💬 Comentario guardado en la tarea 1."
    assert await world.comments(task) == ["Ya  hablé:\n  <i>mañana</i> & 'listo'"]


@pytest.mark.parametrize("words", ["/comentar #1 ", "/comentar1"])
async def test_a_comment_without_its_words_is_asked_for(world, words):
    task = await world.task("ana")
    await world.says("ana", words, sees="Escribe tu comentario")
    await world.says("ana", "Ya hablé", "Comentario guardado")
    assert await world.comments(task) == ["Ya hablé"]


async def test_nobody_is_asked_for_a_comment_on_what_they_may_not_see(world):
    await world.task("pablo")
    assert (await world.says("ana", "/comentar 1")).text == "No encuentro la tarea 1 entre las que puedes ver."


async def test_the_comment_button_takes_what_is_typed_next(world):
    task = await world.task("ana")
    await world.taps("ana", await world.says("ana", "/tarea 1"), "💬 Comentar", sees="Escribe tu comentario")
    await world.says("ana", "50", "guardado", sees="50", hides="Escribe tu comentario")
    assert await world.comments(task) == ["50"]


@pytest.mark.parametrize("command", ["/tareas", "/nada"])
async def test_another_command_drops_the_question(world, command):
    task = await world.task("ana")
    await world.taps("ana", await world.says("ana", "/tarea 1"), "💬 Comentar")
    await world.says("ana", command)
    await world.says("ana", "anoche soñé con dragones", sees="lo guardo")
    assert await world.comments(task) == []


async def test_a_question_is_forgotten_after_a_day(world):
    task = await world.task("ana")
    await world.taps("ana", await world.says("ana", "/tarea 1"), "💬 Comentar")
    world.clock.advance(hours=25)
    await world.says("ana", "tarde", sees="No entendí")
    assert await world.comments(task) == []


async def test_a_comment_of_two_thousand_emoji_is_kept_and_one_more_refused(world):
    task = await world.task("ana")
    for size, said in ((2000, "guardado"), (2001, "El comentario es demasiado largo: caben 2000")):
        await world.phone("ana").send("/comentar 1 " + "😀" * size)
        await world.phone("ana").wait(said)
    assert [len(words) for words in await world.comments(task)] == [2000]


async def test_a_whole_long_description_is_told_over_several_messages(world):
    words = "\n".join(f"{number} " + "&<😀" * 30 for number in range(120))
    await world.task("ana", text=words)
    card = await world.says("ana", "/tarea 1", "Responsables: Ana")
    parts = [message.text for message in world.phone("ana").messages if message.from_bot]
    assert len(parts) > 2
    told = "\n".join(parts).replace("\u2068", "").replace("\u2069", "")
    assert words in told
    await world.taps("ana", card, "💬 Comentar", "Ahora no", sees="…")


@each_row(
    ["atrasadas", "vencidas", "ATRASADAS", "late", "esta semana", "week", "planeación", "open", "pendientes"],
    given="world",
)
async def test_the_list_takes_a_filter(world, words):
    shown = {"esta semana": "esta semana", "week": "esta semana", "planeación": "en planeación", "open": "abiertas"}
    shown["pendientes"] = "abiertas"
    await world.says("ana", f"/tareas {words}", f"Mis tareas · {shown.get(words, 'atrasadas')} · 0")


async def test_a_closed_card_reopens_by_todays_item_or_says_how(world):
    task = await world.task("ana", by="lucia")
    await world.open_log("ana")
    await world.change_task("lucia", task, estatus=TaskStatus.CERRADA)
    card = await world.says("ana", f"/tarea {task.id}", sees="✅ Cerrada · prioridad media", hides="Pendiente")
    await world.taps("ana", card, "♻️ Reabrir", sees="En proceso")
    assert (await world.task_now(task)).estatus is TaskStatus.EN_PROCESO
    await world.change_task("lucia", task, estatus=TaskStatus.CERRADA)
    world.clock.advance(days=1)
    await world.says("ana", f"/tarea {task.id}", sees="Para retomarla, reábrela en tu día.", lacks="♻️ Reabrir")
