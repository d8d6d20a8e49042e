"""«↩ Deshacer» under what was just done, and «Historial» of a card, from which older changes are taken back."""

import pytest

from bot.chat.callbacks.callback_data import write
from bot.chat.callbacks.history import CardHistory, HistoryOf, Undo
from core.application.requests import build
from core.base.model import Priority, TaskStatus
from core.calendar import event_edits, events
from core.calendar.event_edits import EventScope
from core.records.messages import MessageKind
from core.work import tasks, undo
from core.work.tasks import TaskUpdate
from tests.bot.chat.handlers import meetings
from tests.bot.chat.handlers.drafting import items
from tests.bot.chat.pushing import written
from tests.bot.world import check, labels, plain
from tests.journaled import rows_of_journal

LUCIA_CHANGED = "Lucía cambió esto {}; ya no se puede deshacer solo.\nprioridad: quedó en «Alta» y ahora es «Baja»"
UNDO, DONE = "↩ Deshacer", "↩ Deshecho: quedó como estaba."


async def card_of(world, who, task):
    return await world.says(who, f"/tarea {task.id}", str(task.id))


def edit_of(task, **fields):
    return build(TaskUpdate, {"descripcion": task.descripcion, "fechaCumplir": task.fecha_cumplir, **fields})


async def day_of(world, *texts):
    """Ana's open day with an item for each text."""
    for text in texts:
        await world.task("ana", by="lucia", text=text)
    return await world.taps("ana", await world.says("ana", "/hoy", "Sin abrir"), "☀️ Abrir el día")


async def item_of(world):
    """The panel of the only item of Ana's day, just opened."""
    return await world.taps("ana", await day_of(world, "Contrato"), "🟢 #1 · 0\u00a0%")


@pytest.mark.parametrize("words", ["1 50, 2 rojo porque falta la firma", "1 listo, cierro"])
async def test_a_report_in_one_message_is_taken_back_whole(world, words):
    await day_of(world, "Contrato", "Factura")
    before = await items(world)
    await world.says("ana", words, "")
    await world.quiet()
    assert await items(world) != before
    said = next(each for each in reversed(world.phone("ana").messages) if UNDO in labels(each))
    await world.taps("ana", said, UNDO, notice=DONE)
    assert await items(world) == before
    assert (await world.log("ana")).closed_at is None
    assert (await world.task_by_id(1)).estatus is TaskStatus.PENDIENTE


async def test_a_moved_series_is_back_and_its_people_hear_of_it(world):
    await world.series("lucia", "ana", title="Junta")
    before = await world.act("root", events.list_events)
    said = await world.taps("lucia", await meetings.card(world, "lucia"), "🕘 Mover", "🔁 Todas las que faltan (3)")
    said = await world.taps("lucia", said, labels(said)[0])
    moved = await world.taps("lucia", said, labels(said)[0], notice="🕘 Movidas: 3 fechas.")
    world.clock.advance(minutes=5)
    await world.taps("lucia", moved, UNDO, notice=DONE, offers="🕘 Historial")
    now = await world.act("root", events.list_events)
    assert [each.start_datetime for each in now] == [each.start_datetime for each in before]
    assert len(await written(world, "ana", MessageKind.EVENT_CHANGED)) == 2


async def test_who_took_a_change_back_already_is_said(world):
    task = await world.task("ana", by="lucia")
    deleted = await world.taps("lucia", await card_of(world, "lucia", task), "🗑 Eliminar", "🗑 Sí, eliminarla")
    await world.taps("lucia", deleted, UNDO, notice=DONE)
    await world.taps("lucia", deleted, UNDO, alert=True, notice="Ya deshiciste esto a las 9:00.")
    changed = await world.taps("lucia", await card_of(world, "lucia", task), "❗ Prioridad", "Alta")
    (*_, last) = await rows_of_journal(world.store)
    await world.act("root", undo.undo_change, last.seq)
    await world.taps("lucia", changed, UNDO, alert=True, notice="Root ya deshizo esto a las 9:00.")


async def test_the_card_of_a_deleted_task_says_who_deleted_it_and_when(world):
    task = await world.task("ana", by="lucia")
    await world.act("lucia", tasks.delete_task, task.id)
    world.clock.advance(days=1)
    check(await card_of(world, "ana", task), sees="🗑 Lucía eliminó esta tarea el lun,\u00a023\u00a0nov a las 9:00.")


async def test_who_changed_it_since_and_when_is_said_with_what_it_was_and_is(world):
    task = await world.task("ana")
    changed = await world.taps("ana", await card_of(world, "ana", task), "❗ Prioridad", "Alta")
    world.clock.advance(minutes=5)
    await world.act("lucia", tasks.team_edit_task, task.id, edit_of(task, prioridad=Priority.BAJA))
    await world.taps("ana", changed, UNDO, alert=True, notice=LUCIA_CHANGED.format("a las 9:05"))
    world.clock.advance(minutes=2)
    await world.change_task("ana", task, prioridad=Priority.URGENTE)
    _, answer = await world.presses("ana", changed, UNDO)
    assert answer.text.startswith("Tú cambiaste esto a las 9:07; ya no se puede deshacer solo.")


async def test_what_changed_on_another_day_or_by_nobody_of_the_team_is_said_so(world):
    task = await world.task("ana")
    await world.change_task("ana", task, prioridad=Priority.ALTA)
    asked = await world.taps("ana", await world.says("ana", "/deshacer", "¿Deshacer esto"))
    world.clock.advance(hours=1)
    await world.operate(tasks.update_task, task.id, edit_of(task, prioridad=Priority.BAJA))
    world.clock.advance(days=1)
    _, answer = await world.presses("ana", asked, "↩ Sí, deshacer")
    assert answer.text.startswith("Semáforo cambió esto el lun,\u00a023\u00a0nov a las 10:00;")


async def test_a_press_on_what_was_deleted_says_by_whom_and_when_and_asks_whether_to_have_it_back(world):
    await world.event("lucia", "ana", title="Junta", offset=1)
    for who, restores in (("lucia", True), ("ana", False)):
        card = await meetings.card(world, who)
        await world.act("lucia", events.delete_event, 1)
        over = await world.taps(who, card, "🕘 Mover" if restores else "📨 Responder")
        assert ("↩ Sí, deshacer" in labels(over)) is restores
        if restores:
            assert "🗑 Eliminaste este evento a las 9:00." in plain(over)
            history = await world.taps(who, over, "↩ Sí, deshacer", notice=DONE, sees="♻️ evento recuperado")
            await world.taps(who, history, "‹ Volver", sees="Junta", offers="🕘 Mover")
    assert plain(over) == "🗑 Lucía eliminó este evento a las 9:00."


async def test_who_may_not_have_it_back_is_told_by_whom_it_was_deleted_and_no_more(world):
    panel = await item_of(world)
    world.clock.advance(minutes=5)
    await world.act("lucia", tasks.delete_task, 1)
    shown = await world.taps("ana", panel, "50", alert=True, notice="🗑 Lucía eliminó esta tarea a las 9:05.")
    assert not any(label.startswith("↩") for label in labels(shown))


async def test_an_undo_of_what_was_deleted_since_asks_whether_to_have_that_back(world):
    task = await world.task("ana")
    changed = await world.taps("ana", await card_of(world, "ana", task), "❗ Prioridad", "Alta")
    await world.act("ana", tasks.delete_task, task.id)
    asked = await world.taps("ana", changed, UNDO, alert=True, notice="🗑 Eliminaste esta tarea a las 9:00.")
    await world.taps("ana", asked, "↩ Sí, deshacer", notice=DONE)
    assert (await world.task_now(task)).is_active


async def test_what_is_called_off_is_told_so(world):
    await world.event("lucia", "ana", title="Junta", offset=1)
    moving = await world.taps("lucia", await meetings.card(world, "lucia"), "🕘 Mover")
    await world.act("lucia", event_edits.cancel_event, 1, EventScope())
    notice = "🚫 Cancelaste este evento a las 9:00."
    await world.taps("lucia", moving, labels(moving)[0], alert=True, notice=notice, offers="↩ Sí, deshacer")


async def test_a_history_says_who_changed_what_when_and_by_which_way(world):
    task = await world.task("ana", by="lucia")
    world.clock.advance(minutes=5)
    await world.change_task("ana", task, prioridad=Priority.ALTA)
    await world.comment("lucia", task, "Ya casi")
    history = await world.taps("ana", await card_of(world, "ana", task), "🕘 Historial")
    text = plain(history).replace("\u00a0", " ")
    assert text.startswith(f"🕘 Historial de la tarea {task.id}\n\n1. Lucía")
    assert "💬 Ya casi" in text
    assert "2. Ana · API · 9:05\nprioridad: Media → Alta" in text
    assert "📝 tarea creada" in text
    assert labels(history) == ["↩ 2", "‹ Volver"]
    await world.taps("ana", history, "‹ Volver", sees=f"Tarea {task.id}")


async def test_the_lights_of_a_task_are_in_its_history_and_what_one_press_did_is_one_entry(world):
    panel = await item_of(world)
    await world.taps("ana", panel, "🔴")
    world.clock.advance(minutes=5)
    await world.set_percent("ana", 100)
    history = await world.taps("lucia", await world.says("lucia", "/tarea 1", "Tarea 1"), "🕘 Historial")
    latest, earlier, made = plain(history).replace("\u00a0", " ").split("\n\n")[1:4]
    assert latest.splitlines()[0] == "1. Ana · API · 9:05"
    assert {"estado: Pendiente → Cerrada", "semáforo: 🔴 → 🟢", "avance: 0 % → 100 %"} <= set(latest.splitlines())
    assert earlier.splitlines() == ["2. Ana · chat · 9:00", "semáforo: 🟢 → 🔴"]
    assert "📝 tarea creada" in made


async def test_who_does_not_see_ones_day_sees_no_light_of_it_in_the_history_of_a_task(world):
    await world.task("ana", "luis", by="lucia")
    await world.open_log("ana")
    await world.set_percent("ana", 40)
    for who, sees in (("ana", True), ("lucia", True), ("luis", False)):
        history = await world.taps(who, await world.says(who, "/tarea 1", "Tarea 1"), "🕘 Historial")
        assert ("avance: 0\u00a0% → 40\u00a0%" in plain(history)) is sees


async def test_a_day_has_a_history_from_which_one_comes_back_to_it(world):
    await day_of(world, "Contrato")
    await world.set_percent("ana", 40)
    day = await world.says("ana", "/hoy", "lunes, 23 de noviembre")
    history = await world.taps("ana", day, "🕘", sees=["🕘 Historial del día", "☀️ día abierto", "#1"])
    await world.taps("ana", history, "‹ Volver", sees="lunes, 23 de noviembre")
    await world.close_log("ana")
    await world.taps("ana", await world.says("ana", "/hoy", "cerrado"), "🕘", sees="cierre: – → ")
    world.clock.advance(days=1)
    day = await world.taps("ana", await world.says("ana", "/hoy"), "◀\u00a0lun\u00a023", "🕘", "‹ Volver")
    assert "lunes, 23 de noviembre" in day.text


async def test_from_the_history_of_a_days_work_a_leader_comes_back_to_that_person(world):
    await day_of(world, "Contrato")
    log = await world.log("ana")
    panel, _ = await world.forges("lucia", write(CardHistory(HistoryOf.DAY, log.id)))
    await world.taps("lucia", panel, "‹ Volver", sees="Ana")


async def test_a_history_is_in_pages(world):
    task = await world.task("ana")
    for place in range(8):
        await world.change_task("ana", task, prioridad=Priority.ALTA if place % 2 == 0 else Priority.BAJA)
    history = await world.taps("ana", await card_of(world, "ana", task), "🕘 Historial", hides="tarea creada")
    older = await world.taps("ana", history, "Más antiguo ›", sees="tarea creada")
    await world.taps("ana", older, "‹ Lo más reciente", offers="Más antiguo ›", hides="tarea creada")


async def test_an_undo_from_the_history_can_be_left(world):
    task = await world.task("ana")
    await world.change_task("ana", task, prioridad=Priority.ALTA)
    history = await world.taps("ana", await card_of(world, "ana", task), "🕘 Historial")
    await world.taps("ana", history, "↩ 1", "Ahora no", offers="↩ 1")
    assert (await world.task_now(task)).prioridad is Priority.ALTA


async def test_what_one_may_not_take_back_is_not_offered_nor_done(world):
    task = await world.task("ana", by="lucia")
    await world.change_task("lucia", task, prioridad=Priority.ALTA)
    await world.act("lucia", tasks.delete_task, task.id)
    assert "↩ 1" in labels(await world.taps("lucia", await card_of(world, "lucia", task), "🕘 Historial"))
    history = await world.taps("ana", await card_of(world, "ana", task), "🕘 Historial")
    assert not any(label.startswith("↩") for label in labels(history))
    seq = world.store.execute("SELECT max(seq) FROM journal").fetchone()[0]
    _, answer = await world.forges("ana", write(Undo(seq)))
    assert answer.show_alert
    assert not (await world.task_now(task)).is_active


async def test_a_history_of_what_one_does_not_see_is_none(world):
    secret = await world.task("pablo")
    await world.forges("ana", write(CardHistory(HistoryOf.TASK, secret.id)))
    assert "Historial" not in plain(world.phone("ana").messages[-1])
    assert "No encuentro la tarea" in plain(world.phone("ana").messages[-1])


async def test_after_an_absence_is_had_back_ones_absences_are_shown(world):
    await world.away("ana", 3, 7)
    said = await world.taps("ana", await world.says("ana", "/ausencia", "Mis ausencias"), "✖ Cancelar")
    gone = await world.taps("ana", said, "Sí, cancelarla", sees="No tienes ausencias")
    await world.taps("ana", gone, UNDO, notice=DONE, sees="26–30 nov")


async def test_an_event_and_an_absence_have_a_history(world):
    await world.event("lucia", "ana", title="Junta", offset=1)
    card = await meetings.card(world, "lucia")
    history = await world.taps("lucia", card, "🕘 Historial", sees=["📅 evento creado", "participa Ana"])
    card = await world.taps("lucia", history, "‹ Volver", sees="Junta")
    await world.act("lucia", event_edits.cancel_event, 1, EventScope())
    await world.taps("lucia", card, "🕘 Historial", sees="estado: vigente → cancelado")
    await world.away("ana", 3, 7)
    listed = await world.says("ana", "/ausencia", "Mis ausencias")
    card = await world.taps("ana", listed, labels(listed)[0])
    await world.taps("ana", card, "🕘 Historial", sees="🌴 ausencia apuntada")


@pytest.mark.parametrize("words", ["/deshacer", "me equivoqué"])
async def test_words_ask_whether_to_take_back_what_one_changed_elsewhere(world, words):
    task = await world.task("ana")
    other = await world.task("ana", text="Otra")
    await world.change_task("ana", other, prioridad=Priority.ALTA)
    await world.change_task("ana", task, prioridad=Priority.ALTA)
    await world.change_task("root", other, prioridad=Priority.URGENTE)
    await world.says("ana", "/idioma es")
    asked = await world.says("ana", words, offers="↩ Sí, deshacer")
    await world.taps("ana", asked, "↩ Sí, deshacer", notice=DONE)
    assert (await world.task_now(task)).prioridad is Priority.MEDIA
    assert (await world.task_now(other)).prioridad is Priority.URGENTE


async def test_asked_again_it_is_what_was_before_that_and_nothing_of_another_day(world):
    await world.says("ana", "/deshacer", sees="No hay nada tuyo que deshacer")
    task = await world.task("ana")
    for priority in (Priority.ALTA, Priority.URGENTE):
        await world.change_task("ana", task, prioridad=priority)
    for left in (Priority.ALTA, Priority.MEDIA):
        await world.taps("ana", await world.says("ana", "/deshacer"), "↩ Sí, deshacer")
        assert (await world.task_now(task)).prioridad is left
    await world.change_task("ana", task, prioridad=Priority.ALTA)
    world.clock.advance(hours=24, seconds=1)
    await world.says("ana", "/deshacer", sees="No hay nada tuyo que deshacer")


async def test_what_stays_is_said_and_nothing_older_is_offered_in_its_place(world):
    task = await world.task("ana")
    await world.change_task("ana", task, prioridad=Priority.ALTA)
    await world.comment("ana", task, "Falta la firma")
    world.clock.advance(minutes=16)
    history = await world.says("ana", "/deshacer", sees="no se puede deshacer", lacks="↩ Sí, deshacer")
    assert "Falta la firma" in plain(history)
    assert (await world.task_now(task)).prioridad is Priority.ALTA
