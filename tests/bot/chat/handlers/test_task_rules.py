"""A task that repeats: the draft of one, its card, and what is told of its rule."""

from core.jobs.planning_sync import sync_planning
from core.records.messages import MessageKind, Reason
from core.records.work import RuleState
from core.work import task_rules
from tests.bot.chat.handlers.drafting import DRAFT, all_tasks
from tests.bot.chat.handlers.meetings import spaced
from tests.bot.chat.pushing import pushed, written
from tests.bot.world import check, labels
from tests.cast import day
from tests.tables import each_row

REPORT = "/nueva Enviar reporte cada viernes @luis"


async def rules(world):
    return list(await world.operate(task_rules.list_rules))


async def saved(world, words=REPORT):
    card = await world.says("lucia", words, DRAFT)
    return await world.taps("lucia", card, "✅ Guardar", notice_has="Guardado", sees="Tarea 1")


async def test_saved_it_is_a_rule_and_its_first_task(world):
    card = await saved(world)
    (rule,) = await rules(world)
    (task,) = await all_tasks(world)
    assert (rule.descripcion, rule.weekdays, rule.task_id) == ("Enviar reporte", [5], task.id)
    assert (task.fecha_cumplir, task.responsible_user_ids) == (day(4), [world.users["luis"].id])
    assert "🔁 Se repite cada viernes · la próxima vence vie, 4 dic\n" in spaced(card)
    assert (await written(world, "luis", MessageKind.TASK_ASSIGNED))[-1]["task_id"] == task.id


async def test_only_once_makes_it_an_ordinary_task(world):
    card = await world.says("lucia", REPORT, DRAFT)
    card = await world.taps("lucia", card, "1️⃣ Solo una vez", sees="vence vie,\u00a027\u00a0nov", lacks="1️⃣ Solo una vez")
    await world.taps("lucia", card, "✅ Guardar", sees="Tarea 1")
    assert await rules(world) == []
    assert [task.fecha_cumplir for task in await all_tasks(world)] == [day(4)]


FIRST = "📅 Primeras fechas:"


@each_row(
    [
        ("el 30 de cada mes", f"{FIRST} lun, 30 nov · mié, 30 dic · vie, 29 ene 2027 (por el sáb, 30 ene 2027)"),
        ("cada viernes desde el 25 de diciembre", f"{FIRST} jue, 24 dic (por el vie, 25 dic) · jue, 31 dic (por el"),
        ("cada viernes, 2 veces", f"🔁 Se repite cada viernes, 2 veces\n{FIRST} vie, 27 nov · vie, 4 dic\n"),
        ("cada viernes hasta el 4 de diciembre", f"hasta el vie, 4 dic\n{FIRST} vie, 27 nov · vie, 4 dic\n"),
        ("cada viernes hasta el jueves", "Así no queda ninguna fecha"),
        ("cada semana", "🔁 Se repite cada semana\n📅 falta la fecha"),
        ("cada viernes @pablo", "❔ Lo que se pide a alguien no se repite: se lo pides una vez."),
    ],
    given="world",
)
async def test_the_draft_tells_what_was_understood(world, words, shown):
    card = await world.says("lucia", f"/nueva Pagar renta {words}", DRAFT)
    assert shown in spaced(card)
    assert ("✅ Guardar" in labels(card)) is not any(part in shown for part in ("ninguna fecha", "falta", "pide"))


async def test_a_day_that_is_asked_for_is_where_it_begins(world):
    card = await world.says("lucia", "/nueva Regar cada semana", DRAFT, sees="¿Para cuándo?")
    await world.taps("lucia", card, "Mañana", sees="Primeras fechas: mar,\u00a024\u00a0nov · mar,\u00a01\u00a0dic")


async def test_words_make_a_draft_repeat_and_end(world):
    await world.says("lucia", "/nueva Enviar reporte para el viernes", DRAFT, lacks="1️⃣ Solo una vez")
    card = await world.says("lucia", "cada lunes", DRAFT)
    assert "Se repite cada lunes\n📅 Primeras fechas: lun, 23 nov · lun, 30 nov" in spaced(card)
    card = await world.says("lucia", "hasta el 30 de noviembre", DRAFT)
    assert "cada lunes hasta el lun, 30 nov\n📅 Primeras fechas: lun, 23 nov · lun, 30 nov\n" in spaced(card)


async def test_its_responsible_sees_that_it_repeats_and_has_no_buttons_for_it(world):
    await saved(world)
    card = await world.says("luis", "/tarea 1", "🔁 Se repite cada viernes", lacks=["⏸ Pausar", "⏹ Ya no repetir"])
    for data in ("1:TQ:1:o:0:0:0:True", "1:TE:1:o:0:0:0"):
        await world.forges("luis", data, notice_has="no te toca a ti")
    assert [rule.state for rule in await rules(world)] == [RuleState.ACTIVE]
    check(card, sees="la próxima vence vie,\u00a04\u00a0dic")


async def test_ones_rules_are_a_list_with_the_way_to_each(world):
    await world.says("lucia", "/tareas se repiten", "Nada se repite")
    await saved(world)
    for who in ("lucia", "luis"):
        listed = await world.says(who, "/tareas se repiten", "Mis tareas")
        assert "se repiten · 1\n\n🔁 Enviar reporte\nSe repite cada viernes · la próxima" in spaced(listed)
        card = await world.taps(who, listed, "#1 · Enviar reporte", sees="Tarea 1")
        await world.taps(who, card, "‹ Mis tareas", sees="se repiten · 1")
    await world.says("ana", "/tareas se repiten", "Nada se repite")


async def test_a_button_of_a_rule_that_has_ended_says_so(world):
    card = await saved(world)
    (rule,) = await rules(world)
    await world.act("lucia", task_rules.end_rule, rule.id)
    await world.taps("lucia", card, "⏸ Pausar", notice_has="Ya no se repite", hides="🔁")


async def test_its_card_says_that_it_waits_and_for_which_date_it_is(world):
    card = await saved(world, words="/nueva Pagar renta el 29 de cada mes")
    assert "Es la del dom, 29 nov." in spaced(card)
    world.clock.advance(days=7)
    await world.operate(sync_planning)
    card = await world.says("lucia", "/tarea 1", "Se repite el 29 de cada mes")
    assert "la próxima sale cuando se cierre la que está abierta" in spaced(card)


async def test_a_rule_without_anybody_is_told_to_its_creator(world):
    await saved(world)
    await world.change_user("luis", is_active=False)
    await world.change_task("lucia", (await all_tasks(world))[0], estatus="CERRADA")
    world.clock.advance(days=4)
    await world.operate(sync_planning)
    (about,) = await written(world, "lucia", MessageKind.RULE_PAUSED)
    await pushed(world, "lucia", MessageKind.RULE_PAUSED, **about)
    told = world.phone("lucia").messages[-1]
    assert spaced(told).startswith("⏸ Dejé en pausa «Enviar reporte», que se repite cada viernes")
    await world.taps("lucia", told, "📋 Tarea", offers=["▶️ Reanudar", "⏹ Ya no repetir"])
    await world.act("lucia", task_rules.end_rule, about["rule_id"])
    assert await pushed(world, "lucia", MessageKind.RULE_PAUSED, **about) is Reason.DONE
