"""«📝 Reportar»: a day's items one after the other, and the end, where the report is sent."""

import pytest

from core.application.requests import build
from core.base.model import Semaforo
from core.records.messages import MessageKind
from core.work import daily_logs
from core.work.daily_logs import SemaforoRequest
from tests.bot.chat.handlers.drafting import items
from tests.bot.chat.pushing import DAY, pushed
from tests.cast import TODAY

AVANCE = MessageKind.AVANCE_PROMPT


@pytest.fixture
async def prompt(world):
    """Ana's day of three tasks is open, and she is asked for her report."""
    for text in ("Contrato", "Factura", "Inventario"):
        await world.task("ana", text=text)
    await world.open_log("ana")
    return await pushed(world, "ana", AVANCE, **DAY)


async def test_a_percentage_goes_on_to_the_next_item_and_the_end_sends(world, prompt):
    panel = await world.taps("ana", prompt, "📝 Reportar", sees=["Contrato", "1 de 3"], hides="lunes")
    assert panel.keyboard[-2:] == [["Sin cambio ›"], ["‹ Volver al día"]]
    panel = await world.taps("ana", panel, "50", sees=["Factura", "2 de 3"])
    panel = await world.taps("ana", panel, "+10", "75", sees="promedio 45\u00a0%", hides="No has movido")
    assert panel.keyboard == [["📤 Enviar"], ["🔒 Enviar y cerrar"], ["‹ Volver al día"], ["↩ Deshacer"]]
    await world.taps("ana", panel, "📤 Enviar", sees="avance 9:00", notice="Avance enviado")
    assert [percent for percent, _ in await items(world)] == [50, 10, 75]
    assert (await world.log("ana")).closed_at is None


async def test_a_light_stays_and_asks_why_before_the_percentage_goes_on(world, prompt):
    panel = await world.taps("ana", prompt, "📝 Reportar", "🟠", sees=["Contrato", "¿Por qué?"], offers="Siguiente ›")
    panel = await world.says("ana", "Falta la firma", "Comentario guardado", sees=["Contrato", "1 de 3"])
    panel = await world.taps("ana", panel, "🟡", "Siguiente ›", sees="Factura")
    panel = await world.taps("ana", panel, "‹ Anterior", sees="🟡 Amarillo")
    assert await world.comments(await world.task_by_id(1)) == ["Falta la firma"]
    assert (await items(world))[0] == (0, Semaforo.AMARILLO)


async def test_a_red_asks_for_its_reason_and_goes_on_by_a_percentage_or_without(world, prompt):
    panel = await world.taps("ana", prompt, "📝 Reportar", "🔴", sees="¿Qué la detiene", offers=["25", "Siguiente ›"])
    panel = await world.taps("ana", panel, "Lucía", "25", sees=["Factura", "2 de 3"])
    panel = await world.taps("ana", panel, "🔴")
    panel = await world.says("ana", "Falta el pedido", "Motivo guardado", sees=["Factura", "2 de 3"])
    panel = await world.taps(
        "ana", panel, "Siguiente ›", "Sin cambio ›", sees=["1 tarea en rojo sin motivo", "Contrato"]
    )
    panel = await world.taps("ana", panel, "✏️ Completar", sees="¿Qué la detiene")
    await world.says("ana", "Falta la firma", "Motivo guardado", sees=["Contrato", "1 de 3"])
    assert await items(world) == [(25, Semaforo.ROJO), (0, Semaforo.ROJO), (0, Semaforo.VERDE)]


async def test_a_number_typed_goes_on_below(world, prompt):
    await world.taps("ana", prompt, "📝 Reportar")
    await world.says("ana", "40", "guardado", sees=["40\u00a0%, guardado", "Factura", "2 de 3"])
    await world.says("ana", "300", "de 0 a 100", sees=["Factura", "2 de 3"])
    assert [percent for percent, _ in await items(world)] == [40, 0, 0]


async def test_what_is_finished_is_passed_over_but_can_be_gone_back_to(world, prompt):
    await world.set_percent("ana", 100, item=1)
    panel = await world.taps("ana", prompt, "📝 Reportar", "Sin cambio ›", sees=["Inventario", "3 de 3"])
    panel = await world.taps("ana", panel, "‹ Anterior", sees="Factura", offers="♻️ Reabrir", lacks="50")
    panel = await world.taps("ana", panel, "Sin cambio ›", "100", sees="2 de 3 al 100\u00a0%")
    await world.taps("ana", panel, "🔒 Enviar y cerrar", sees="cerrado 9:00", notice="Avance enviado y día cerrado")
    log = await world.log("ana")
    assert log.avance_at == log.closed_at


async def test_nothing_changed_is_one_tap(world, prompt):
    await world.taps("ana", prompt, "👌 Sin cambios", sees="avance 9:00", notice="Avance enviado")


async def test_nothing_changed_asks_why_of_a_red_that_was_set_since(world, prompt):
    log = await world.log("ana")
    request = build(SemaforoRequest, {"fecha": TODAY, "semaforo": Semaforo.ROJO})
    await world.act("ana", daily_logs.set_semaforo, log.items[0].id, request)
    await world.taps("ana", prompt, "👌 Sin cambios", sees="1 tarea en rojo sin motivo", offers="📤 Enviar")


async def test_a_day_closed_or_not_open_is_shown_instead(world, prompt):
    await world.close_log("ana")
    await world.taps("ana", prompt, "📝 Reportar", notice_has="ya está cerrado", alert=True, offers="♻️ Reabrir el día")
    world.clock.advance(days=1)
    await world.taps("ana", prompt, "👌 Sin cambios", sees="Sin abrir", notice="Primero abre el día.")


async def test_the_days_panel_has_it_too_unless_there_is_nothing_to_report(world, prompt):
    day = await world.says("ana", "/hoy")
    assert day.keyboard[2:5] == [
        ["📝 Reportar", "📤 Enviar avance"],
        ["🔄 Actualizar", "🕘"],
        ["🔒 Cerrar el día"],
    ]
    await world.taps("ana", day, "📝 Reportar", sees="1 de 3")
    await world.open_log("luis")
    await world.says("luis", "/hoy", offers="📤 Enviar avance", lacks="📝 Reportar")
