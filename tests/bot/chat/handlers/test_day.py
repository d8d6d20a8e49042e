"""A day in the chat: open, lights, percentages by button and by typing, why, avance, close, other days."""

from datetime import timedelta

import pytest

from core.base.errors import NotFound
from core.base.model import TaskStatus
from core.people import absences
from core.people.absences import AbsenceCreate
from tests.bot.world import check
from tests.cast import TODAY, day
from tests.tables import each_row


@pytest.fixture
async def panel(world):
    """Ana's day as it is before anything: three tasks wait."""
    await world.task("ana", text="Revisar contrato", due=10)
    await world.task("ana", text="Preparar junta", due=1)
    await world.task("ana", text="Cerrar inventario", due=-2)
    return await world.says("ana", "/hoy", "lunes, 23 de noviembre de 2026")


async def item(world, panel, button="🔴 #3 · 0\u00a0%"):
    return await world.taps("ana", panel, "☀️ Abrir el día", button)


async def test_a_percentage_pressed_leaves_the_question_why_open(world, panel):
    panel = await item(world, panel)
    await world.taps("ana", panel, "🟠", "+10", sees="🟠 ¿Por qué?", offers="Ahora no")
    await world.says("ana", "Falta la firma", "Comentario guardado")
    assert await world.comments(await world.task_by_id(3)) == ["Falta la firma"]


async def test_nobody_asks_why_of_an_item_that_is_done(world, panel):
    panel = await item(world, panel)
    await world.taps("ana", panel, "🟠", "100", hides="¿Por qué?")


async def test_a_percentage_pressed_leaves_the_request_for_a_comment_open(world, panel):
    panel = await item(world, panel)
    await world.taps("ana", panel, "💬 Comentar", "50", sees="Escribe tu comentario")
    await world.says("ana", "Ya casi", "Comentario guardado")


async def test_not_now_drops_the_question(world, panel):
    panel = await item(world, panel)
    await world.taps("ana", panel, "🔴 ✓", "Ahora no", hides="¿Qué la detiene")
    await world.says("ana", "nada", sees="Para cambiar el porcentaje")
    assert await world.comments(await world.task_by_id(3)) == []


async def test_a_number_replied_to_an_item_is_its_percentage_even_later(world, panel):
    panel = await item(world, panel)
    await world.says("ana", "/tareas", "Mis tareas")
    await world.replies("ana", panel, "70", "70\u00a0%, guardado")
    assert (await world.log("ana")).items[0].porcentaje == 70


async def test_words_replied_to_an_item_are_a_comment(world, panel):
    panel = await item(world, panel)
    await world.replies("ana", panel, "Ya casi", "Comentario guardado en la tarea 3")
    assert await world.comments(await world.task_by_id(3)) == ["Ya casi"]


async def test_a_number_is_a_comment_where_a_comment_was_asked_for(world, panel):
    panel = await item(world, panel)
    await world.taps("ana", panel, "💬 Comentar")
    await world.says("ana", "45", "Comentario guardado")
    assert await world.comments(await world.task_by_id(3)) == ["45"]
    assert (await world.log("ana")).items[0].porcentaje == 0


@pytest.mark.parametrize("words", ["9" * 40, "45.5"])
async def test_a_number_that_is_not_a_percentage_is_refused_in_a_sentence(world, panel, words):
    panel = await item(world, panel)
    await world.says("ana", words, "El porcentaje es un número entero, de 0 a 100.")
    assert (await world.log("ana")).items[0].porcentaje == 0


async def test_a_hundred_closes_the_task_and_offers_to_reopen(world, panel):
    panel = await item(world, panel)
    panel = await world.taps("ana", panel, "75", "100", sees="🟢 Verde · ▰▰▰▰▰ 100\u00a0%")
    assert panel.keyboard == [["💬 Comentar", "♻️ Reabrir", "📋 Tarea"], ["‹ Volver al día"], ["↩ Deshacer"]]
    assert (await world.task_by_id(3)).estatus is TaskStatus.CERRADA
    await world.taps("ana", panel, "♻️ Reabrir", sees="75\u00a0%", notice="Reabierta")
    assert (await world.task_by_id(3)).estatus is TaskStatus.EN_PROCESO


async def test_a_day_without_tasks_opens_empty(world):
    panel = await world.says("luis", "/hoy", "Sin abrir")
    panel = await world.taps("luis", panel, "☀️ Abrir el día", sees="Este día no tiene tareas")
    await world.taps("luis", panel, "🔒 Cerrar el día", sees="cerrado 9:00")


async def test_a_task_that_comes_stands_in_the_open_day_marked_new_until_it_is_touched(world, panel):
    panel = await world.taps("ana", panel, "☀️ Abrir el día", hides="🆕")
    world.clock.advance(minutes=1)
    await world.task("ana", by="lucia", text="Recién llegada")
    panel = await world.taps("ana", panel, "🔄 Actualizar", sees="🟢 🆕 nueva: #4 \u2068Recién llegada")
    item = await world.taps("ana", panel, "🟢 #4 · 0\u00a0%")
    await world.taps("ana", item, "50", "‹ Volver al día", sees="🟢 #4 \u2068Recién llegada", hides="🆕")


async def test_days_are_turned_and_today_is_one_press_away(world, panel):
    panel = await world.taps("ana", panel, "◀\u00a0dom\u00a022", "◀\u00a0sáb\u00a021")
    assert "sábado, 21 de noviembre de 2026" in panel.text
    await world.taps("ana", panel, "Hoy", sees="lunes, 23 de noviembre de 2026")


async def test_a_day_too_far_ahead_says_from_when_instead_of_offering_to_open(world, panel):
    panel = await world.taps("ana", panel, "mar\u00a024\u00a0▶", "mié\u00a025\u00a0▶")
    assert "miércoles, 25 de noviembre de 2026\n⚪\ufe0f Sin abrir" in panel.text
    check(panel, sees="Lo puedes abrir desde el mar,\u00a024\u00a0nov.", lacks="☀️ Abrir el día")
    world.clock.advance(days=1)
    again = await world.says("ana", "/hoy mañana", "miércoles, 25")
    assert again.keyboard[0] == ["☀️ Abrir el día"]


async def test_opening_a_day_too_far_ahead_is_refused(world, panel):
    notice = "Ese día aún no se puede abrir: solo hasta mar, 24 nov."
    await world.forges("ana", f"1:O:{day(2)}:{TODAY}", panel, notice=notice, alert=True)


async def test_a_day_long_past_is_not_offered_to_open_and_is_refused(world, panel):
    panel = await world.says("ana", "/hoy 15 de noviembre", "domingo, 15 de noviembre")
    assert "Ya no se puede abrir: se podía hasta el dom,\u00a022\u00a0nov." in panel.text
    assert panel.keyboard == [["◀\u00a0sáb\u00a014", "Hoy", "lun\u00a016\u00a0▶"]]
    notice = "Ese día ya no se puede abrir: solo desde lun, 16 nov."
    await world.forges("ana", f"1:O:{day(-8)}:{TODAY}:True", panel, notice=notice)
    with pytest.raises(NotFound):
        await world.log("ana", -8)


async def test_a_past_day_says_when_it_was_opened(world, panel):
    opened = await world.says("ana", "/abrir viernes pasado", "Día abierto")
    assert "viernes, 20 de noviembre de 2026\nabierto lun,\u00a023\u00a0nov, 9:00" in opened.text


@pytest.mark.parametrize(
    ("words", "heading", "why"),
    [
        ("sábado", "sábado, 21 de noviembre", "día libre"),
        ("16 de noviembre", "lunes, 16 de noviembre", "día festivo: Día de la Revolución"),
        ("martes", "martes, 17 de noviembre", "ese día no estás"),
    ],
    ids=["day off", "holiday", "absence"],
)
async def test_a_day_that_one_does_not_work_is_opened_only_when_asked_again(world, panel, words, heading, why):
    world.clock.set(world.clock.now() - timedelta(days=7))
    request = AbsenceCreate(first_day=day(-6), last_day=day(-6))
    await world.act("ana", absences.declare_absence, request)
    world.clock.advance(days=7)
    asked = await world.says("ana", f"/abrir {words}", "¿Lo abres de todos modos?", sees=[heading, f"➖ {why}"])
    assert asked.keyboard[0] == ["☀️ Abrir de todos modos"]
    await world.taps("ana", asked, "☀️ Abrir de todos modos", sees="abierto")


async def test_a_button_drawn_on_a_working_day_asks_again_on_a_day_off(world, panel):
    world.clock.advance(days=5)
    notice = "Ese día no te toca trabajar. ¿Lo abres de todos modos?"
    refused = await world.taps("ana", panel, "☀️ Abrir el día", notice=notice, alert=True)
    assert refused.keyboard[0] == ["☀️ Abrir de todos modos"]


async def test_a_day_closed_without_items_is_reopened_with_what_was_assigned_since(world):
    panel = await world.says("luis", "/abrir", "Este día no tiene tareas")
    panel = await world.taps("luis", panel, "🔒 Cerrar el día")
    task = await world.task("luis", text="Llegó después")
    await world.taps("luis", panel, "♻️ Reabrir el día", sees="Llegó después", notice="Día abierto de nuevo")
    log = await world.log("luis")
    assert (log.closed_at, [item.task_id for item in log.items]) == (None, [task.id])


async def test_opening_a_closed_day_does_not_say_that_it_was_just_closed(world):
    open_panel = await world.says("ana", "/abrir", "Día abierto")
    await world.close_log("ana")
    await world.says("ana", "/abrir", sees="El día ya está cerrado. Para seguir, reábrelo.")
    await world.says("ana", "/cerrar", sees="El día ya estaba cerrado.")
    await world.says("ana", "/avance", sees="El día lun, 23 nov está cerrado. Para seguir, reabre una tarea.")
    await world.taps("ana", open_panel, "🔒 Cerrar el día", notice="El día ya estaba cerrado.")


async def test_a_number_with_no_item_chosen_says_to_choose_one(world, panel):
    assert (await world.says("ana", "72.5")).text.startswith("Toca primero una tarea, ")


async def test_the_question_why_stays_open_when_a_number_comes_first(world, panel):
    panel = await item(world, panel)
    await world.taps("ana", panel, "🟠")
    await world.says("ana", "55", "55\u00a0%, guardado")
    await world.says("ana", "No contesta el proveedor", "Comentario guardado en la tarea 3")
    assert await world.comments(await world.task_by_id(3)) == ["No contesta el proveedor"]


@each_row(["/hoy", "/abrir", "/avance", "/cerrar"], given="world")
async def test_the_commands_of_a_day_take_a_date_or_say_which_they_understand(world, command):
    await world.open_log("ana", -1)
    await world.says("ana", f"{command} ayer", sees="domingo, 22 de noviembre")
    await world.says("ana", f"{command} luego", sees="No entendí la fecha «luego»")
    await world.says("ana", f"{command} lunes 4 a las 10", sees="No entendí la fecha «lunes 4 a las 10»")


async def test_a_task_opened_from_an_item_leads_back_to_its_day(world, panel):
    panel = await world.taps("ana", await item(world, panel), "📋 Tarea", "💬 Comentar", "Ahora no")
    assert panel.keyboard[-1] == ["‹ Volver al día", "🔕"]
    await world.taps("ana", panel, "‹ Volver al día", sees="lunes, 23 de noviembre")


async def test_a_long_day_is_paged(world):
    for number in range(23):
        await world.task("ana", text=f"Tarea {number:02}")
    panel = await world.says("ana", "/abrir", "abierto")
    assert [button.text for button in panel.rows[5]] == ["‹", "1/3", "›"]
    panel = await world.taps("ana", panel, "›", sees="🟢 #11 ")
    panel = await world.taps("ana", panel, "›", sees="🟢 #23 ")
    item = await world.taps("ana", panel, "🟢 #23 · 0\u00a0%")
    await world.taps("ana", item, "‹ Volver al día", sees="🟢 #23 ")


async def test_yesterdays_open_day_can_be_closed_today(world, panel):
    world.clock.advance(days=-1)
    await world.open_log("ana", -1)
    world.clock.advance(days=1)
    await world.taps("ana", panel, "◀\u00a0dom\u00a022", "🔒 Cerrar el día", "🔒 Cerrar así", sees="cerrado")
    assert (await world.log("ana", -1)).closed_at
    assert day(-1) == (await world.log("ana", -1)).fecha


async def test_times_of_a_day_name_their_zone_where_the_readers_clock_shows_another(world, panel):
    named = "🌍 Horas de Ciudad de México"
    await world.change_user("ana", timezone="America/Chicago")
    opened = await world.taps("ana", panel, "☀️ Abrir el día")
    assert named not in opened.text, "in November the two clocks show the same"
    await world.change_user("ana", timezone="Europe/Madrid")
    for command in ("/hoy", "/resumen"):
        await world.says("ana", command, sees=["abierto 9:00", named])
    assert named not in (await world.taps("lucia", await world.says("lucia", "/equipo"), "🔴 Ana")).text
    await world.change_user("lucia", timezone="Europe/Madrid")
    await world.taps("lucia", await world.says("lucia", "/equipo"), "🔴 Ana", sees=["abierto 9:00", named])


@pytest.mark.parametrize(
    "words",
    ["cerremos el dia, termine los volantes", "that's it for today, volantes done"],
)
async def test_a_report_with_words_that_close_the_day_is_kept_and_closes_it(world, words):
    for text in ("Imprimir los volantes", "Permisos"):
        await world.task("ana", text=text, due=9)
    await world.says("ana", "/abrir")
    await world.says("ana", words, "✅ 1 tarea guardada. Día cerrado")
    assert await world.percents("ana") == [100, 0]
