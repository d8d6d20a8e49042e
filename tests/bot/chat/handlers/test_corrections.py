"""Taking back in words what was just saved: at once by an order, by a button where it is only said to be wrong."""

import pytest

from core.base.model import Priority
from core.calendar import events
from core.people import absences
from core.records.messages import MessageKind
from tests.bot.chat.handlers import meetings
from tests.bot.chat.pushing import written
from tests.bot.world import plain
from tests.tables import each_row


@pytest.fixture
async def contract(world):
    """Ana's only task, in her open day."""
    task = await world.task("ana", by="lucia", text="Contrato norte")
    await world.says("ana", "/abrir")
    return task


async def report(world):
    """Save a report of Ana's."""
    await world.says("ana", "ponle 40 al contrato", "1 tarea guardada")


async def percents(world):
    return [item.porcentaje for item in (await world.log("ana")).items]


@each_row(
    [
        *("/deshacer", "/undo", "deshaz", "deshaz eso", "deshacé eso", "cancela eso", "no, borra lo que puse", "undo that"),
        *("cancel that", "quita lo último", "no no, regrésalo como estaba", "scratch that", "vuelve atrás porfa"),
    ],
    given="contract world",
)
async def test_an_order_takes_back_what_was_just_saved_and_says_what_it_was(_, world, words):
    await report(world)
    sees = ["↩ Deshecho:", "«Contrato norte» (#1)", "avance: 0\u00a0% → 40\u00a0%"]
    await world.says("ana", words, sees=sees, lacks="↩ Deshacer")
    assert await percents(world) == [0]


@each_row(["no, así no", "así no era", "me equivoqué", "ups", "not like that", "/cancelar", "cancelar"], given="contract world")
async def test_what_is_only_said_to_be_wrong_is_offered_to_be_taken_back(_, world, words):
    await report(world)
    offered = await world.says("ana", words, sees=["¿Deshago esto?", "«Contrato norte» (#1)", "→ 40\u00a0%"])
    assert await percents(world) == [40]
    await world.taps("ana", offered, "↩ Deshacer: «Contrato norte» (#1)", notice="↩ Deshecho: quedó como estaba.")
    assert await percents(world) == [0]


async def test_who_is_told_of_what_is_taken_back_is_said(world):
    event = await world.event("lucia", "ana", title="Junta", offset=1)
    card = await meetings.card(world, "lucia")
    gone = await world.taps("lucia", card, "🚫 Cancelar", "🚫 Sí, cancelar")
    assert len(await written(world, "ana", MessageKind.EVENT_CANCELLED)) == 1, plain(gone)
    await world.says("lucia", "deshaz eso", sees=["«Junta» · estado: vigente → cancelado", "Se lo digo a Ana."])
    assert (await world.act("ana", events.get_event, event.id)).status_id == event.status_id
    assert len(await written(world, "ana", MessageKind.EVENT_RESTORED)) == 1


async def test_nobody_is_said_to_be_told_of_what_nobody_has_heard_of(world):
    await world.task("ana", by="lucia", text="Contrato norte")
    await world.taps("lucia", await world.says("lucia", "/tarea 1", "Contrato"), "❗ Prioridad", "Alta")
    await world.says("lucia", "deshaz eso", sees="prioridad: Media → Alta", hides="Se lo digo")


async def test_an_absence_is_taken_back_by_its_days(world):
    draft = await world.says("ana", "falto el jueves", sees="Tu ausencia")
    await world.taps("ana", draft, "✅ Guardar")
    await world.says("ana", "deshaz eso", sees=["ausencia 26 nov", "ausencia apuntada"])
    assert await world.act("ana", absences.list_absences, world.users["ana"].id) == []


async def test_what_was_done_before_that_is_next(world):
    task = await world.task("ana", text="Contrato norte")
    for priority in ("Alta", "Urgente"):
        await world.taps("ana", await world.says("ana", "/tarea 1", "Contrato"), "❗ Prioridad", priority)
    for left in (Priority.ALTA, Priority.MEDIA):
        await world.says("ana", "deshaz", "Deshecho")
        assert (await world.task_now(task)).prioridad is left
    await world.says("ana", "deshaz", hides="Deshecho")


async def test_what_the_chat_did_last_comes_before_what_a_program_of_ones_own_did_since(world, contract):
    await report(world)
    other = await world.task("ana", text="Factura sur")
    await world.change_task("ana", other, prioridad=Priority.ALTA)
    await world.says("ana", "deshaz eso", sees="«Contrato norte» (#1)")
    assert await percents(world) == [0]
    assert (await world.task_now(other)).prioridad is Priority.ALTA


@pytest.mark.parametrize("words", ["deshaz eso", "no, así no"])
async def test_what_was_done_longer_ago_is_asked_about(world, contract, words):
    await report(world)
    world.clock.advance(minutes=15, seconds=1)
    await world.says("ana", words, sees="¿Deshacer esto", offers="↩ Sí, deshacer")
    assert await percents(world) == [40]


async def test_longer_ago_there_is_nothing_to_cancel(world, contract):
    await report(world)
    world.clock.advance(minutes=15, seconds=1)
    for words in ("/cancelar", "cancela eso"):
        assert (await world.says("ana", words)).text == "No había nada que cancelar."
    assert await percents(world) == [40]


@pytest.mark.parametrize("words", ["deshaz eso", "no, así no"])
async def test_what_stays_is_said_with_a_button_for_what_was_done_before(world, words):
    task = await world.task("luis", text="Contrato norte")
    await world.taps("luis", await world.says("luis", "/tarea 1", "Contrato"), "❗ Prioridad", "Alta")
    await world.says("luis", "/abrir")
    said = await world.says("luis", words, sees=["Lo último que hiciste fue esto:", "tu día, lun", "Eso no se puede"])
    assert (await world.task_now(task)).prioridad is Priority.ALTA
    await world.taps("luis", said, "↩ Deshacer: «Contrato norte» (#1)")
    assert (await world.task_now(task)).prioridad is Priority.MEDIA


async def test_what_stays_is_nothing_to_cancel(world, contract):
    assert (await world.says("ana", "cancelar")).text == "No había nada que cancelar."


async def test_what_others_changed_since_is_said_and_not_taken_back(world):
    task = await world.task("ana", text="Contrato norte")
    await world.taps("ana", await world.says("ana", "/tarea 1", "Contrato"), "❗ Prioridad", "Alta")
    await world.change_task("root", task, prioridad=Priority.BAJA)
    sees = ["Lo último que hiciste fue esto:", "«Contrato norte» (#1) · prioridad: Media → Alta", "Root cambió esto"]
    await world.says("ana", "deshaz eso", sees=sees)
    assert (await world.task_now(task)).prioridad is Priority.BAJA


async def test_what_may_no_longer_be_read_is_not_named(world):
    task = await world.task("pablo", by="root", text="Contrato norte")
    await world.taps("pablo", await world.says("pablo", "/task 1", "Contrato"), "❗ Priority", "High")
    await world.change_task("root", task, responsibleUserIds=[world.users["luis"].id])
    sees = ["a task that you no longer see (#1) · priority: Medium → High", "That can't be undone."]
    await world.says("pablo", "undo that", sees=sees, hides="Contrato norte")


async def test_nothing_done_is_nothing_to_take_back(world):
    assert (await world.says("ana", "/deshacer")).text == "No hay nada tuyo que deshacer de las últimas 24 horas."


async def test_a_draft_that_is_open_is_what_is_cancelled(world, contract):
    await report(world)
    await world.says("ana", "/nueva Revisar póliza", "Revisar póliza")
    await world.says("ana", "cancela eso", "no guardé nada")
    assert await percents(world) == [40]


async def test_of_many_things_taken_back_at_once_some_are_named(world):
    for number in range(8):
        await world.task("ana", text=f"Contrato {number}")
    await world.says("ana", "/abrir")
    await world.says("ana", ", ".join(f"{number} 40" for number in range(1, 9)), "8 tareas guardadas")
    await world.says("ana", "deshaz eso", sees=["«Contrato 0» (#1)", "… y 2 cambios más"])
    assert await percents(world) == [0] * 8
