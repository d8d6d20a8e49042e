"""A task's card for who may change it: due date, people, priority; by button and, a date, in words."""

import pytest

from bot.chat.callbacks.callback_data import AskFor, write
from bot.chat.callbacks.tasks import TaskCard
from core.base.model import TaskStatus
from tests.bot.world import labels
from tests.cast import day
from tests.tables import each_row

EDITS = ["📅 Fecha", "👥 Responsables", "❗ Prioridad", "✏️ Descripción", "🗑 Eliminar"]


async def card_of(world, who, task, command="/tarea"):
    return await world.says(who, f"{command} {task.id}", str(task.id))


@pytest.mark.parametrize(("who", "shown"), [("lucia", EDITS), ("root", EDITS), ("ana", EDITS[2:3])])
async def test_only_who_may_sees_the_buttons(world, who, shown):
    task = await world.task("ana", by="lucia")
    card = await card_of(world, who, task)
    assert [label for label in labels(card) if label in EDITS] == shown


@pytest.mark.parametrize(("fields", "left"), [({"estatus": TaskStatus.CERRADA}, EDITS[4:]), ({"isActive": False}, [])])
async def test_what_is_done_with_is_at_most_deleted(world, fields, left):
    task = await world.task("ana", by="lucia", **fields)
    assert [label for label in labels(await card_of(world, "lucia", task)) if label in EDITS] == left


async def test_words_asked_for_are_the_description(world):
    task = await world.task("ana")
    asked = await world.taps("ana", await card_of(world, "ana", task), "✏️ Descripción", sees="¿Qué hay que hacer?")
    assert asked.keyboard[0] == ["Ahora no"]
    await world.says("ana", "mañana, 20 sillas", "Descripción guardada")
    now = await world.task_now(task)
    assert (now.descripcion, now.fecha_cumplir) == ("mañana, 20 sillas", task.fecha_cumplir)
    assert await world.comments(task) == []


async def test_a_due_date_by_a_usual_day(world):
    task = await world.task("ana", due=5)
    asked = await world.taps("lucia", await card_of(world, "lucia", task), "📅 Fecha", sees="¿Para cuándo?")
    assert asked.keyboard[0] == ["Hoy", "Mañana", "vie 27", "lun 30"]
    notice = "📅 Ahora vence mar,\u00a024\u00a0nov."
    await world.taps("lucia", asked, "Mañana", sees="vence mar,\u00a024\u00a0nov", offers="📅 Fecha", notice=notice)
    assert (await world.task_now(task)).fecha_cumplir == day(1)


async def test_no_day_before_the_task_was_asked_for_is_offered_or_taken(world):
    task = await world.task("ana")
    await world.taps("ana", await card_of(world, "ana", task), "📅 Fecha", lacks="22")
    notice = "No puede vencer antes del día en que se pide."
    await world.forges("ana", f"1:TD:{task.id}:o:0:0:0:2026-11-22", notice=notice, alert=True)
    assert await world.task_now(task) == task


async def test_while_its_people_are_chosen_the_card_says_who_is_away_now(world):
    task = await world.task("ana", by="lucia", due=9)
    await world.away("luis", 1, 3)
    picker = await world.taps("lucia", await card_of(world, "lucia", task), "👥 Responsables", hides="ausencia")
    picker = await world.taps("lucia", picker, "Luis", sees="ausencia hasta el")
    await world.taps("lucia", picker, "Listo", hides="ausencia")


@pytest.mark.parametrize("words", ["lunes o martes", "<b>&"])
async def test_a_date_that_is_not_understood_is_asked_for_again(world, words):
    task = await world.task("ana")
    await world.taps("ana", await card_of(world, "ana", task), "📅 Fecha")
    await world.says("ana", words, "No entendí la fecha")
    assert await world.task_now(task) == task
    assert await world.comments(task) == []
    await world.says("ana", "mañana", "Ahora vence")
    assert (await world.task_now(task)).fecha_cumplir == day(1)


async def test_a_comment_is_still_a_comment(world):
    task = await world.task("ana")
    card = await world.taps("ana", await card_of(world, "ana", task), "📅 Fecha", "Ahora no")
    await world.taps("ana", card, "💬 Comentar")
    await world.says("ana", "mañana", "Comentario guardado")
    assert await world.comments(task) == ["mañana"]
    assert (await world.task_now(task)).fecha_cumplir == task.fecha_cumplir


async def test_people_come_and_go_and_somebody_stays(world):
    task = await world.task("ana")
    picker = await world.taps("lucia", await card_of(world, "lucia", task), "👥 Responsables")
    assert picker.keyboard[:2] == [["✓ Ana", "Lucía"], ["Luis"]]
    picker = await world.taps("lucia", picker, "Luis", offers="✓ Luis")
    picker = await world.taps("lucia", picker, "✓ Ana")
    notice = "Alguien tiene que ser responsable: pon primero a otra persona."
    refused = await world.taps("lucia", picker, "✓ Luis", offers="✓ Luis", notice=notice)
    await world.taps("lucia", refused, "Listo", sees="Responsables: Luis")
    assert (await world.task_now(task)).responsible_user_ids == [world.users["luis"].id]


async def test_a_member_is_offered_themselves_and_who_is_responsible_already(world):
    task = await world.task("ana")
    await world.change_task("root", task, responsibleUserIds=[world.users["ana"].id, world.users["pablo"].id])
    picker = await world.taps("ana", await card_of(world, "ana", task), "👥 Responsables")
    assert picker.keyboard[0] == ["✓ Ana", "✓ Pablo"]
    await world.taps("ana", picker, "✓ Pablo")
    assert (await world.task_now(task)).responsible_user_ids == [world.users["ana"].id]


async def test_who_left_after_the_choice_was_drawn_is_told(world):
    task = await world.task("ana")
    picker = await world.taps("root", await card_of(world, "root", task), "👥 Responsables")
    await world.change_user("luis", is_active=False)
    notice = "Quien elegiste ya no está. Elige a otra persona."
    await world.taps("root", picker, "Luis", lacks="Luis", notice=notice, alert=True)


@pytest.mark.parametrize("number", [1, 365])
async def test_a_forged_month_of_no_calendar_is_that_of_the_due_date(world, number):
    task = await world.task("ana", by="lucia")
    later = await world.taps("lucia", await card_of(world, "lucia", task), "📅 Fecha", "›", offers="diciembre 2026")
    await world.phone("lucia").press_data(later, write(TaskCard(task.id, AskFor.DUE, at=number)))
    await world.quiet()
    assert "noviembre 2026" in labels(world.phone("lucia").messages[-1])


async def test_a_forged_press_of_a_responsible_changes_nothing(world):
    task = await world.task("luis", "ana", by="lucia")
    only_status = "Como responsable solo puedes cambiar el estado y la prioridad."
    for data, notice in (
        (f"1:TD:{task.id}:o:0:0:0:2026-11-30", only_status),
        (f"1:TR:{task.id}:o:0:0:0:{world.users['lucia'].id}:True", only_status),
        (f"1:TX:{task.id}:o:0:0:0", "lo puede hacer quien lo creó, su líder"),
    ):
        await world.forges("ana", data, notice_has=notice, alert=True)
    assert await world.task_now(task) == task


@each_row(
    [
        *("TD:1:o:0:0:0:2026-11-30", "TR:1:o:0:0:0:3:True", "TP:1:o:0:0:0:BAJA", "TX:1:o:0:0:0"),
        *("hi:t:1:0:0", "t:1:p"),
    ],
    given="world hidden",
)
async def test_a_forged_press_on_a_hidden_task_is_like_one_on_none(world, hidden, data):
    _, answer = await world.forges("ana", f"1:{data}")
    assert answer.text in ("No encuentro la tarea 1 entre las que puedes ver.", "")
    assert not any("Secreto" in message.text for message in world.phone("ana").messages)
    assert await world.task_now(hidden) == hidden


@pytest.fixture
async def hidden(world):
    """A task of Pablo's, which Ana may not see."""
    return await world.task("pablo", text="Secreto")


async def test_the_way_back_is_kept(world):
    await world.task("ana")
    await world.says("lucia", "/equipo", "Equipo")
    await world.says("ana", "/abrir", "abierto")
    team = await world.says("lucia", "/equipo", "Equipo")
    person = await world.taps("lucia", team, team.rows[0][0].text)
    item = next(button.text for button in person.buttons if "Revisar contrato" in button.text)
    card = await world.taps(
        "lucia", person, item, "❗ Prioridad", "Alta", "📅 Fecha", "Mañana", "👥 Responsables", "Listo"
    )
    assert "‹ Volver a la persona" in labels(card)


async def test_the_question_for_a_date_is_cancelled(world):
    task = await world.task("ana")
    asked = await world.taps("ana", await card_of(world, "ana", task), "📅 Fecha")
    await world.says("ana", "/cancelar", "Cancelado")
    await world.quiet()
    assert "¿Para cuándo?" not in world.phone("ana").current(asked).text
    await world.says("ana", "mañana", sees="¿Qué quieres ver?")


@pytest.mark.parametrize(
    "words",
    [
        'ponle a la 1 "Planos finales"',
        "ponle de nombre Planos finales a la 1",
        "cambia el título de planos definitivos a Planos finales",
        "rename task 1 to Planos finales",
    ],
)
async def test_a_task_is_renamed_by_words(world, words):
    task = await world.task("ana", text="Planos definitivos")
    await world.says("ana", words, "Antes se llamaba", sees="Planos finales", offers="↩ Deshacer")
    assert (await world.task_now(task)).descripcion == "Planos finales"


@pytest.mark.parametrize("words", ["cámbiale el nombre a Planos finales", "rename it to Planos finales"])
async def test_the_task_that_is_shown_is_renamed_by_words(world, words):
    task = await world.task("ana", text="Maqueta")
    await world.says("ana", "/tarea 1", "Maqueta")
    await world.says("ana", words, "Antes se llamaba", sees="Planos finales")
    assert (await world.task_now(task)).descripcion == "Planos finales"


async def test_a_task_called_by_its_title_is_renamed_and_not_the_one_shown(world):
    shown, other = await world.task("ana", text="Maqueta"), await world.task("ana", text="Factura de abril")
    await world.says("ana", "/tarea 1", "Maqueta")
    await world.says("ana", "cámbiale el nombre a la de factura de abril: Factura de mayo", "Antes se llamaba")
    assert (await world.task_now(shown)).descripcion == "Maqueta"
    assert (await world.task_now(other)).descripcion == "Factura de mayo"


async def test_who_may_not_rename_a_task_is_told_who_may(world):
    task = await world.task("ana", text="Maqueta", by="lucia")
    await world.says("ana", "renombra la 1 a Planos", "Eso lo puede cambiar")
    assert (await world.task_now(task)).descripcion == "Maqueta"
