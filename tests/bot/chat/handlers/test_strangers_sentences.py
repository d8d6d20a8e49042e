"""Sentences about events, people and tasks in words of people's own, and what comes of them."""

import pytest

from core.people import users
from core.work import tasks
from tests.bot.world import check, labels
from tests.cast import day


async def test_an_event_is_drafted_at_a_time_that_hangs_on_another(world):
    await world.event("ana", title="Demo", offset=1, at="16:00-17:00")
    await world.says(
        "ana",
        "ponme junta con Luis de 20 min justo después de la demo",
        sees=["17:00–17:20", "24 de noviembre", "Luis"],
    )


async def test_two_orders_of_one_message_are_two_drafts_that_are_both_used(world):
    words = "agenda comida con Ana el jueves a las 2 y pídele a Luis que revise las lonas para el viernes"
    event = await world.says("lucia", words, "un evento nuevo", sees=["14:00–15:00", "Ana"], hides="lonas")
    task = check(await world.heard("lucia", "una tarea nueva"), sees=["Revisar las lonas", "27\u00a0nov", "Luis"])
    await world.taps("lucia", event, "✅ Guardar", notice_has="Guardad")
    await world.taps("lucia", task, "✅ Guardar", notice_has="uardad")


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


async def test_a_date_in_a_report_is_not_a_percentage(world):
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
    await world.says(
        "lucia", "pásale el inventario a Luis, Ana está tapada", "pasarle la tarea 1", offers="🤝 Sí, a Luis"
    )


async def test_three_questions_get_three_answers_and_what_is_not_read_is_named(world):
    await world.task("ana", text="Contrato", due=2)
    said = await world.says(
        "lucia", "¿cómo va Ana? ¿a qué huelen las nubes? ¿qué está en rojo? ¿cuándo es mi próxima junta?"
    )
    check(said, sees=["tu próximo evento: No tienes eventos", "«a qué huelen las nubes»"])
    assert labels(said) == ["el día de Ana", "lo que está en rojo"]
    await world.taps("lucia", said, "el día de Ana", sees="Contrato")


async def test_several_questions_about_others_show_no_more_than_each_alone(world):
    await world.task("luis", text="Secreto")
    said = await world.says("ana", "¿qué tengo hoy? ¿cómo va Luis?", sees="el día de Luis: Solo puedes ver tu día")
    assert labels(said) == ["lo que tienes hoy"]


@pytest.fixture
async def named(world):
    """Vidal and Tom are in the directory."""
    for username, name in (("vidal", "Vidal Ochoa"), ("tom", "Tom Hill")):
        await world.operate(users.add_user, users.UserCreate(username=username, name=name, leader="lucia"))
    return world


async def test_a_common_word_that_is_like_a_name_is_nobody(named):
    await named.says("lucia", "¿cómo va la vida?", hides="Vidal")
    await named.says("lucia", "¿cómo va Vidla?", offers="el día de Vidal Ochoa")


async def test_tom_is_a_person_and_not_tomorrow(named):
    said = await named.says("lucia", "/evento call with tom tomorrow at 10", sees=["Tom Hill", "24 de noviembre"])
    assert "tom" in said.text
    await named.says("lucia", "/evento call with tom at 10", hides="24 de noviembre")


@pytest.mark.parametrize(
    ("words", "there", "unknown"),
    [
        ("junta con Genaro y Luis mañana a las 10", "Luis", ["@Genaro"]),
        ("reunión mañana 9am con ana, genaro, rocío", "Ana", ["@genaro", "@rocío"]),
    ],
)
async def test_who_is_named_for_an_event_and_is_nobody_is_told_so(world, words, there, unknown):
    await world.says("lucia", words, sees=[there, "No sé quién es", *unknown])


async def test_who_is_invited_later_and_is_nobody_is_told_so(world):
    await world.says("lucia", "junta con Ana mañana a las 10", "un evento nuevo", hides="No sé quién es")
    await world.says("lucia", "invita a Genaro y a Luis", sees=["Luis", "No sé quién es", "@Genaro"])


@pytest.mark.parametrize(
    "words",
    ["junta con Luis para revisar precios mañana a las 10", "junta con Coca-Cola mañana a las 10"],
)
async def test_words_beside_people_are_not_unknown_people(world, words):
    await world.says("lucia", words, "un evento nuevo", hides="No sé quién es")
