"""A task that was closed, open again in words, at the percentage and for the reason that are said."""

import pytest


@pytest.fixture
async def closed(world):
    """Ana's two tasks of today, the second of which, set by Lucía, she has just closed at 60 per cent."""
    await world.task("ana", text="Contrato de Reyes", due=9)
    task = await world.task("ana", text="Facturar noviembre", by="lucia", due=9)
    await world.open_log("ana")
    await world.says("ana", "la 2 va en 60", "✅ 1 tarea guardada")
    await world.says("ana", "la factura ya quedó", "✅ 1 tarea guardada")
    return task


@pytest.mark.parametrize(
    ("words", "percent", "reason"),
    [
        ("reábrela", 60, ()),
        ("reábrela al 90", 90, ()),
        ("no está cerrada", 60, ()),
        ("vuelve a abrir lo de facturar, al 85", 85, ()),
        ("reopen it, they want other numbers", 60, ("they want other numbers",)),
        ("reabre lo de facturar, quedó faltando una", 60, ("quedó faltando una",)),
    ],
)
async def test_what_was_just_closed_is_open_again_at_once(world, closed, words, percent, reason):
    await world.says("ana", words, sees=f"La #2 está abierta otra vez: {percent}\u00a0%", offers="↩ Deshacer")
    assert await world.percents("ana") == [0, percent]
    assert (await world.task_now(closed)).estatus == "EN_PROCESO"
    assert tuple(await world.comments(closed)) == reason


async def test_what_was_closed_together_is_opened_together(world, closed):
    await world.task("ana", text="Plano", due=9)
    await world.open_log("ana")
    await world.says("ana", "1 listo, 3 listo", "✅ 2 tareas guardadas")
    await world.says("ana", "reábrelas al 90", "✅ 2 tareas guardadas")
    assert await world.percents("ana") == [90, 100, 90]


async def test_of_several_it_is_asked_which_and_the_percentage_is_kept(world, closed):
    await world.says("ana", "1 listo", "✅ 1 tarea guardada")
    world.clock.advance(minutes=30)
    said = await world.says("ana", "reábrela al 90", "¿Cuál de estas tareas?")
    await world.taps("ana", said, "#1 · Contrato de Reyes")
    assert await world.percents("ana") == [90, 100]


async def test_where_nothing_is_closed_nothing_is_said_to_be_open_again(world):
    await world.task("ana", text="Contrato de Reyes", due=9)
    await world.open_log("ana")
    said = await world.says("ana", "no está cerrada")
    assert "abierta otra vez" not in said.text


async def test_of_a_day_it_is_not_a_task(world, closed):
    said = await world.says("ana", "reabre mi día")
    assert "abierta otra vez" not in said.text
    assert (await world.task_now(closed)).estatus == "CERRADA"
