"""Old buttons, double presses, two people at once: the answer says what holds now and the panel is true."""

import pytest

from core.work import daily_logs, tasks
from tests.cast import TODAY, day


@pytest.fixture
async def panel(world):
    """Ana's only item, as its panel shows it."""
    await world.task("ana", text="Revisar contrato", due=9)
    return await world.taps("ana", await world.says("ana", "/abrir", "abierto"), "🟢 #1 · 0\u00a0%")


async def the_item(world):
    return (await world.log("ana")).items[0]


@pytest.mark.parametrize("button", ["50", "🔴"])
async def test_yesterdays_buttons_change_nothing(world, panel, button):
    world.clock.advance(days=1)
    sees, notice = "lunes, 23 de noviembre de 2026", "Eso es del día lun, 23 nov; no se cambió nada."
    await world.taps("ana", panel, button, sees=sees, notice=notice, alert=True)
    assert (await the_item(world)).porcentaje == 0


async def test_a_day_gone_to_on_purpose_takes_changes(world, panel):
    world.clock.advance(days=1)
    past = await world.taps("ana", await world.says("ana", "/hoy"), "◀\u00a0lun\u00a023", "🟢 #1 · 0\u00a0%")
    await world.taps("ana", past, "50")
    assert (await the_item(world)).porcentaje == 50


async def test_yesterdays_avance_and_close_change_nothing(world, panel):
    day_panel = await world.taps("ana", panel, "‹ Volver al día")
    world.clock.advance(days=1)
    for button in ("📤 Enviar avance", "🔒 Cerrar el día"):
        await world.taps("ana", day_panel, button, notice_has="no se cambió nada")
    log = await world.log("ana")
    assert (log.avance_at, log.closed_at) == (None, None)


async def test_yesterdays_open_button_opens_today(world):
    panel = await world.says("luis", "/hoy", "Sin abrir")
    world.clock.advance(days=1)
    await world.taps("luis", panel, "☀️ Abrir el día", sees="martes, 24 de noviembre")
    assert (await world.log("luis", 1)).fecha == day(1)
    with pytest.raises(daily_logs.NotFound):
        await world.log("luis")


async def test_a_log_closed_meanwhile(world, panel):
    await world.close_log("ana")
    notice = "El día lun, 23 nov está cerrado. Para seguir, reabre una tarea."
    await world.taps("ana", panel, "50", sees="El día está cerrado", notice=notice, alert=True)
    assert (await the_item(world)).porcentaje == 0


async def test_a_task_deleted_meanwhile_leaves_the_day(world, panel):
    item = await the_item(world)
    await world.act("ana", tasks.delete_task, item.task_id)
    sees, notice = ["🗑 tarea eliminada", "¿Deshacer esto"], "🗑 Eliminaste esta tarea a las 9:00."
    await world.taps("ana", panel, "50", sees=sees, notice=notice, alert=True)
    await world.says("ana", "/hoy", "lunes, 23 de noviembre", hides="Revisar")


async def test_a_double_press_changes_once_and_both_are_answered(world, panel):
    phone = world.phone("ana")
    presses = [await phone.press(panel, "+10") for _ in range(5)]
    for press in presses:
        assert not (await phone.wait_answer(press)).show_alert
    await world.quiet()
    assert (await the_item(world)).porcentaje == 10
    assert "10\u00a0%" in phone.current(panel).text


async def test_a_burst_on_one_panel_ends_true(world, panel):
    phone = world.phone("ana")
    for number in range(30):
        await phone.press(panel, ["25", "50", "75", "🟡", "🟠"][number % 5])
    await world.quiet()
    item = await the_item(world)
    assert (item.porcentaje, item.semaforo) == (75, "NARANJA")
    assert "🟠 Naranja · ▰▰▰▱▱ 75\u00a0%" in phone.current(panel).text


async def test_somebody_elses_item_forged_into_a_press(world, panel):
    item = await the_item(world)
    own = await world.says("luis", "/hoy")
    for data in (
        f"1:i:{TODAY}:{item.id}",
        f"1:P:{TODAY}:{TODAY}:{item.id}:90",
        f"1:L:{TODAY}:{TODAY}:{item.id}:ROJO",
        f"1:R:{TODAY}:{TODAY}:{item.id}",
        f"1:C:{TODAY}:{TODAY}:{(await world.log('ana')).id}",
    ):
        own, _ = await world.forges("luis", data, own, sees="lunes, 23 de noviembre", hides="Revisar")
    assert await the_item(world) == item


@pytest.mark.parametrize("data", ["", "0:x", "1:d:ayer"])
async def test_a_button_of_another_version_redraws_what_the_message_shows(world, panel, data):
    await world.forges("ana", data, panel, notice="Ese botón es de antes. Esto es lo que hay ahora.")
    await world.quiet()
    assert world.phone("ana").current(panel).text == panel.text


async def test_a_percentage_forged_out_of_range_is_refused(world, panel):
    _, answer = await world.forges("ana", f"1:P:{TODAY}:{TODAY}:{(await the_item(world)).id}:101", panel)
    assert answer.text == "El porcentaje es un número entero, de 0 a 100."


async def test_a_button_of_a_message_the_app_forgot(world, panel):
    """The app can still show a press for a message that the bot cannot edit any more: a new one stands in."""
    world.sandbox.faults.refuse(400, "Bad Request: message to edit not found", method="editMessageText")
    press = await world.phone("ana").press(panel, "50")
    await world.phone("ana").wait_answer(press)
    again = await world.phone("ana").wait("50\u00a0%")
    assert again.id != panel.id
    await world.quiet()
    await world.taps("ana", again, "75")
    assert (await the_item(world)).porcentaje == 75


@pytest.mark.parametrize(
    ("reply", "told"),
    [(True, "Eso es del día lun, 23 nov; no se cambió nada."), (False, "Toca primero una tarea")],
    ids=["a reply", "no reply"],
)
async def test_a_number_typed_to_yesterdays_item_changes_nothing(world, panel, reply, told):
    world.clock.advance(hours=20)
    phone = world.phone("ana")
    await (phone.reply(panel, "50") if reply else phone.send("50"))
    await phone.wait(told)
    assert (await the_item(world)).porcentaje == 0


async def test_a_number_typed_to_a_past_day_gone_to_on_purpose_counts(world, panel):
    world.clock.advance(days=1)
    await world.taps("ana", await world.says("ana", "/hoy"), "◀\u00a0lun\u00a023", "🟢 #1 · 0\u00a0%")
    await world.says("ana", "50", "50\u00a0%, guardado")
    assert (await the_item(world)).porcentaje == 50
