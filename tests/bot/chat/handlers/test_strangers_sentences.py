"""What people say of events, people and tasks in ways of their own, and what comes of it."""

import pytest

from core.work import tasks
from tests.cast import day


async def test_an_event_is_drafted_at_a_time_that_hangs_on_another(world):
    await world.event("ana", title="Demo", offset=1, at="16:00-17:00")
    await world.says(
        "ana",
        "ponme junta con Luis de 20 min justo después de la demo",
        sees=["17:00–17:20", "24 de noviembre", "Luis"],
    )


@pytest.mark.parametrize(
    ("words", "moved"),
    [
        ("recorre la demo media hora", "16:30–17:30"),
        ("adelanta la demo una hora", "15:00–16:00"),
        ("pasa la demo a las 6", "18:00–19:00"),
    ],
)
async def test_an_event_is_moved_by_as_much_as_is_said(world, words, moved):
    await world.event("ana", title="Demo", offset=1, at="16:00-17:00")
    await world.says("ana", words, "mover un evento", sees=moved, offers="✅ Mover")


async def test_whoever_wants_out_of_an_event_answers_it_and_does_not_cancel_it(world):
    await world.event("lucia", "ana", title="Demo", offset=1)
    await world.says("ana", "quítame de la demo porfa", "contestar si vas a un evento", offers="❌ No")


async def test_a_draft_takes_people_in_and_out_by_their_names(world):
    await world.says("ana", "junta con Luis mañana a las 10", "un evento nuevo", sees="Luis")
    await world.says("ana", "y Pablo también", sees="Pablo")
    await world.says("ana", "sin Luis", sees="Pablo", hides="Luis\u2069,")
    await world.says("ana", "quítame a mí", sees="Pablo", hides="Tú")


async def test_a_task_draft_goes_to_whom_a_correction_names(world):
    await world.says("lucia", "que Ana pida el hielo para mañana", "una tarea nueva", sees="Responsables: Ana")
    await world.says("lucia", "mejor que sea Luis", sees="Responsables: Luis", hides="Ana")


async def test_a_task_draft_does_not_go_to_whom_words_name_in_passing(world):
    await world.says("ana", "/nueva revisar el contrato mañana", "Tarea nueva")
    said = await world.says("ana", "agrega que llame a Luis")
    assert "Se lo pides a Luis" not in said.text


async def test_somebody_who_has_not_opened_their_day_is_not_without_tasks(world):
    await world.task("ana", text="Contrato")
    await world.says("lucia", "¿cómo va Ana?", sees=["Sin abrir", "#1", "Contrato"], hides="sin tareas")
    await world.says("lucia", "¿cómo va Luis?", sees="sin tareas")


async def test_a_date_in_a_report_is_no_percentage(world):
    await world.task("ana", text="Fotos")
    said = await world.says("ana", "el 25 de diciembre me lo tomo entero para las fotos")
    assert "25\xa0%" not in said.text
    assert (await world.act("ana", tasks.my_open_tasks))[0].estatus == "PENDIENTE"


async def test_a_priority_is_given_to_a_task_by_its_name(world):
    await world.task("ana", text="Factura", due=2)
    await world.says(
        "lucia",
        "la de la factura ponla urgente porque ya andan molestos",
        "otra prioridad para la tarea 1",
        offers="Urgente",
    )


async def test_a_task_goes_to_whom_it_is_handed_and_not_to_who_is_named_in_passing(world):
    await world.task("ana", text="Inventario", leaderUserId=world.users["lucia"].id, due=(day(3) - day(0)).days)
    await world.says("lucia", "pásale el inventario a Luis, Ana está tapada", "pasarle la tarea 1", offers="👤 Luis")
