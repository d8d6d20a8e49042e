"""Tasks that are due while somebody is away: moved at once, or asked of a leader, who says yes or no."""

import pytest

from bot.chat.callbacks.absences import Move, MoveAnswered, MoveAsked
from bot.chat.callbacks.callback_data import write
from core.people import absences
from tests.bot.world import labels
from tests.cast import TODAY, day

# Ana is away from Thursday the 26th to Monday the 30th, and back on Tuesday, day(8).
BACK = 8
TITLE = "«\u2068Contrato\u2069» (#1)"


@pytest.fixture
async def absence(world):
    return await world.away("ana", 3, 7, "Cirugía")


async def card(world, absence, who="ana"):
    return await shown(world, who, f"1:ac:{absence.id}:0:False")


async def shown(world, who, data):
    """Return what a message shows when it goes to a screen, as a message of the outbox does."""
    panel, _ = await world.forges(who, data)
    return panel


def asked(absence, task, *, day_wished=None, person=0, before=5):
    """The place of what a leader is asked."""
    move, value = (Move.DAY, day_wished.toordinal()) if day_wished else (Move.PERSON, person)
    return write(MoveAsked(absence.id, task.id, day(before).toordinal(), move, value))


async def due(world, task):
    return (await world.task_now(task)).fecha_cumplir


async def test_what_is_due_meanwhile_is_listed_and_moved_by_its_creator_at_once(world, absence):
    task = await world.task("ana", text="Propia", due=5)
    panel = await card(world, absence)
    assert "Mientras tanto vence 1 tarea:\n\n#1 \u2068Propia\u2069" in panel.text
    none, notice = "Ninguna tarea vence mientras tanto.", "📅 Ahora vence mar,\u00a01\u00a0dic."
    await world.taps("ana", panel, "📅 #1 → 1 dic", sees=none, notice=notice)
    assert await due(world, task) == day(BACK)


async def test_what_is_not_theirs_to_change_is_asked_of_their_leader_once(world, absence):
    task = await world.task("ana", by="lucia", due=5)
    notice = "📨 Se lo pedí a Lucía. Te aviso cuando conteste."
    panel = await world.taps("ana", await card(world, absence), "📨 #1", notice=notice, alert=True)
    await world.taps("ana", panel, "📨 #1", notice="Ya se lo había pedido a Lucía.")
    assert await due(world, task) == day(5)


async def test_another_day_from_the_calendar(world, absence):
    task = await world.task("ana", due=5)
    panel = await world.taps("ana", await card(world, absence), "⋯ #1", "📅 Otro día")
    assert "1•" in labels(panel), "the first working day is marked"
    await world.taps("ana", panel, "15")
    assert (await due(world, task)).isoformat() == "2026-12-15"


async def test_another_person_by_the_leader(world, absence):
    task = await world.task("ana", by="lucia", due=5)
    panel = await world.taps("lucia", await card(world, absence, "lucia"), "⋯ #1", "👤 Otra persona")
    assert labels(panel) == ["Lucía", "Luis", "‹ Volver a la ausencia"]
    panel = await world.taps("lucia", panel, "Luis", notice="👤 La tarea 1 ahora es de Luis.")
    assert (await world.task_now(task)).responsible_user_ids == [world.users["luis"].id]
    assert "Ninguna tarea" in panel.text


async def test_a_task_that_was_moved_meanwhile_is_not_there_any_more(world, absence):
    task = await world.task("ana", due=5)
    panel = await world.taps("ana", await card(world, absence), "⋯ #1")
    await world.change_task("ana", task, fechaCumplir=day(20))
    await world.taps("ana", panel, "📅 Otro día", sees="No encuentro la tarea 1")
    assert await due(world, task) == day(20)


async def test_a_leader_says_no_and_may_change_their_mind(world, absence):
    task = await world.task("ana", by="lucia", due=5)
    panel = await shown(world, "lucia", asked(absence, task, person=world.users["luis"].id))
    assert "👤 Que se encargue Luis." in panel.text
    panel = await world.taps("lucia", panel, "✖ No", sees="Dijiste que no.", notice="Queda como está.")
    assert (await world.task_now(task)) == task
    await world.taps("lucia", panel, "✅ Sí", sees="Así quedó.")
    assert (await world.task_now(task)).responsible_user_ids == [world.users["luis"].id]


async def test_two_presses_move_it_once(world, absence):
    task = await world.task("ana", by="lucia", due=5)
    panel = await shown(world, "lucia", asked(absence, task, day_wished=day(BACK)))
    data = next(button.data for button in panel.buttons if button.text == "✅ Sí")
    await world.taps("lucia", panel, "✅ Sí")
    before = await world.task_now(task)
    await world.forges("lucia", data, panel, notice="Ya estaba así; no se cambió nada.")
    assert await world.task_now(task) == before


async def test_what_has_changed_since_is_told_and_not_moved(world, absence):
    task = await world.task("ana", by="lucia", due=5)
    panel = await shown(world, "lucia", asked(absence, task, day_wished=day(BACK)))
    await world.change_task("lucia", task, fechaCumplir=day(4))
    over, notice = "ya no hay nada que decidir", "ahora vence vie, 27 nov"
    await world.taps("lucia", panel, "✅ Sí", sees=over, notice_has=notice, alert=True)
    assert await due(world, task) == day(4)


async def test_after_the_absence_is_cancelled_there_is_nothing_to_decide(world, absence):
    task = await world.task("ana", by="lucia", due=5)
    panel = await shown(world, "lucia", asked(absence, task, day_wished=day(BACK)))
    await world.operate(absences.cancel_absence, absence.id)
    await world.taps("lucia", panel, "✅ Sí", sees="Ya no hay nada que decidir", alert=True)
    assert await due(world, task) == day(5)


@pytest.mark.parametrize("who", ["ana", "luis", "pablo"])
async def test_nobody_else_decides(world, absence, who):
    task = await world.task("ana", by="lucia", text="Secreto", due=5)
    place = asked(absence, task, day_wished=day(BACK))
    panel = await shown(world, who, place)
    assert "✅" not in str(panel.keyboard)
    if who != "ana":
        assert "Secreto" not in panel.text
    await shown(world, who, f"{place.replace('1:aq:', '1:AA:').rpartition(':')[0]}:True")
    assert await due(world, task) == day(5)


@pytest.mark.parametrize("value", [0, 2147483647])
async def test_a_day_that_is_none_is_refused(world, absence, value):
    task = await world.task("ana", by="lucia", due=5)
    before = TODAY.toordinal()
    for data in (f"1:AM:{absence.id}:{task.id}:d:{value}:0", f"1:AA:{absence.id}:{task.id}:{before}:d:{value}:True"):
        await world.forges("lucia", data, notice_has="fecha válida")
    assert await due(world, task) == day(5)


async def test_who_asked_reads_what_was_said(world, absence):
    task = await world.task("ana", by="lucia", text="Contrato", due=5)
    lucia, luis = world.users["lucia"].id, world.users["luis"].id
    moved = MoveAnswered(task.id, lucia, Move.DAY, day(BACK).toordinal(), accepted=True)
    panel = await shown(world, "ana", write(moved))
    assert panel.text.replace("\u00a0", " ") == f"✅ Lucía aceptó el cambio de {TITLE}. Ahora vence mar, 1 dic."
    panel = await shown(world, "ana", write(MoveAnswered(task.id, lucia, Move.PERSON, luis, accepted=True)))
    assert panel.text == f"✅ Lucía aceptó el cambio de {TITLE}. Ahora se encarga Luis."
    assert panel.keyboard == []
    panel = await shown(world, "ana", write(MoveAnswered(task.id, lucia, Move.PERSON, luis, accepted=False)))
    assert panel.text == f"✖ Lucía prefiere dejar {TITLE} como está."


async def test_many_tasks_are_paged(world, absence):
    for number in range(8):
        await world.task("ana", text=f"Tarea {number}", due=5)
    panel = await card(world, absence)
    assert "vencen 8 tareas" in panel.text
    await world.taps("ana", panel, "›", sees="Tarea 7")
