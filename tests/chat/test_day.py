"""The day: `/hoy`, `/abrir`, `/avance`, `/cerrar`, and a percentage typed."""

from core.base.model import Semaforo
from tests.chat.document import conversation


@conversation("Live a day in one message", "hoy")
async def test_a_day(talk):
    await talk.ana.says("/hoy", "/today")
    talk.ana.sees("Te esperan 3 tareas", "3 tasks are waiting")
    await talk.ana.presses("☀️ Abrir el día", "☀️ Open the day")
    talk.ana.told("Día abierto", "Day open")
    await talk.ana.presses("🟢 #1 · 40 %", "🟢 #1 · 40%")
    await talk.ana.presses("50")
    await talk.ana.presses("+10")
    talk.ana.sees("▰▰▰▱▱ 60 %", "▰▰▰▱▱ 60%")
    await talk.ana.presses("🟠")
    talk.ana.sees("¿Por qué?", "Why?")
    await talk.ana.says("Falta la firma de su director.", "Their director has not signed yet.")
    await talk.ana.presses("‹ Volver al día", "‹ Back to the day")
    await talk.later("At a quarter past one.", hours=4, minutes=15)
    await talk.ana.presses("📤 Enviar avance", "📤 Send report")
    talk.ana.sees("1 tarea en rojo sin motivo", "1 task is red without a reason")
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
    talk.luis.sees("Día abierto", "Day open")
    await talk.luis.says("/avance", "/report")
    talk.luis.sees("No has movido nada", "You have changed nothing")
    await talk.luis.presses("📤 Enviar", "📤 Send")
    await talk.luis.says("/cerrar", "/close")
    talk.luis.sees("Día cerrado", "Day closed")
    log = await talk.world.log("luis")
    assert log.avance_at is not None
    assert log.closed_at is not None


@conversation("Report on the day in one message", "hoy")
async def test_a_day_in_one_message(talk):
    await talk.ana.says(
        "1 70, 2 rojo faltan las cifras @luis, 3 listo", "1 70, 2 red the figures are missing @luis, 3 done"
    )
    talk.ana.sees("3 tareas guardadas", "3 tasks saved")
    await talk.ana.says("1 80, 8 lsito, enviar", "1 80, 8 doen, send")
    talk.ana.sees("No encuentro la tarea 8 en tu día", "I can't find task 8 in your day")
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
    talk.ana.sees("Toca primero una tarea", "Tap a task first")
    await talk.ana.presses("🔴 #2 · 80 %", "🔴 #2 · 80%", on=day_of_ana)
    await talk.ana.says("95 %")
    talk.ana.sees("🔴 95 %, guardado", "🔴 95%, saved")
    await talk.ana.says("120")
    talk.ana.sees("de 0 a 100", "from 0 to 100")
    items = (await talk.world.log("ana")).items
    assert [item.porcentaje for item in items if item.task_id == 2] == [95]


@conversation("Look at another day", "hoy")
async def test_another_day(talk):
    await talk.ana.says("/hoy viernes", "/today friday")
    talk.ana.sees("cerrado 18:00", "closed 6:00 PM")
    await talk.ana.presses("#1 · ", "#1 · ")
    talk.ana.sees("El día está cerrado", "The day is closed")
    await talk.ana.presses("♻️ Reabrir", "♻️ Reopen")
    talk.ana.told("Reabierta", "Reopened")
    await talk.ana.says("/hoy cuando se pueda", "/today whenever")
    talk.ana.sees("No entendí la fecha", "I didn't understand the date")
    assert (await talk.world.log("ana", -3)).closed_at is None
