"""The day: `/hoy`, `/abrir`, `/avance`, `/cerrar`, and a percentage typed."""

from core.base.model import Semaforo
from tests.chat.document import conversation


@conversation("Live a day in one message", "hoy")
async def test_a_day(talk):
    await talk.ana.says("/hoy", "/today")
    await talk.ana.presses("☀️ Abrir el día", "☀️ Open the day")
    await talk.ana.presses("🟢 #1 · 40 %", "🟢 #1 · 40%")
    await talk.ana.presses("50")
    await talk.ana.presses("+10")
    await talk.ana.presses("🟠")
    await talk.ana.says("Falta la firma de su director.", "Their director has not signed yet.")
    await talk.ana.presses("‹ Volver al día", "‹ Back to the day")
    await talk.later("At a quarter past one.", hours=4, minutes=15)
    await talk.ana.presses("📤 Enviar avance", "📤 Send report")
    await talk.ana.presses("📤 Enviar", "📤 Send")
    await talk.later("At half past five.", hours=4, minutes=15)
    await talk.ana.presses("🔒 Cerrar el día", "🔒 Close the day")
    log = await talk.world.log("ana")
    assert log.closed_at is not None
    assert [(item.porcentaje, item.semaforo) for item in log.items if item.task_id == 1] == [(60, Semaforo.NARANJA)]
    comments = await talk.world.comments(await talk.task(1))
    assert comments[-1] == talk.words("Falta la firma de su director.", "Their director has not signed yet.")


@conversation("Open, report on and close the day by commands", "abrir", "avance", "cerrar")
async def test_by_commands(talk):
    await talk.luis.says("/avance", "/report")
    await talk.luis.says("/abrir", "/open")
    await talk.luis.says("/avance", "/report")
    await talk.luis.presses("📤 Enviar", "📤 Send")
    await talk.luis.says("/cerrar", "/close")
    log = await talk.world.log("luis")
    assert log.avance_at is not None
    assert log.closed_at is not None


@conversation("Report on the day in one message", "hoy")
async def test_a_day_in_one_message(talk):
    await talk.ana.says(
        "1 70, 2 rojo faltan las cifras @luis, 3 listo", "1 70, 2 red the figures are missing @luis, 3 done"
    )
    await talk.ana.says("1 80, 8 lsito, enviar", "1 80, 8 doen, send")
    await talk.ana.presses("✅ Guardar lo demás (1)", "✅ Save the rest (1)")
    log = await talk.world.log("ana")
    assert [item.porcentaje for item in log.items] == [80, 80, 100]
    assert log.avance_at is not None


@conversation("Type a percentage", "hoy")
async def test_a_percentage_typed(talk):
    await talk.world.open_log("ana")
    await talk.ana.says("/hoy", "/today")
    day_of_ana = talk.ana.message
    await talk.ana.says("45")
    await talk.ana.presses("🔴 #2 · 80 %", "🔴 #2 · 80%", on=day_of_ana)
    await talk.ana.says("95 %")
    await talk.ana.says("120")
    items = (await talk.world.log("ana")).items
    assert [item.porcentaje for item in items if item.task_id == 2] == [95]


@conversation("Look at another day", "hoy")
async def test_another_day(talk):
    await talk.ana.says("/hoy viernes", "/today friday")
    await talk.ana.presses("#1 · ", "#1 · ")
    await talk.ana.presses("♻️ Reabrir", "♻️ Reopen")
    await talk.ana.says("/hoy cuando se pueda", "/today whenever")
    assert (await talk.world.log("ana", -3)).closed_at is None
