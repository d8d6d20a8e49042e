"""A drafted task is saved by ✅ alone, once, or it is gone: by whoever presses, whatever comes between."""

from datetime import date

import pytest

from core.base.errors import NotFound
from core.base.model import Priority
from core.drafts import drafts
from core.jobs import pruning
from tests.bot.chat.handlers.drafting import DRAFT, WHOLE, all_tasks, last
from tests.bot.chat.test_naughty import PARTS
from tests.bot.world import check, labels
from tests.tables import each_row

ONLY_ONES_OWN = "De responsables solo puedes poner a gente de tu equipo o a ti"


async def test_a_day_that_has_passed_is_not_saved(world):
    card = await world.says("lucia", "/nueva Comprar café ayer", DRAFT)
    check(card, sees="⚠️ Esa fecha ya pasó: elige otra con 📅.", lacks="✅ Guardar")
    await world.forges("lucia", "1:DV:1:False", sees=DRAFT, notice="No puede vencer antes del día en que se pide.")
    assert await all_tasks(world) == []


# Old, forged, doubled


async def test_a_double_press_saves_once_and_says_what_there_is(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    await world.presses("lucia", card, "✅ Guardar")
    await world.taps("lucia", card, "✅ Guardar", sees="Tarea 1", notice="Ya estaba guardado; no se hizo otra vez.")
    assert len(await all_tasks(world)) == 1


async def test_a_saved_draft_is_no_longer_changed(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    await world.taps("lucia", card, "✅ Guardar")
    for data in ("1:DS:1:u:3:0", "1:DX:1"):
        await world.forges("lucia", data, sees="Tarea 1", notice="Ese borrador ya se guardó.")
    assert (await all_tasks(world))[0].prioridad is Priority.URGENTE


@pytest.mark.parametrize(
    ("who", "data"), [("ana", "1:DV:1:False"), ("ana", "1:DS:1:u:0:0"), ("root", "1:DS:1:u:0:0"), ("ana", "1:dr:1::0")]
)
async def test_anothers_draft_is_not_there(world, who, data):
    await world.says("lucia", "/nueva Secreto de Lucía mañana", DRAFT)
    shown, answer = await world.forges(who, data)
    assert "Ese borrador ya no está." in f"{answer.text}{shown.text}"
    assert not any("Secreto" in message.text for message in world.phone(who).messages)
    assert await all_tasks(world) == []
    draft = await world.act("lucia", drafts.get_draft, 1)
    assert (draft.saved_id, draft.body.prioridad) == (None, Priority.MEDIA)


@each_row(["u:4", "u:-1", "d:0", "d:1", "d:3652059", "d:99999999", "d:-5", "h:5", "t:1", "r:0"], given="world")
async def test_a_forged_value_changes_nothing(world, value):
    await world.says("lucia", WHOLE, DRAFT)
    before = await world.act("lucia", drafts.get_draft, 1)
    await world.forges("lucia", f"1:DS:1:{value}:0", sees=DRAFT)
    assert (await world.act("lucia", drafts.get_draft, 1)).body == before.body


@pytest.mark.parametrize("number", [1, date.max.toordinal()])
async def test_a_forged_month_is_that_of_the_due_date(world, number):
    await world.says("lucia", WHOLE, DRAFT)
    honest, _ = await world.forges("lucia", "1:dr:1:d:0")
    shown, _ = await world.forges("lucia", f"1:dr:1:d:{number}")
    assert labels(shown) == labels(honest)


@pytest.mark.parametrize(("who", "person"), [("lucia", "pablo"), ("ana", "luis")])
async def test_a_forged_person_is_refused(world, who, person):
    await world.says(who, "/nueva Comprar café mañana", DRAFT)
    await world.forges(who, f"1:DS:1:p:{world.users[person].id}:0", notice_has=ONLY_ONES_OWN)
    assert (await world.act(who, drafts.get_draft, 1)).body.responsible_user_ids == (world.users[who].id,)


async def test_a_draft_expires(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    for _ in range(world.pipeline.settings.draft_hours + 1):
        world.clock.advance(hours=1)
        await world.operate(pruning.begin_round)
    await world.taps(
        "lucia", card, "✅ Guardar", hides=DRAFT, notice="Ese borrador ya venció. Empieza otro.", alert=True
    )
    assert await all_tasks(world) == []


async def test_who_left_the_team_before_the_check_mark_keeps_it_from_being_saved(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    await world.change_user("luis", leader=None)
    redrawn = await world.taps("lucia", card, "✅ Guardar", lacks="✅ Guardar", notice_has=ONLY_ONES_OWN)
    check(redrawn, sees="⚠️ Ya no puedes dar tareas a Luis: cámbialo con 👥.")
    assert await all_tasks(world) == []
    redrawn = await world.taps("lucia", redrawn, "👥 Responsables", "Ana", "✓ Luis", "‹ Volver al borrador")
    await world.taps("lucia", redrawn, "✅ Guardar", sees="Tarea 1")


async def test_discarded_it_is_gone_however_often(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    for _ in range(2):
        await world.taps("lucia", card, "✖ Descartar", sees="De acuerdo, no guardé nada.")
    with pytest.raises(NotFound):
        await world.act("lucia", drafts.get_draft, 1)
    await world.taps("lucia", card, "✅ Guardar", notice="Ese borrador ya no está.")
    assert await all_tasks(world) == []


@pytest.mark.parametrize("words", ["/nueva", WHOLE])
async def test_cancelled_it_is_gone(world, words):
    shown = await world.says("lucia", words)
    await world.says("lucia", "/cancelar", "no guardé nada")
    await world.quiet()
    assert world.phone("lucia").current(shown).keyboard == []
    assert world.phone("lucia").last.text == "👌 De acuerdo, no guardé nada."
    with pytest.raises(NotFound):
        await world.act("lucia", drafts.get_draft, 1)
    await world.says("lucia", "mañana", sees="¿Qué quieres ver?")


async def test_a_restart_forgets_nothing(world):
    await world.says("lucia", WHOLE, DRAFT)
    await world.stop_bot()
    await world.start_bot()
    card = await world.says("lucia", "para mañana", DRAFT, sees="vence mar,\u00a024\u00a0nov")
    await world.taps("lucia", card, "✅ Guardar")
    assert len(await all_tasks(world)) == 1


async def test_what_was_done_before_a_crash_is_done_once(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    async with world.killed_in("editMessageText"):
        press = await world.phone("lucia").press(card, "✅ Guardar")
    await world.phone("lucia").wait_answer(press)
    assert "Tarea 1" in (await last(world)).text
    assert len(await all_tasks(world)) == 1
    async with world.killed_in("sendMessage"):
        await world.phone("lucia").send(WHOLE)
    await world.phone("lucia").wait(DRAFT)
    with pytest.raises(NotFound):
        await world.act("lucia", drafts.get_draft, 3)


# Hostile words


@PARTS
async def test_whatever_is_written_as_a_description_is_shown_and_stored_as_it_is(world, caplog, strings):
    card = await world.says("lucia", WHOLE, DRAFT)
    typed = []
    for words in strings:
        await world.forges("lucia", "1:dr:1:t:0", card)
        sent = await world.phone("lucia").send(f"x{words}"[:4096])
        card = await last(world)
        typed.append(((await world.act("lucia", drafts.get_draft, 1)).body.descripcion, sent.text))
    assert [kept for kept, _ in typed] == [sent for _, sent in typed]
    assert [record for record in caplog.records if record.exc_info] == []
    await world.taps("lucia", card, "✅ Guardar")
    assert (await all_tasks(world))[0].descripcion == typed[-1][1]
