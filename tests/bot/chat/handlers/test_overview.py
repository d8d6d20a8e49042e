"""Weeks and months as pictures: who sees them, what stands under them, where their buttons lead."""

import re

import pytest

from core.people import users
from tests.bot.world import check
from tests.cast import TODAY, day
from tests.tables import each_row

SIDE = 1280
"""Telegram makes larger pictures smaller."""


@pytest.fixture
async def busy(world):
    """Ana: closed on Friday at 20, red and open today at 60. Luis opened nothing all week. Monday was a holiday."""
    world.clock.advance(days=-3)
    await world.task("ana", text="Atrasada", due=-1, fechaSolicitud=day(-3))
    await world.open_log("ana", -3)
    await world.set_percent("ana", 20, -3)
    await world.close_log("ana", -3)
    world.clock.advance(days=3)
    await world.open_log("ana")
    await world.set_percent("ana", 60)
    return world


def photo(message) -> dict:
    """The picture of a message, its size checked."""
    (size,) = message.raw["photo"]
    assert size["width"] <= size["height"] + SIDE / 3
    assert max(size["width"], size["height"]) <= SIDE
    return size


def pictures(world) -> list[bytes]:
    """Every picture that was sent, in order."""
    return [stored.data for stored in world.sandbox._world.files._by_id.values()]


async def test_the_week_with_its_numbers_in_words(busy):
    panel = await busy.says("lucia", "/equipo semana", "Equipo · 23–29 nov 2026")
    assert photo(panel)
    assert panel.text.split("\n")[1:] == [
        "Así estuvieron los días: 🔴 1 · promedio 60\u00a0%",
        "⚪\ufe0f Sin abrir: Luis (hoy)",
    ]
    assert panel.keyboard == [["🔴 Ana", "⚪\ufe0f Luis"], ["◀\u00a016–22\u00a0nov"], ["🗓 Mes", "‹ Equipo"]]


async def test_weeks_are_turned_in_place(busy):
    await busy.open_on_the_day("luis", -10)
    panel = await busy.says("lucia", "/equipo semana")
    before = await busy.taps("lucia", panel, "◀\u00a016–22\u00a0nov")
    assert before.id == panel.id
    assert before.text.startswith("Equipo · 16–22 nov 2026\nAsí estuvieron los días: 🟡 1 · promedio 20\u00a0%")
    assert "Sin abrir: Luis (4 días)" in before.text
    assert before.keyboard[1] == ["◀\u00a09–15\u00a0nov", "Hoy", "23–29\u00a0nov\u00a0▶"]
    assert photo(before)["file_id"] != photo(panel)["file_id"]
    again = await busy.taps("lucia", before, "23–29\u00a0nov\u00a0▶")
    assert (again.id, again.text) == (panel.id, panel.text)
    first, _, third = pictures(busy)
    assert first == third


async def test_a_month_says_where_the_mean_went(busy):
    await busy.open_on_the_day("luis", -24)
    panel = await busy.says("lucia", "/equipo mes", "Equipo · noviembre 2026")
    assert photo(panel)
    check(panel, sees=["🟡 1 🔴 1 · promedio 40\u00a0%", "Sin abrir: Luis (15 días, hoy)"])
    assert "📈 El promedio subió de 20\u00a0% a 60\u00a0%" in panel.text, "as far as today has come"
    await busy.task("luis", text="Sin avance")
    await busy.open_log("luis")
    panel = await busy.taps("lucia", panel, "◀\u00a0octubre\u00a02026", "Hoy")
    assert "📈 El promedio subió de 20\u00a0% a 30\u00a0%" in panel.text


async def test_who_has_just_been_added_is_missing_today_and_owes_nothing_before(busy):
    await busy.operate(users.add_user, users.UserCreate(username="eva", name="Eva Luna", leader="lucia"))
    assert (await busy.says("lucia", "/equipo semana")).text.endswith("Sin abrir: Eva Luna (hoy), Luis (hoy)")
    assert (await busy.says("lucia", "/equipo mes")).text.endswith("Sin abrir: Eva Luna (hoy), Luis (hoy)")
    for words in ("mes pasado", "semana pasada"):
        await busy.says("lucia", f"/equipo {words}", hides="Sin abrir")


async def test_into_a_persons_items_in_a_message_of_their_own(busy):
    panel = await busy.says("lucia", "/equipo semana")
    await busy.presses("lucia", panel, "🔴 Ana")
    assert busy.phone("lucia").current(panel).keyboard == panel.keyboard
    person = busy.phone("lucia").last
    assert person.id > panel.id
    check(person, sees=["Ana · lunes, 23 de noviembre", "🔴 #1"])
    team = await busy.taps("lucia", person, "‹ Equipo")
    assert team.id == person.id
    assert "1 de 2 con el día abierto" in team.text


async def test_a_person_is_shown_on_the_last_day_they_opened(busy):
    panel = await busy.says("lucia", "/equipo semana pasada", "16–22 nov")
    await busy.presses("lucia", panel, "🟡 Ana")
    assert "Ana · viernes, 20 de noviembre" in busy.phone("lucia").last.text


async def test_the_teams_day_becomes_its_picture(busy):
    panel = await busy.says("lucia", "/equipo")
    week = await busy.taps("lucia", panel, "📊 Semana")
    assert week.id == panel.id
    assert "text" not in week.raw
    assert "23–29 nov" in week.text
    month = await busy.taps("lucia", week, "🗓 Mes")
    assert month.id == panel.id
    assert "noviembre 2026" in month.text
    await busy.taps("lucia", month, "📊 Semana", sees="23–29 nov")


@each_row(
    [
        ("semana", "23–29 nov 2026"),
        ("esta semana", "23–29 nov 2026"),
        ("la semana pasada", "16–22 nov 2026"),
        ("last week", "16–22 nov 2026"),
        ("semana 2026-11-04", "2–8 nov 2026"),
        ("week yesterday", "16–22 nov 2026"),
        ("semana verde", "No entendí la fecha «verde»"),
        ("mes", "noviembre 2026"),
        ("el mes pasado", "octubre 2026"),
        ("month 15/09/2026", "septiembre 2026"),
        ("hace 1 semana", "lunes, 16 de noviembre"),
        ("del 16 al 22", "16–22 nov 2026"),
        ("del 10 de octubre al 20 de noviembre", "10 oct – 9 nov 2026"),
    ],
    given="busy",
)
async def test_a_period_in_words(busy, words, shown):
    await busy.says("lucia", f"/equipo {words}", sees=shown)


async def test_a_range_is_turned_by_as_many_days(busy):
    panel = await busy.says("lucia", "/equipo del 19 al 23", "Equipo · 19–23 nov 2026")
    assert photo(panel)
    assert panel.text.split("\n")[1].startswith("Así estuvieron los días: 🟡 1 🔴 1")
    assert panel.keyboard[1:] == [["◀\u00a014–18\u00a0nov"], ["🗓 Mes", "‹ Equipo"]]
    before = await busy.taps("lucia", panel, "◀\u00a014–18\u00a0nov")
    assert before.text.startswith("Equipo · 14–18 nov 2026")
    assert before.keyboard[1] == ["◀\u00a09–13\u00a0nov", "Hoy", "19–23\u00a0nov\u00a0▶"]
    again = await busy.taps("lucia", before, "◀\u00a09–13\u00a0nov", "Hoy")
    assert again.text.startswith("Equipo · 19–23 nov 2026")
    assert (await busy.taps("lucia", again, "🗓 Mes")).text.startswith("Equipo · noviembre 2026")


async def test_a_range_that_is_too_long_for_a_picture_says_so(busy):
    panel = await busy.says("lucia", "/equipo del 1 de septiembre al 20 de noviembre", "1 sep – 1 oct 2026")
    assert "primeros 31 días" in panel.text
    await busy.says("lucia", "/equipo del 10 de noviembre al 20 de noviembre", hides="31 días")


async def test_a_forged_button_shows_nothing_of_others(busy):
    panel = await busy.says("ana", "/hoy")
    for data in (
        f"1:ew:{TODAY}",
        f"1:em:{TODAY}",
        f"1:eg:{TODAY}:{TODAY}:0",
        "1:eg:1900-01-01:9998-12-31:0",
        "1:ew:1900-01-01",
        "1:y:9998-12-31",
    ):
        await busy.forges("ana", data, panel)
        assert not [message for message in busy.phone("ana").messages if "Luis" in message.text]


async def test_an_admin_sees_everybody_and_a_task_leader_those_days_alone(busy):
    panel = await busy.says("root", "/equipo semana")
    assert [label for row in panel.keyboard[:-2] for label in row] == [
        "🔴 Ana", "⚪\ufe0f Lucía", "⚪\ufe0f Luis", "⚪\ufe0f Pablo", "⚪\ufe0f Root",
    ]  # fmt: skip
    await busy.task("luis", text="De la casa", leaderUserId=busy.users["pablo"].id)
    await busy.open_log("luis")
    panel = await busy.says("pablo", "/team week", "Team")
    assert panel.keyboard[0] == ["🟢 Luis"]
    assert "Not opened" not in panel.text


async def test_ones_own_weeks(busy):
    panel = await busy.says("ana", "/historial", "Mis semanas · 2–29 nov 2026")
    assert photo(panel)
    assert panel.text.split("\n")[1:] == [
        "Así estuvieron los días: 🟡 1 🔴 1 · promedio 40\u00a0%",
        "📈 El promedio subió de 20\u00a0% a 60\u00a0%",
    ], "before her first day nothing was to be opened"
    assert panel.keyboard == [["◀\u00a05\u00a0oct\u00a0–\u00a01\u00a0nov"], ["☀️ Mi día"]]
    before = await busy.taps("ana", panel, "◀\u00a05\u00a0oct\u00a0–\u00a01\u00a0nov")
    assert before.text == "Mis semanas · 5 oct – 1 nov 2026\nEn estas fechas no hay días abiertos con tareas."
    assert before.keyboard[0][1:] == ["Hoy", "2–29\u00a0nov\u00a0▶"]
    assert (await busy.taps("ana", before, "2–29\u00a0nov\u00a0▶")).text == panel.text
    await busy.presses("ana", panel, "☀️ Mi día")
    assert "abierto 9:00" in busy.phone("ana").last.text


async def test_ones_own_weeks_before_a_date_and_nobody_elses(busy):
    await busy.says("ana", "/historial ayer", sees="26 oct – 22 nov")
    await busy.says("ana", "/historial mañana verde", sees="No entendí la fecha «mañana verde»")
    empty = await busy.says("luis", "/historial")
    assert empty.text.endswith("En estas fechas no hay días abiertos con tareas.\n⚪\ufe0f Sin abrir: hoy"), (
        "he begins today"
    )


async def test_a_day_missed_since_the_first_one_is_counted(busy):
    await busy.open_on_the_day("ana", -5)
    await busy.says("ana", "/historial", sees="⚪\ufe0f Sin abrir: 1 día")


async def test_a_large_team_has_pages_and_a_caption_that_fits(world):
    for number in range(25):
        name = f"{number:02} {'<&>' * 9}"
        await world.operate(users.add_user, users.UserCreate(username=f"p{number}", name=name, leader="lucia"))
    panel = await world.says("lucia", "/equipo semana")
    assert photo(panel), "no text was sent ahead of it"
    assert panel.keyboard[5] == ["‹", "1/3", "›"]
    assert re.search(r"00 <&><&>.* \(hoy\), .*, y \d+ más$", panel.text)
    last = await world.taps("lucia", panel, "‹")
    assert last.keyboard[-3] == ["‹", "3/3", "›"]
    assert last.id == panel.id
    assert photo(await world.says("lucia", "/equipo mes"))


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("method", ["sendPhoto", "editMessageMedia"])
async def test_a_picture_comes_through_trouble(busy, method):
    busy.sandbox.faults.drop(method=method)
    panel = await busy.says("lucia", "/equipo semana")
    await busy.taps("lucia", panel, "◀\u00a016–22\u00a0nov", sees="16–22 nov")
    assert len([message for message in busy.phone("lucia").messages if "photo" in message.raw]) == 1


async def test_a_picture_that_is_gone_is_sent_anew(busy):
    panel = await busy.says("lucia", "/equipo semana")
    await busy.phone("lucia").delete(panel)
    await busy.says("lucia", "/equipo semana")
    shown = busy.phone("lucia").last
    await busy.phone("lucia").press(shown, "🗓 Mes")
    busy.sandbox._world.delete(busy.sandbox._world.chats[busy.phone("lucia").id], shown.id)
    await busy.quiet()
    assert "noviembre 2026" in busy.phone("lucia").last.text
