"""Messages sent in a row while a draft is open: one of its own leaves the draft as it is, a correction changes it."""

import pytest

from core.base.errors import NotFound
from core.drafts import drafts
from tests.bot.chat.handlers.drafting import DRAFT, all_tasks
from tests.bot.world import check
from tests.cast import day

TASK = "/nueva Revisar contrato con @luis para el viernes"
EVENT = "/evento Cierre trimestral con @luis jueves 16:00"
UNDATED = "/nueva Revisar contrato con @luis"
NOT_HEARD = ["No entendí", "I did not get", "I didn’t get", "tus palabras no dicen"]

OF_ITS_OWN = [
    (TASK, "ana las mediciones de la calle mayor para mañana y el pedido de ladrillo para el viernes"),
    (EVENT, "el jueves a las 12 quedamos ana luis y yo con el fontanero en su estudio de la calle almagro"),
    (EVENT, "y a luis ponle tb llamar al ayuntamiento por la licencia, para hoy"),
    (TASK, "perdón, lo del presupuesto de serrano mejor para el lunes"),
    (EVENT, "mete una visita de obra el lunes a las 9 con ana y luis"),
    (TASK, "agendá una llamada con el banco mañana a las 10"),
    (TASK, "add a site visit on monday at 9 with ana"),
    (UNDATED, "lo del arquitecto pásalo al martes"),
    (TASK, "move the architect one to tuesday at 5"),
    (EVENT, "el hormigón ya quedó"),
    (UNDATED, "muevo lo del electricista a las 6"),
    (EVENT, "gracias equipo, sois unos cracks"),
    (TASK, "mil gracias a todos, son unos genios"),
    (EVENT, "ana: send the deck to the client by monday"),
    (TASK, "meeting with ana thursday at 3 about the budget"),
    (TASK, "ana, cotiza las ventanas del segundo piso para el lunes porfa"),
    (EVENT, "luis tiene que comprar la pintura de la fachada mañana"),
    (UNDATED, "luis necesito las fotos de la obra terminada el lunes"),
    (EVENT, "ana needs to order the new window frames by friday"),
    (EVENT, "a luis ponle llamar al banco para hoy"),
    (TASK, "Luis, the invoice for Friday"),
    (EVENT, "cancela lo del electricista"),
    (EVENT, "push the serrano budget to friday"),
    (TASK, "book a call with the bank tomorrow at 4"),
    (TASK, "comida con los proveedores del mármol el miércoles a las 2"),
]
CORRECTIONS = [
    (TASK, "mejor que la haga ana"),
    (TASK, "perdón, para el jueves, y que sea urgente"),
    (TASK, "no, el lunes mejor, que este viernes es festivo y cerramos la oficina"),
    (TASK, "con ana tb"),
    (TASK, "el lunes 30 mejor"),
    (TASK, "tengo que mandarlo el lunes"),
    (TASK, "ponla para el lunes porfa, gracias"),
    (TASK, "can you make it monday please"),
    (TASK, "actually the contract is due on monday"),
    (TASK, "el contrato mejor para el lunes con prioridad alta"),
    (UNDATED, "el lunes a primera hora"),
    (UNDATED, "it needs to be done by next monday"),
    (EVENT, "make that 45 minutes and add ana"),
    (EVENT, "no perdon, a las 11 y media"),
    (EVENT, "sin Luis"),
    (EVENT, "quítame a mí"),
    (EVENT, "avísame 20 minutos antes"),
    (EVENT, "el cierre trimestral mejor a las 5 de la tarde"),
    (EVENT, "que dure dos horas y empiece a las 10"),
    (EVENT, "mete también a ana y quita a luis"),
    (TASK, "ah y es urgente, el cliente la quiere mañana mismo"),
    (TASK, "que sea para fin de mes y con prioridad alta que corre prisa"),
    (EVENT, "luis no viene, cámbialo por ana"),
    (EVENT, "mejor el viernes a la misma hora y que venga ana"),
    (EVENT, "let's push it to friday at 10 instead"),
]


async def draft_of(world, number):
    """A draft of Lucía; None where there is none of that number."""
    try:
        return (await world.act("lucia", drafts.get_draft, number)).body
    except NotFound:
        return None


async def open_beside_others(world, opened):
    """Open a draft beside tasks and events that Lucía may speak of, and give it."""
    await world.task("lucia", text="Presupuesto de Serrano")
    await world.task("lucia", text="Comprobar hormigón")
    await world.event("lucia", title="Visita con el arquitecto", offset=2, at="12:00-13:00")
    await world.event("lucia", title="Architect call", offset=2, at="14:00-15:00")
    await world.event("lucia", title="Cita con el electricista", offset=1, at="17:00-18:00")
    await world.says("lucia", opened, "sin guardar")
    return await draft_of(world, 1)


@pytest.mark.parametrize(("opened", "words"), OF_ITS_OWN)
async def test_a_message_of_its_own_leaves_the_open_draft_as_it_is(world, opened, words):
    before = await open_beside_others(world, opened)
    check(await world.says("lucia", words), hides=NOT_HEARD)
    assert await draft_of(world, 1) == before


@pytest.mark.parametrize(("opened", "words"), CORRECTIONS)
async def test_a_correction_changes_the_open_draft(world, opened, words):
    before = await open_beside_others(world, opened)
    check(await world.says("lucia", words, DRAFT), hides="Lo leí como")
    assert await draft_of(world, 1) != before
    assert await draft_of(world, 2) is None


async def test_thanks_to_everybody_are_answered_as_thanks(world):
    await open_beside_others(world, TASK)
    await world.says("lucia", "gracias equipo, sois unos cracks", sees="De nada")


async def test_what_was_not_taken_into_a_draft_is_read_by_itself_and_the_draft_saved_by_its_button(world):
    card = await world.says("lucia", TASK, "sin guardar")
    await world.says("lucia", "ana, cotiza las ventanas del segundo piso para el lunes", sees="Lo leí como: una tarea")
    assert (await draft_of(world, 2)).descripcion == "Cotizar las ventanas del segundo piso"
    await world.taps("lucia", card, "✅ Guardar")
    (task,) = await all_tasks(world)
    assert (task.descripcion, task.fecha_cumplir) == ("Revisar contrato", day(4))
