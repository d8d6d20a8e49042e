"""Period summaries: `/resumen semana`, the rows behind each number, and the message to leaders."""

import pytest

from bot.chat.handlers import summary
from core.records.messages import MessageKind, Reason
from tests.bot.chat.handlers.meetings import spaced
from tests.bot.chat.pushing import pushed
from tests.cast import day

WEEK = {"first": day(-7).toordinal(), "last": day(-1).toordinal()}


@pytest.fixture
async def busy(world):
    """Last week Ana was red on Thursday and Friday and left Tuesday out; a due date of Luis moved twice."""
    task = await world.task("ana", text="Contrato", due=-5, fechaSolicitud=day(-20))
    for offset in (-7, -5, -4, -3):
        world.clock.advance(days=offset)
        await world.open_log("ana", offset)
        await world.set_percent("ana", 40, offset)
        if offset == -4:
            await world.why_red("ana", task, "Falta la firma")
        world.clock.advance(days=-offset)
    world.clock.advance(days=-3)
    moved = await world.task("luis", text="Póliza", due=5)
    for due in (6, 7):
        moved = await world.change_task("luis", moved, fechaCumplir=day(due))
    world.clock.advance(days=3)
    return world


LINES = [
    "Cómo le fue al equipo · 16–22 nov 2026",
    "Así estuvieron los días: 🟡 1 🟠 1 🔴 2 · promedio 40 %",
    "Antes, 9–15 nov 2026: ningún día abierto con tareas.",
    "☀️ 3 de 4 días abiertos, sin contar ausencias ni festivos",
    "",
    "🔴 2 días en rojo",
    "Ana · #1 Contrato · 19–20 nov: 2 días en rojo",
    "💬 Falta la firma",
    "",
    "📅 1 tarea cambió de fecha dos veces o más",
]


async def test_the_week_before_with_its_reasons(busy):
    panel = await busy.says("lucia", "/resumen semana pasada", "Cómo le fue al equipo")
    assert spaced(panel).split("\n") == LINES
    assert panel.keyboard == [
        ["📊 Días", "⚪\ufe0f Sin abrir · 1"],
        ["🔴 En rojo · 2", "📅 Fechas · 1"],
        ["🙋 El mío"],
    ]


async def test_each_number_leads_to_its_rows_and_back(busy):
    panel = await busy.says("lucia", "/resumen semana pasada")
    reds = await busy.taps("lucia", panel, "🔴 En rojo · 2", sees=["Días en rojo y por qué", "Falta la firma"])
    assert reds.keyboard[0] == ["#1 · Contrato"]
    panel = await busy.taps("lucia", reds, "‹ Resumen", sees="Cómo le fue al equipo")
    moved = await busy.taps(
        "lucia", panel, "📅 Fechas · 1", sees=["Luis", "2 cambios: de sáb,\u00a028\u00a0nov a lun,\u00a030\u00a0nov"]
    )
    panel = await busy.taps("lucia", moved, "‹ Resumen")
    unopened = await busy.taps("lucia", panel, "⚪\ufe0f Sin abrir · 1", sees=["Días sin abrir", "Ana", "17"])
    panel = await busy.taps("lucia", unopened, "‹ Resumen")
    assert "photo" in (await busy.taps("lucia", panel, "📊 Días", sees="Equipo · 16–22 nov 2026")).raw
    await busy.taps("lucia", await busy.says("lucia", "/resumen semana pasada"), "🙋 El mío", sees="Cómo me fue")


async def test_everybody_sees_the_same_about_themselves(busy):
    panel = await busy.says("ana", "/resumen semana pasada", "Cómo me fue · 16–22 nov 2026")
    assert spaced(panel).split("\n")[1:6] == LINES[1:6]
    assert spaced(panel).split("\n")[6].startswith("#1 Contrato")
    assert panel.keyboard == [["📊 Días", "⚪\ufe0f Sin abrir · 1"], ["🔴 En rojo · 2"]]
    await busy.taps("ana", panel, "🔴 En rojo · 2", sees="Falta la firma")
    assert "photo" in (await busy.taps("ana", await busy.says("ana", "/resumen semana pasada"), "📊 Días")).raw
    luis = await busy.says("luis", "/resumen semana pasada", "1 tarea cambió de fecha", hides="Contrato")
    await busy.taps("luis", luis, "📅 Fechas · 1", sees="Póliza")


async def test_nobody_else_sees_a_teams_summary(busy):
    for data in ("1:us:2026-11-16:2026-11-22:0", "1:ur:2026-11-16:2026-11-22:r:0:0"):
        for who in ("luis", "pablo"):
            await busy.forges(who, data, hides="Contrato")


async def test_days_with_nothing_say_so(busy):
    await busy.says("pablo", "/summary last month", "There's nothing to tell of those days.")
    await busy.says("lucia", "/resumen", "Resumen del equipo")


async def test_the_message_to_a_leader_is_of_the_latest_period_with_something_to_tell(busy):
    message = await pushed(busy, "lucia", MessageKind.PERIOD_SUMMARY, **WEEK)
    assert spaced(message).split("\n") == LINES
    earlier = {"first": day(-14).toordinal(), "last": day(-8).toordinal()}
    assert await pushed(busy, "lucia", MessageKind.PERIOD_SUMMARY, **earlier) is Reason.LATE
    assert await pushed(busy, "ana", MessageKind.PERIOD_SUMMARY, **WEEK) is Reason.GONE
    await busy.change_user("ana", leader=None)
    await busy.change_user("luis", leader="pablo")
    assert await pushed(busy, "lucia", MessageKind.PERIOD_SUMMARY, **WEEK) is Reason.GONE


async def test_of_many_reds_the_summary_says_on_how_many_days_they_were_and_leads_to_them(busy, monkeypatch):
    monkeypatch.setattr(summary, "MOST_REDS", 1)
    panel = await busy.says("lucia", "/resumen semana pasada", "🔴 2 días en rojo", hides="Falta la firma")
    await busy.taps("lucia", panel, "🔴 En rojo · 2", sees="Falta la firma")


async def test_a_long_list_of_reds_has_pages(busy):
    for number in range(12):
        await busy.task("ana", text=f"Roja {number}", due=-1, fechaSolicitud=day(-2))
    await busy.open_log("ana")
    panel = await busy.says("lucia", "/resumen semana", "🔴 1 día en rojo", sees="y 9 más")
    rows = await busy.taps("lucia", panel, "🔴 En rojo · 1")
    assert rows.keyboard[-2] == ["‹", "1/2", "›"]
    await busy.taps("lucia", rows, "›", sees="Roja 11")
