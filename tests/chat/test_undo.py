"""Taking back what was done: «↩ Deshacer» under it or in words at once, «Historial» of a card later."""

from core.base.model import Priority, Semaforo, TaskStatus
from core.calendar import events
from tests.chat.document import conversation


async def item(talk, who, task_id):
    """Somebody's item of a task today."""
    return next(each for each in (await talk.world.log(who)).items if each.task_id == task_id)


@conversation("Take back what was just done", "hoy", "cerrar", "deshacer")
async def test_taking_back(talk):
    await talk.luis.says("/abrir", "/open")
    await talk.luis.presses("🔴 #4")
    await talk.luis.presses("🟢")
    assert (await item(talk, "luis", 4)).semaforo is Semaforo.VERDE
    await talk.luis.presses("↩ Deshacer", "↩ Undo")
    assert (await item(talk, "luis", 4)).semaforo is Semaforo.ROJO
    await talk.luis.says("4 listo", "4 done")
    assert (await talk.task(4)).estatus is TaskStatus.CERRADA
    await talk.luis.presses("↩ Deshacer", "↩ Undo")
    assert (await talk.task(4)).estatus is not TaskStatus.CERRADA
    assert (await item(talk, "luis", 4)).semaforo is Semaforo.ROJO
    await talk.luis.says("/cerrar", "/close")
    await talk.luis.presses("🔒 Cerrar así", "🔒 Close as it is")
    assert (await talk.world.log("luis")).closed_at is not None
    await talk.luis.presses("↩ Deshacer", "↩ Undo")
    assert (await talk.world.log("luis")).closed_at is None
    await talk.luis.presses("🔒 Cerrar el día", "🔒 Close the day")
    await talk.luis.presses("🔒 Cerrar así", "🔒 Close as it is")
    await talk.later("Sixteen minutes later.", minutes=16)
    await talk.luis.presses("↩ Deshacer", "↩ Undo")
    await talk.luis.says("/deshacer", "/undo")
    await talk.luis.presses("↩ Sí, deshacer", "↩ Yes, undo it")
    assert (await talk.world.log("luis")).closed_at is None


@conversation("Take back in words what was just saved", "deshacer", "cancelar")
async def test_taking_back_in_words(talk):
    await talk.luis.says("/abrir", "/open")
    before = (await item(talk, "luis", 4)).porcentaje
    await talk.luis.says("la 4 va en 80", "4 is at 80")
    assert (await item(talk, "luis", 4)).porcentaje == 80
    await talk.luis.says("no, borra lo que puse", "undo that")
    assert (await item(talk, "luis", 4)).porcentaje == before
    await talk.luis.says("la 4 va en 70", "4 is at 70")
    await talk.luis.says("no, así no", "not like that")
    await talk.luis.presses("↩ Deshacer", "↩ Undo")
    assert (await item(talk, "luis", 4)).porcentaje == before
    await talk.luis.says("deshaz eso", "undo that")


@conversation("Move a series, and take that back", "agenda")
async def test_a_series_moved_back(talk):
    await talk.world.series("lucia", "ana", title=talk.words("Revisión", "Review"))
    before = [each.start_datetime for each in await talk.world.act("root", events.list_events)]
    await talk.lucia.says("/agenda mañana", "/agenda tomorrow")
    await talk.lucia.presses("Revisión", "Review")
    await talk.lucia.presses("🕘 Mover", "🕘 Move")
    await talk.lucia.presses("🔁 Todas las que faltan", "🔁 All that are left")
    await talk.lucia.says("a las 5 de la tarde", "at 5pm")
    await talk.lucia.presses("✅ Mover", "✅ Move")
    assert [each.start_datetime for each in await talk.world.act("root", events.list_events)] != before
    await talk.lucia.presses("↩ Deshacer", "↩ Undo")
    assert [each.start_datetime for each in await talk.world.act("root", events.list_events)] == before


@conversation("Read what has become of a task, and take a change back", "tarea")
async def test_a_history(talk):
    task = await talk.task(1)
    await talk.meanwhile(
        "Lucía raises the priority by the API.", talk.world.change_task("lucia", task, prioridad="URGENTE")
    )
    await talk.later("An hour later.", hours=1)
    await talk.lucia.says("/tarea 1", "/task 1")
    await talk.lucia.presses("🕘 Historial", "🕘 History")
    await talk.lucia.presses("↩ 1")
    await talk.lucia.presses("↩ Sí, deshacer", "↩ Yes, undo it")
    assert (await talk.task(1)).prioridad is Priority.ALTA
    await talk.ana.says("/tarea 1", "/task 1")
    await talk.ana.presses("🕘 Historial", "🕘 History")
