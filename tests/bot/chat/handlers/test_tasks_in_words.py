"""Tasks made, shared and moved in one sentence, as people of several countries say it."""

from tests.bot.chat.handlers.drafting import all_tasks
from tests.bot.world import check, plain
from tests.cast import day
from tests.tables import each_row

NEW, SEVERAL = "Tarea nueva", "2 tareas nuevas"


async def drafted(world, words, sees=NEW):
    """The card of the draft that Lucía's words begin, in plain letters, after which it is dropped."""
    said = plain(await world.says("lucia", words, sees)).replace("\u00a0", " ")
    await world.says("lucia", "cancelar")
    return said


@each_row(
    [
        ("tarea para luis: llamar al proveedor, hoy a las 5", "llamar al proveedor a las 5", "Luis"),
        ("tarea para Luis: llamar al proveedor, mañana, porfa", "llamar al proveedor", "Luis"),
        ("nueva tarea: pagar la luz, mañana a las 10, por favor", "pagar la luz a las 10", "Lucía"),
        ("pendiente: avisar al banco, el viernes a primera hora", "avisar al banco", "Lucía"),
        ("task for luis: call the supplier, today at 5", "call the supplier at 5", "Luis"),
        ("new task: pay the rent, tomorrow, please", "pay the rent", "Lucía"),
    ],
    given="world",
)
async def test_a_day_an_hour_or_courtesy_behind_a_comma_is_not_a_task_of_its_own(world, words, title, who):
    said = await drafted(world, words)
    assert title in said
    assert f"Responsables: {who}" in said
    assert "falta la fecha" not in said


async def test_a_task_that_says_nothing_yet_is_not_a_fault(world):
    assert "Algo falló" not in plain(await world.says("lucia", "tarea para luis:"))


@each_row(
    [
        "ana revisar el acta para mañana y subir las fotos para el viernes",
        "Ana: revisar el acta para mañana y subir las fotos para el viernes",
        "oye ana revisar el acta para mañana y luego subir las fotos para el viernes porfa",
    ],
    given="world",
)
async def test_two_tasks_of_one_sentence_have_each_their_day_and_their_person(world, words):
    said = await drafted(world, words, SEVERAL)
    assert "✓ revisar el acta · vence mar, 24 nov · 👤 Ana" in said
    assert "✓ subir las fotos · vence vie, 27 nov" in said
    assert said.count("👤 Ana") == 2


async def test_whose_a_list_is_said_to_be_has_all_of_it(world):
    said = await drafted(
        world, "tareas para luis: revisar el plano, llamar al cliente, cotizar tubos", "3 tareas nuevas"
    )
    assert said.count("👤 Luis") == 3


@each_row(
    [
        ("luis y ana: revisar el presupuesto para el viernes", "revisar el presupuesto"),
        ("ana y luis, el acta para el lunes", "el acta"),
        ("luis and ana: review the budget by friday", "review the budget"),
        ("tarea para ana y luis: armar el stand para el viernes", "armar el stand"),
        ("pedile a ana y a luis que preparen la demo para el viernes", "Preparar la demo"),
        ("necesito que ana y luis revisen el plano para el viernes", "Revisar el plano"),
    ],
    given="world",
)
async def test_all_who_are_named_together_are_responsible(world, words, title):
    said = await drafted(world, words)
    assert title in said
    assert "Responsables: Ana, Luis" in said


async def test_who_is_named_with_oneself_is_responsible_with_oneself(world):
    assert "Responsables: Lucía, Luis" in await drafted(world, "lucia y luis: revisar el tablero para el viernes")


@each_row(
    [
        ("luis llamar a la imprenta mañana", "llamar a la imprenta"),
        ("Luis, llamar a la imprenta mañana porfa", "llamar a la imprenta"),
        ("hola luis mandar el contrato mañana", "mandar el contrato"),
        ("luis haceme el resumen para mañana", "Hacer el resumen"),
        ("luis call the printer tomorrow", "call the printer"),
    ],
    given="world",
)
async def test_a_name_and_what_to_do_is_a_task_for_who_is_named(world, words, title):
    said = await drafted(world, words)
    assert title in said
    assert "Responsables: Luis" in said


@each_row(
    [
        ("lije la puerta para el jueves", "Lijar la puerta"),
        ("soldá el portón para el miércoles", "Soldar el portón"),
        ("oye porfa pinte la reja antes del martes", "Pintar la reja"),
        ("necesito que me impriman los planos para mañana", "Imprimir los planos"),
        ("hazme la lista de precios para el viernes", "Hacer la lista de precios"),
        ("luis, que tengas listo el informe el viernes", "Tener listo el informe"),
        ("necesito que luis me mande las fotos para mañana", "Mandar las fotos"),
        ("tarea: entrega de material para el viernes", "entrega de material"),
    ],
    given="world",
)
async def test_a_title_is_what_is_to_be_done_and_not_what_was_said_to_whom(world, words, title):
    assert f"\n{title}\n" in await drafted(world, words)


@each_row(
    [
        ("El cliente nos espera el jueves a las 11", "mételo en el calendario con luis", "jueves, 26 de nov", "11:00"),
        ("Junta de avance el jueves 10am", "agéndalo con luis porfa", "jueves, 26 de nov", "10:00"),
        ("We meet at the plant on thursday at 3", "put it on the calendar with luis", "jueves, 26 de nov", "15:00"),
        (
            "Hay que llevar las muestras",
            "oye ponlo en mi agenda el jueves a las 9 con luis",
            "jueves, 26 de nov",
            "9:00",
        ),
    ],
    given="world",
)
async def test_what_was_forwarded_is_put_on_the_calendar_as_it_says(world, words, then, on, at):
    await world.phone("lucia").forward("Lic. Robles", words)
    await world.heard("lucia", "Son palabras de Lic. Robles")
    said = plain(await world.says("lucia", then, "Evento nuevo"))
    assert all(each in said for each in ("Lic. Robles", on, at, "👥 Tú, Luis")), said
    await world.says("lucia", "cancelar")


# A task that there is


async def one_task(world, **more):
    return await world.task("luis", text="Facturar noviembre", leaderUserId=world.users["lucia"].id, **more)


@each_row(
    [
        "agrega a ana a la 1",
        "sumá a Ana también a la 1",
        "oye mete a ana en la factura porfa",
        "que ana también esté en la 1",
        "add ana to task 1",
    ],
    given="world",
)
async def test_somebody_is_responsible_besides_by_one_press(world, words):
    if not await all_tasks(world):
        await one_task(world)
    said = await world.says("lucia", words, sees="¿Sumo a", offers="➕ Sí, a Ana")
    await world.says("lucia", "no")
    assert "Facturar noviembre" in said.text


async def test_who_is_added_is_responsible_with_who_was(world):
    task = await one_task(world)
    said = await world.says("lucia", "agrega a ana a la 1")
    await world.taps("lucia", said, "➕ Sí, a Ana")
    people = (await world.task_now(task)).responsible_user_ids
    assert people == [world.users["luis"].id, world.users["ana"].id]
    check(await world.says("lucia", "agrega a ana a la 1"), sees="Ya está en esa tarea")


async def test_who_may_not_change_it_adds_nobody_and_nobody_is_added_beyond_ones_reach(world):
    task = await world.task("ana", by="lucia", text="Lona")
    check(await world.says("ana", "agrega a luis a la 1"), sees="Lucía", lacks="➕ Sí, a Luis")
    check(await world.says("lucia", "agrega a pablo a la 1"), sees="No puedes darle tareas a", lacks="➕ Sí, a Pablo")
    assert (await world.task_now(task)).responsible_user_ids == [world.users["ana"].id]


@each_row(
    [
        ("ponle a la 1 que ana ya mandó el archivo", "Comentario"),
        ("agrega a ana a la junta del jueves", "cambiar quién va a un evento"),
        ("agrega una tarea para ana: pagar la luz mañana", NEW),
    ],
    given="world",
)
async def test_other_things_that_are_added_stay_what_they_are(world, words, sees):
    if not await all_tasks(world):
        await one_task(world)
    check(await world.says("lucia", words), sees=sees)
    await world.says("lucia", "cancelar")


@each_row(
    [
        "¿te encargas tú de la 1, Ana?",
        "ana, te hacés cargo vos de la 1?",
        "ana puedes llevar tú la 1?",
        "Ana, can you take 1?",
        "could you handle task 1, ana?",
    ],
    given="world",
)
async def test_who_is_asked_to_take_a_task_over_is_handed_it_by_one_press(world, words):
    if not await all_tasks(world):
        await one_task(world)
    check(await world.says("lucia", words), sees=["¿Le paso", "Facturar noviembre"], offers="🤝 Sí, a Ana")
    await world.says("lucia", "no")


@each_row(
    [
        "¿la podemos pasar al viernes?",
        "se puede mover al viernes?",
        "oye podemos dejarla para el viernes?",
        "la pasamos para el viernes?",
        "can we push it to friday?",
    ],
    given="world",
)
async def test_whether_it_may_be_on_another_day_is_about_the_task_just_shown(world, words):
    if not await all_tasks(world):
        await one_task(world)
    await world.says("lucia", "/tarea 1", "Tarea 1")
    said = await world.says("lucia", words, sees="¿Para cuándo dejo la tarea 1?")
    assert any("27 de noviembre" in button.text for button in said.buttons)
    await world.says("lucia", "no")


async def test_who_may_not_move_it_asks_for_the_date(world):
    await world.task("ana", by="lucia", text="Lona")
    await world.says("ana", "/tarea 1", "Tarea 1")
    check(
        await world.says("ana", "¿la podemos pasar al viernes?"),
        sees="Lucía",
        offers="🙋 Pedirle a Lucía el vie,\u00a027\u00a0nov",
    )


async def test_an_event_that_was_just_shown_is_what_may_be_on_another_day(world):
    await one_task(world)
    await world.says("lucia", "/tarea 1", "Tarea 1")
    await world.event("lucia", title="Junta de obra", offset=1)
    await world.taps(
        "lucia", await world.says("lucia", "/agenda mañana"), "10:00 · Junta de obra", sees="Junta de obra"
    )
    check(await world.says("lucia", "¿la podemos pasar al viernes?"), hides="tarea 1")
    assert (await all_tasks(world))[0].fecha_cumplir == day(5)
