"""`/nueva`: a task from a sentence, shown as it was understood, and corrected."""

import pytest

from core.base.model import Priority
from tests.bot.chat.handlers.drafting import DRAFT, WHOLE, all_tasks, last
from tests.bot.world import check, labels, plain
from tests.cast import day
from tests.tables import each_row

# What is understood


@pytest.mark.parametrize(
    ("words", "level"),
    [("alta", "prioridad alta"), ("Baja ", "prioridad baja")],
)
async def test_a_bare_level_is_the_priority_and_not_another_description(world, words, level):
    await world.says("lucia", WHOLE, DRAFT)
    await world.says("lucia", words, DRAFT, sees=[f"❗ {level}\n", "Revisar contrato\u2069\n"])


async def test_a_bare_level_is_a_description_where_one_is_asked_for(world):
    await world.says("lucia", "/nueva", "¿Qué hay que hacer?")
    await world.says("lucia", "alta", DRAFT, sees="\u2068alta\u2069")


async def test_a_description_that_is_missing_is_asked_for(world):
    card = await world.says("lucia", "/nueva @luis para el viernes", DRAFT, sees="¿Qué hay que hacer?")
    assert "✅ Guardar" not in labels(await world.taps("lucia", card, "‹ Volver al borrador"))
    await world.says(
        "lucia", "Comprar café", DRAFT, sees=["Comprar café", "vence vie,\u00a027\u00a0nov"], offers="✅ Guardar"
    )


@each_row(
    [
        ("Pagar 31/02", "❔ «\u206831/02\u2069» no existe."),
        ("Pagar lunes o martes", "no sé cuál de los dos"),
        ("Pagar el lunes", "(no hoy: el de la próxima semana)"),
        ("Pagar el 3/4", "(del año que viene: este año ya pasó)"),
        ("Revisar con @leo mañana", "❓ No sé quién es \u2068@leo\u2069"),
        ("Revisar con @pablo mañana", "🙋 Se lo pides a Pablo"),
        ("Revisar con @ana y @pablo", "❓ No puedes dar tareas a \u2068@pablo\u2069: solo a tu equipo o a ti."),
    ],
    given="world",
)
async def test_what_was_chosen_or_left_out_is_told(world, words, told):
    await world.says("lucia", f"/nueva {words}", DRAFT, sees=told)


async def test_names_that_could_not_be_taken_stay_in_the_description(world):
    card = await world.says("lucia", "/nueva Revisar con @leo y @pablo mañana", DRAFT)
    check(card, sees=["Revisar con @leo y @pablo", "Responsables: Lucía"])


@each_row(
    [
        ("Revisar contrato con luis para mañana", "❔ ¿También es de Luis?"),
        ("Luis y Ana: revisar contrato mañana", "❔ ¿También es de Ana y Luis?"),
        ("Revisar contrato con @luis para mañana", ""),
        ("Revisar contrato de la luisiana mañana", ""),
        ("luis xv, comprar silla mañana", ""),
    ],
    given="world",
)
async def test_somebody_named_without_a_sign_is_not_taken_in_silence(world, words, told):
    card = await world.says("lucia", f"/nueva {words}", DRAFT)
    assert ("¿También es de" in card.text) is bool(told)
    assert told in plain(card)
    if told:
        await world.taps("lucia", card, "➕ Luis", sees="Responsables: Lucía, Luis", lacks="➕ Luis")


async def test_who_may_give_a_task_to_nobody_is_not_told_how(world):
    await world.says("ana", "/nueva Revisar contrato con Luis mañana", DRAFT, hides="¿También es de", lacks="➕ Luis")


async def test_words_are_read_by_ones_own_clock(world):
    await world.change_user("lucia", timezone="Asia/Tokyo")
    world.clock.advance(hours=2)
    await world.says("lucia", "/nueva Comprar café mañana", DRAFT, sees="vence mié,\u00a025\u00a0nov")


# Corrections


async def test_each_field_is_corrected_by_a_button(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    card = await world.taps("lucia", card, "📅 Fecha", "›", "15", "❗ Prioridad", "Baja")
    assert "vence mar,\u00a015\u00a0dic\n❗ prioridad baja" in card.text
    picker = await world.taps("lucia", card, "👥 Responsables")
    assert picker.keyboard[:2] == [["Ana", "Lucía"], ["✓ Luis"]]
    card = await world.taps("lucia", picker, "Ana", "✓ Luis", "‹ Volver al borrador", "✏️ Descripción")
    card = await world.says("lucia", "mañana <b>@luis</b>", DRAFT, sees="mañana <b>@luis</b>")
    await world.taps("lucia", card, "✅ Guardar")
    (task,) = await all_tasks(world)
    assert (task.descripcion, task.fecha_cumplir) == ("mañana <b>@luis</b>", day(22))
    assert (task.prioridad, task.responsible_user_ids) == (Priority.BAJA, [world.users["ana"].id])


async def test_corrections_may_be_typed_and_the_card_follows_them_down(world):
    first = await world.says("lucia", WHOLE, DRAFT)
    card = await world.says("lucia", "ojalá el próximo viernes y @ana, sin prisa", DRAFT, sees="Revisar contrato")
    assert "vence vie,\u00a027\u00a0nov (el más cercano)\n❗ prioridad baja\n👥 Responsables: Luis, Ana" in card.text
    assert "No usé «\u2068ojalá\u2069»" in card.text
    await world.quiet()
    assert world.phone("lucia").current(first).text == "⬇️ Sigue más abajo."


async def test_words_that_say_nothing_of_a_task_change_nothing(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    await world.says("lucia", "🧉", "entendí", sees="No entendí qué cambiar")
    await world.quiet()
    assert world.phone("lucia").current(card).text == card.text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("mejor para el lunes 30 y el martes 1", ["«para el lunes 30»: no sé cuál", "«el martes 1»: no sé cuál"]),
        ("31/2", ["«31/2» no existe"]),
    ],
)
async def test_an_answer_that_leaves_the_day_open_is_told_so_and_changes_nothing_else(world, words, told):
    before = await world.says("lucia", "/nueva Pagar mañana urgente", DRAFT)
    card = await world.says("lucia", words, DRAFT)
    assert all(each in card.text.replace("\u2068", "").replace("\u2069", "") for each in told)
    assert card.text.splitlines()[:7] == before.text.splitlines()[:7]
    await world.says("lucia", "para el viernes", DRAFT, hides="❔")


async def test_as_a_reply_to_the_card_they_are_the_description(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    await world.replies("lucia", card, "Revisar contrato y anexos", DRAFT, sees="Revisar contrato y anexos")


async def test_a_date_asked_for_is_understood_or_asked_for_again(world):
    await world.says("lucia", "/nueva Comprar café", DRAFT)
    await world.says("lucia", "pronto", "No entendí la fecha")
    await world.says("lucia", "30", DRAFT, sees="vence lun,\u00a030\u00a0nov")


async def test_people_asked_for_are_typed_by_name(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    await world.taps("lucia", card, "👥 Responsables")
    await world.says("lucia", "ana y luis", DRAFT, sees="Responsables: Ana, Luis")


async def test_the_last_one_responsible_stays(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    picker = await world.taps("lucia", card, "👥 Responsables")
    await world.taps("lucia", picker, "✓ Luis", notice_has="Alguien tiene que ser responsable")
    assert "Responsables: Luis" in (await last(world)).text


# Who is away then


async def test_a_draft_warns_of_who_is_away_on_its_due_date(world):
    await world.away("luis", 3, 8, "Una operación")
    card = await world.says(
        "lucia", "/nueva Comprar café @luis viernes", DRAFT,
        sees="🌙 \u2068Luis\u2069: ausencia hasta el mar,\u00a01\u00a0dic", hides="operación", offers="✅ Guardar",
    )  # fmt: skip
    await world.taps("lucia", card, "📅 Fecha", "Mañana", hides="🌙")
    await world.says("lucia", "para el 25 de diciembre", DRAFT, sees="día festivo")


async def test_a_draft_that_asks_a_colleague_warns_too(world):
    await world.away("luis", 3, 8)
    await world.says(
        "ana", "/nueva Comprar café @luis viernes", DRAFT, sees=["Se lo pides a Luis", "🌙 \u2068Luis\u2069"]
    )


async def test_a_card_warns_who_may_move_it_when_somebody_away_is_given_the_task(world):
    await world.away("luis", 3, 8)
    task = await world.task("ana", by="lucia", due=4)
    card = await world.says("lucia", f"/tarea {task.id}", "Responsables", hides="🌙")
    away = "🌙 \u2068Luis\u2069: ausencia hasta el mar,\u00a01\u00a0dic"
    await world.taps("lucia", card, "👥 Responsables", "Luis", sees=away)
    await world.says("ana", f"/tarea {task.id}", "Luis", hides="🌙")
    await world.change_task("lucia", task, fechaCumplir=day(9))
    await world.says("lucia", f"/tarea {task.id}", "Responsables", hides="🌙")
