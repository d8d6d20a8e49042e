"""Several tasks said in one message, as one draft."""

import pytest

from core.work import task_lists
from tests.bot.world import labels

LIST = "pendientes:\n- comprar hielo hoy\n- pagar la luz el viernes\n- rentar sillas mañana"


async def descriptions(world, who):
    return {task.descripcion for task in await world.act(who, task_lists.tasks_of, world.users[who].id, None)}


async def test_a_list_is_one_draft_and_one_press_saves_it(world):
    draft = await world.says("ana", LIST, "3 tareas nuevas", sees=["✓ \u2068comprar hielo", "✓ \u2068pagar la luz"])
    assert await descriptions(world, "ana") == set()
    await world.taps("ana", draft, "✅ Guardar (3)", sees="Mis tareas")
    assert await descriptions(world, "ana") == {"comprar hielo", "pagar la luz", "rentar sillas"}


async def test_one_of_a_list_is_left_out_by_its_button_and_taken_in_again(world):
    draft = await world.says("ana", LIST, "3 tareas nuevas")
    draft = await world.taps("ana", draft, "✖ pagar la luz", sees=["2 tareas nuevas", "– \u2068pagar la luz"])
    draft = await world.taps("ana", draft, "➕ pagar la luz", "✖ rentar sillas", sees="2 tareas nuevas")
    await world.taps("ana", draft, "✅ Guardar (2)", sees="Mis tareas")
    assert await descriptions(world, "ana") == {"comprar hielo", "pagar la luz"}


async def test_none_of_a_list_is_saved_where_all_are_left_out(world):
    draft = await world.says("ana", "tareas:\n- comprar hielo hoy\n- pagar la luz hoy", "2 tareas nuevas")
    draft = await world.taps("ana", draft, "✖ comprar hielo", "✖ pagar la luz", sees="0 tareas")
    assert not any(each.startswith("✅") for each in labels(draft))


async def test_the_day_of_those_that_say_none_is_asked(world):
    await world.says("ana", "pendientes: comprar hielo mañana, pagar la luz", "¿Para cuándo las que no tienen fecha?")
    draft = await world.says(
        "ana", "el viernes", "2 tareas nuevas", sees=["vence mar,\xa024\xa0nov", "vence vie,\xa027\xa0nov"]
    )
    await world.taps("ana", draft, "✅ Guardar (2)", sees="Mis tareas")


async def test_a_leaders_list_gives_each_their_own(world):
    draft = await world.says("lucia", "Ana: comprar hielo (viernes), Luis: rentar sillas (mañana)", "2 tareas nuevas")
    await world.taps("lucia", draft, "✅ Guardar (2)")
    assert await descriptions(world, "ana") == {"comprar hielo"}
    assert await descriptions(world, "luis") == {"rentar sillas"}


PLAN = """Plan de la semana:
Ana: cotización de lonas, martes
Luis: contrato de Reyes, miércoles
Ana: video de la expo, jueves
Luis: facturar noviembre, viernes
Ana: llamar a la imprenta, lunes
Luis: revisar el folleto, miércoles
Ana: actualizar la web, jueves
Luis: preparar la minuta, martes
Ana: pedir viáticos, lunes
Yo: revisar presupuesto, viernes"""


async def test_a_plan_of_the_week_is_one_draft_of_ten_lines_each_for_its_person(world):
    draft = await world.says("lucia", PLAN, "10 tareas nuevas")
    await world.taps("lucia", draft, "✅ Guardar (10)")
    found = {who: await descriptions(world, who) for who in ("ana", "luis", "lucia")}
    assert {who: len(each) for who, each in found.items()} == {"ana": 5, "luis": 4, "lucia": 1}
    assert "cotización de lonas" in found["ana"]


async def test_a_line_that_is_a_task_already_is_told_and_left_out(world):
    await world.task("luis", by="lucia", text="Contrato de reyes")
    await world.task("ana", by="lucia", text="facturar noviembre")
    draft = await world.says(
        "lucia", PLAN, "9 tareas nuevas", sees="Ya existe y la dejé fuera: «contrato de Reyes» (#1)."
    )
    await world.taps("lucia", draft, "✅ Guardar (9)")
    assert "facturar noviembre" in await descriptions(world, "luis"), "that of another is no double"
    assert "contrato de Reyes" not in await descriptions(world, "luis")


async def test_a_list_for_a_colleague_asks_them(world):
    draft = await world.says(
        "ana", "tareas:\n- @luis rentar sillas mañana\n- comprar hielo hoy", "2 tareas nuevas", sees="🙋"
    )
    await world.taps("ana", draft, "✅ Guardar (2)")
    assert await descriptions(world, "luis") == set()


APART = "hacer la maqueta para el martes y mandar las fotos a Luis el jueves"


async def test_two_tasks_of_one_sentence_each_with_its_day_are_one_draft(world):
    draft = await world.says("ana", APART, "2 tareas nuevas", sees=["vence mar,", "vence jue,"])
    await world.taps("ana", draft, "✅ Guardar (2)")
    assert await descriptions(world, "ana") == {"hacer la maqueta", "mandar las fotos a Luis"}


@pytest.mark.parametrize("words", ["no, son dos tareas", "separalas"])
async def test_a_draft_is_several_tasks_where_that_is_said(world, words):
    await world.says("ana", "pagar la luz mañana y comprar hielo, urgente", "sin guardar")
    draft = await world.says("ana", words, "2 tareas nuevas", sees=["✓ \u2068pagar la luz", "✓ \u2068comprar hielo"])
    assert draft.text.count("vence mar,") == draft.text.count("urgente") == len(APART.split(" y "))
    await world.taps("ana", draft, "✅ Guardar (2)")
    assert await descriptions(world, "ana") == {"pagar la luz", "comprar hielo"}


async def test_several_tasks_are_one_again_where_that_is_said(world):
    await world.says("ana", APART, "2 tareas nuevas")
    draft = await world.says(
        "ana", "no, es una sola tarea", "Tarea nueva", sees="hacer la maqueta y mandar las fotos a Luis"
    )
    await world.taps("ana", draft, "✅ Guardar")
    assert await descriptions(world, "ana") == {"hacer la maqueta y mandar las fotos a Luis"}


async def test_what_is_called_a_task_is_one_whatever_else_it_may_be(world):
    await world.says("ana", "tarea: cerrar el día con el banco hoy", "sin guardar", sees="cerrar el día con el banco")
