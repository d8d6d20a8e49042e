"""A day's report in one message: `12 70, 15 rojo falta la factura @luis, 18 listo`."""

import pytest

from core.base.model import Semaforo, TaskStatus
from core.work import red
from tests.bot.chat.handlers.drafting import items
from tests.bot.world import check, plain


@pytest.fixture
async def tasks(world):
    return [await world.task("ana", text=text) for text in ("Contrato", "Factura", "Inventario")]


async def test_one_message_reports_on_the_day_which_it_opens(world, tasks):
    said = await world.says("ana", "1 70, 2 rojo falta la factura @luis, 3 listo")
    assert said.text.startswith("✅ 3 tareas guardadas. 🔴 Listo, ya le avisé a Lucía y Luis\n")
    assert await items(world) == [(70, Semaforo.VERDE), (0, Semaforo.ROJO), (100, Semaforo.VERDE)]
    assert await world.comments(tasks[1]) == ["falta la factura @luis"]
    assert (await world.task_now(tasks[2])).estatus is TaskStatus.CERRADA
    (item,) = (await world.act("ana", red.of_self)).items
    assert (item.motivo, [helper.user_id for helper in item.helpers]) == (
        "falta la factura @luis",
        [world.users["luis"].id],
    )
    assert (await world.log("ana")).avance_at is None


async def test_a_red_without_a_reason_is_asked_why_one_after_another(world, tasks):
    said = await world.says("ana", "1 70, 2 rojo, 3 atorada", "3 tareas guardadas")
    check(said, sees=["¿Qué la detiene, y quién la destraba?", "Factura"])
    said = await world.says("ana", "Falta el pedido", "Motivo guardado", sees=["¿Qué la detiene", "Inventario"])
    await world.taps("ana", said, "Ahora no", sees="Factura", hides="¿Qué la detiene")
    found = (await world.act("ana", red.of_self)).items
    assert {item.task_id: item.motivo for item in found} == {2: "Falta el pedido", 3: None}


ENDINGS = pytest.mark.parametrize(
    ("ending", "sent", "closed", "words"),
    [
        ("enviar", True, False, "Avance enviado"),
        ("cerrar", False, True, "Día cerrado"),
        ("envía y cierra el día", True, True, "Avance enviado y día cerrado"),
    ],
)


@ENDINGS
async def test_it_may_send_and_close_too(world, tasks, ending, sent, closed, words):
    await world.says("ana", f"1 40, {ending}", sees=f"guardada. {words}")
    log = await world.log("ana")
    assert (log.avance_at is not None, log.closed_at is not None) == (sent, closed)


@ENDINGS
async def test_the_end_may_be_said_alone_afterwards(world, tasks, ending, sent, closed, words):
    await world.says("ana", "1 40", sees="1 tarea guardada")
    await world.says("ana", ending, words)
    log = await world.log("ana")
    assert (log.avance_at is not None, log.closed_at is not None) == (sent, closed)


async def test_said_alone_it_asks_what_its_button_would(world, tasks):
    await world.says("ana", "enviar", "Primero abre el día.")
    await world.open_log("ana")
    await world.says("ana", "enviar y cerrar", "No has movido nada", offers=["📤 Enviar", "🔒 Enviar y cerrar"])
    assert (await world.log("ana")).avance_at is None
    await world.end_day("ana")
    check(await world.says("ana", "enviar"), sees="está cerrado")


async def test_said_under_a_draft_it_is_done_with_the_rest(world, tasks):
    await world.says("ana", "1 70, 18 listo", "Tu reporte")
    card = await world.says("ana", "enviar", "📤 Y envío tu avance.")
    assert (await world.log("ana")).avance_at is None
    await world.taps("ana", card, "✅ Guardar lo demás (1)")
    assert (await world.log("ana")).avance_at is not None


async def test_as_an_answer_to_the_day_it_goes_on_below(world, tasks):
    day = await world.taps("ana", await world.says("ana", "/hoy"), "☀️ Abrir el día")
    await world.replies("ana", day, "1 sin cambio, 3 naranja sin cifras", "2 tareas", offers="📤 Enviar avance")
    assert await items(world) == [(0, Semaforo.VERDE), (0, Semaforo.VERDE), (0, Semaforo.NARANJA)]
    assert await world.comments(tasks[2]) == ["sin cifras"]
    await world.quiet()
    assert world.phone("ana").current(day).keyboard == []
    await world.replies("ana", day, "ya casi", sees="Toca primero una tarea")


async def test_of_a_line_that_cannot_be_applied_none_is_until_a_button_applies_the_rest(world, tasks):
    await world.open_log("ana")
    await world.set_percent("ana", 100, item=2)
    card = await world.says("ana", "1 70, 3 50, 18 listo, 2 130, 1 80\n7 lsito, enviar")
    assert plain(card).splitlines() == [
        "📝 Tu reporte · sin guardar",
        "✓ #1 · 70\u00a0% · Contrato",
        "✗ #3 · La tarea está al 100\u00a0%: reábrela primero.",
        "✗ #18 · No encuentro la tarea 18 en tu día.",
        "✗ #2 · El porcentaje es un número entero, de 0 a 100.",
        "✗ #1 · Se dio más de una vez.",
        "✗ #7 · No encuentro la tarea 7 en tu día.",
        "📤 Y envío tu avance.",
        "",
        "Corrige la línea, por ejemplo: 18 listo. O guarda lo demás.",
    ]
    assert card.keyboard == [["✅ Guardar lo demás (1)", "✖ Descartar"]]
    assert [percent for percent, _ in await items(world)] == [0, 0, 100]
    await world.taps("ana", card, "✅ Guardar lo demás (1)", sees="avance 9:00")
    assert [percent for percent, _ in await items(world)] == [70, 0, 100]


async def test_the_line_may_be_corrected_in_words(world, tasks):
    await world.says("ana", "1 70, 12 listo\n2 lsito")
    card = await world.says("ana", "2 listo, 12 30", "#2", sees="✗ #12", offers="✅ Guardar lo demás (2)")
    await world.says("ana", "nubes y sol", sees="No lo entendí. Escribe por ejemplo: 12 70")
    await world.taps("ana", card, "✅ Guardar lo demás (2)", sees="promedio 56")
    assert [percent for percent, _ in await items(world)] == [70, 100, 0]


async def test_a_correction_that_leaves_nothing_wrong_is_saved_whole(world, tasks):
    await world.says("ana", "1 70\n2 lsito", sees="✗ No entendí «\u20682 lsito\u2069»")
    card = await world.says("ana", "2 verde", "#2", hides="Corrige")
    assert card.keyboard == [["✅ Guardar", "✖ Descartar"]]
    await world.taps("ana", card, "✅ Guardar")
    assert [percent for percent, _ in await items(world)] == [70, 0, 0]


async def test_on_a_day_off_or_closed_it_says_so_and_changes_nothing(world, tasks):
    await world.open_log("ana")
    await world.close_log("ana")
    await world.says("ana", "1 70", sees="ya está cerrado", offers="♻️ Reabrir y guardar")
    await world.away("luis", 0, 1)
    await world.says("luis", "1 70", offers="☀️ Abrir de todos modos")
    assert await items(world) == [(0, Semaforo.VERDE)] * 3


async def test_a_question_and_a_draft_wait_while_a_report_is_typed(world, tasks):
    await world.open_log("ana")
    await world.taps("ana", await world.says("ana", "/tarea 2"), "💬 Comentar")
    await world.says("ana", "1 70, 3 listo", "2 tareas guardadas")
    await world.says("ana", "/evento Junta mañana 16:00")
    await world.says("ana", "1 80, 2 igual", sees="2 tareas guardadas")
    assert [percent for percent, _ in await items(world)] == [80, 0, 100]
    assert await world.comments(tasks[1]) == []


async def test_killed_before_its_answer_it_is_applied_once_and_still_answered_as_saved(world, tasks):
    async with world.killed_in("sendMessage"):
        await world.phone("ana").send("1 listo, 2 rojo falta la firma, cerrar")
    await world.phone("ana").wait("✅ 2 tareas guardadas. Día cerrado. 🔴 Listo, ya le avisé a Lucía")
    assert await world.comments(tasks[1]) == ["falta la firma"]


@pytest.fixture
async def closed(world):
    """Ana's day is closed with a task that is not done."""
    task = await world.task("ana", text="Factura", due=3)
    await world.end_day("ana")
    return task


@pytest.mark.parametrize("words", ["la 1 lista", "1 100", "ya quedó la factura"])
async def test_a_report_to_a_closed_day_is_kept_and_saved_by_reopening_it(world, closed, words):
    card = await world.says("ana", words, sees=["Tu día ya está cerrado", "#1", "Factura"], offers="📅 Para mañana")
    assert (await world.log("ana")).closed_at is not None
    await world.taps("ana", card, "♻️ Reabrir y guardar", sees="100\u00a0%")
    assert (await world.log("ana")).closed_at is None
    assert (await world.task_now(closed)).estatus == "CERRADA"


async def test_a_report_to_a_closed_day_is_kept_for_tomorrow(world, closed):
    card = await world.says("ana", "la 1 va en 80", "Tu día ya está cerrado")
    card = await world.taps("ana", card, "📅 Para mañana", sees=["mar,\u00a024\u00a0nov", "80\u00a0%"])
    await world.taps("ana", card, "☀️ Abrir el día y guardar", sees="80\u00a0%")
    assert (await world.log("ana")).closed_at is not None
    (item,) = (await world.log("ana", 1)).items
    assert (item.task_id, item.porcentaje) == (closed.id, 80)


async def test_a_report_is_kept_for_no_day_off(world, closed):
    await world.away("ana", 1, 1)
    card = await world.says("ana", "la 1 lista", "Tu día ya está cerrado", lacks="📅 Para mañana")
    (draft,) = [button.data for button in card.buttons if "Reabrir" in button.text]
    assert draft


async def test_what_is_due_today_and_not_begun_is_asked_about_before_closing(world):
    await world.task("ana", text="Minuta", due=0)
    await world.task("ana", text="Contrato", due=3)
    await world.open_log("ana")
    await world.set_percent("ana", 40, item=1)
    asked = await world.says("ana", "/cerrar", sees=["Vence hoy y va en 0\u00a0%", "Minuta"], hides="Contrato")
    assert (await world.log("ana")).closed_at is None
    item = await world.taps("ana", asked, "✏️ #1", sees="Minuta")
    await world.taps("ana", item, "‹ Volver al día")
    asked = await world.says("ana", "envía y cierra el día", sees="Vence hoy y va en 0\u00a0%")
    await world.taps("ana", asked, "🔒 Cerrar así", notice="Día cerrado")
    assert (await world.log("ana")).closed_at is not None


async def test_what_is_due_today_and_begun_is_not_asked_about(world):
    await world.task("ana", text="Minuta", due=0)
    await world.open_log("ana")
    await world.set_percent("ana", 40)
    await world.says("ana", "/cerrar", "Día cerrado")
