"""The day in one message: a team's for who leads it, one's own for everybody."""

import pytest

from core.people import users
from core.records.messages import MessageKind
from tests.bot.chat.handlers.test_red import set_light
from tests.bot.chat.pushing import DAY, pushed
from tests.bot.world import check
from tests.cast import day


@pytest.fixture
async def busy(world):
    """Ana: red with a reason and late, and green at 60. Luis has not opened."""
    contract = await world.task("ana", text="Contrato", due=-1, fechaSolicitud=day(-9))
    await world.task("ana", text="Visita", due=9)
    await world.open_log("ana")
    await world.set_percent("ana", 60, item=1)
    await world.why_red("ana", contract, "Falta la <b>firma</b>")
    return world


TEAM = (
    "Resumen del equipo · lunes, 23 de noviembre de 2026\n"
    "1 de 2 con el día abierto\n"
    "🟢 1 🔴 1 · promedio 30\u00a0%\n"
    "⚪\ufe0f Sin abrir: Luis\n"
    "⏰ 1 tarea atrasada\n\n"
    "🔴 En rojo · 1\n"
    "Ana · #1 \u2068Contrato\u2069 · desde hoy\n"
    "💬 \u2068Falta la <b>firma</b>\u2069"
)


async def test_a_leader_has_the_teams(busy):
    said = await busy.says("lucia", "/resumen")
    assert said.text == TEAM
    assert said.keyboard == [["👥 Equipo", "🔴 En rojo"], ["⏰ Atrasadas", "🙋 El mío"]]
    await busy.taps("lucia", said, "⏰ Atrasadas", sees="De tu equipo")


async def test_it_leads_to_the_teams_day_and_to_what_is_red(busy):
    for button, shown in (("👥 Equipo", "1 de 2"), ("🔴 En rojo", "En rojo · 1"), ("🙋 El mío", "Mi resumen")):
        await busy.taps("lucia", await busy.says("lucia", "/resumen"), button, sees=shown)


async def test_who_is_away_is_said_with_why_and_is_not_missing(busy):
    await busy.away("luis", 0, 2)
    text = (await busy.says("lucia", "/resumen")).text.replace("\u00a0", " ")
    assert "🌴 Hoy no trabajan: Luis (hasta el mié, 25 nov)" in text
    assert "1 de 1 con el día abierto" in text
    assert "Sin abrir" not in text


async def test_on_a_weekend_everybody_is_off(busy):
    busy.clock.advance(days=5)
    text = (await busy.says("lucia", "/resumen")).text
    assert "Hoy no trabajan: Ana (descansa), Luis (descansa)" in text


async def test_who_leads_nobody_has_their_own(busy):
    said = await busy.says("ana", "/resumen")
    assert said.text.startswith(
        "Mi resumen · lunes, 23 de noviembre de 2026\n"
        "abierto 9:00\n🟢 1 🔴 1 · promedio 30\u00a0% · 0 de 2 al 100\u00a0%\n"
        "⏰ 1 tarea atrasada\n\n🔴 En rojo · 1\n#1 \u2068Contrato\u2069 · desde hoy"
    )
    assert said.keyboard == [["☀️ Mi día"], ["⏰ Atrasadas", "🔴 En rojo"]]
    own = await busy.says("luis", "/resumen")
    assert own.text.endswith("⚪\ufe0f Sin abrir\nNo te espera ninguna tarea.\n\nNada en rojo.")


@pytest.mark.parametrize(("language", "nothing"), [("es", "Nada en rojo."), ("en", "Nothing in red.")])
async def test_nobody_is_applauded_for_having_nothing_in_red_while_something_is_late(world, language, nothing):
    await world.change_user("luis", language=language)
    await world.task("luis", text="Factura", due=-1, fechaSolicitud=day(-3))
    said = await world.says("luis", "/resumen", "⏰ 1")
    assert said.text.endswith(f"\n\n{nothing}")
    assert (await world.says("luis", "/rojo")).text.endswith(f"· 0\n\n{nothing}")


async def test_a_forged_teams_summary_shows_a_member_nothing(busy):
    panel = await busy.says("luis", "/hoy")
    await busy.forges("luis", "1:u:False", panel, sees="Eso no te toca a ti", hides="Contrato")


async def test_it_comes_by_itself_as_it_is_asked_for(busy):
    assert (await pushed(busy, "lucia", MessageKind.TEAM_SUMMARY, **DAY)).text == TEAM
    assert "Mi resumen" in (await pushed(busy, "ana", MessageKind.TEAM_SUMMARY, **DAY)).text


async def test_a_large_team_and_much_red_fit_one_message(busy):
    for number in range(40):
        name = f"Persona <{number:02}> de nombre muy largo y muy «raro» & más"
        await busy.operate(users.add_user, users.UserCreate(username=f"p{number}", name=name, leader="lucia"))
    for number in range(12):
        task = await busy.task("luis", text=f"<b>{number}</b> " + "&" * 300, due=9)
        await set_light(busy, "luis", task, "ROJO")
        await busy.why_red("luis", task, "«<i>" * 400)
    before = len(busy.phone("lucia").messages)
    said = await busy.says("lucia", "/resumen")
    await busy.quiet()
    assert len(busy.phone("lucia").messages) == before + len(["what she wrote", "the answer"])
    check(said, sees=["y 25 más", "En rojo · 13"])
    assert said.text.endswith("y 7 más")
