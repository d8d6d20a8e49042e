"""A time within hours, in the chat: after four, before noon, all day; asked for, corrected, made an event."""

from tests.bot.chat.handlers.meetings import spaced
from tests.bot.chat.handlers.test_free import parts
from tests.tables import each_row


async def test_a_time_after_an_hour_is_looked_for_there_alone_and_becomes_an_event_at_its_own(world):
    await world.event("ana", "luis", title="Comida", offset=1, at="14:00-16:00")
    await world.event("ana", "luis", title="Junta", offset=1, at="16:00-16:30")
    found = await world.says("ana", "/disponible @luis mañana después de las 4")
    assert parts(found)[:2] == (
        "🔎 Luis · 1 h\n📅 martes, 24 de noviembre de 2026 · a partir de las 16:00 (de la tarde)",
        "⚠️ Luis: «Junta», 16:00–16:30",
    )
    assert [row[0] for row in found.keyboard[:3]] == [
        "mar,\u00a024\u00a0nov, 16:30–17:30",
        "mié,\u00a025\u00a0nov, 16:00–17:00",
        "mié,\u00a025\u00a0nov, 17:00–18:00",
    ]
    later = await world.taps("ana", found, "Más tarde ›")
    assert later.keyboard[0] == ["jue,\u00a026\u00a0nov, 16:00–17:00"]
    card = await world.taps("ana", await world.taps("ana", later, "‹ Los primeros"), found.keyboard[0][0])
    assert "16:30–17:30" in card.text
    assert (await world.taps("ana", card, "‹ Horarios libres")).text == found.text


async def test_open_ends_are_corrected_and_taken_back(world):
    await world.says("ana", "/disponible @luis mañana desde las 4 de la tarde")
    for words, heading, first in (
        ("mejor después de las 5", "a partir de las 17:00 (de la tarde)", "17:00–18:00"),
        ("antes de las 12", "hasta las 12:00 (del mediodía)", "9:00–10:00"),
        ("después de las 2 y antes de las 6", "entre las 14:00 y las 18:00 (de la tarde)", "14:00–15:00"),
        ("en la tarde", "en la tarde", "12:00–13:00"),
        ("todo el día", "todo el día", "9:00–10:00"),
        ("a las 4", "16:00–17:00 (de la tarde)", "16:00–17:00"),
        ("todo el día", "todo el día", "9:00–10:00"),
    ):
        said = await world.says("ana", words)
        assert parts(said)[0].endswith(f"24 de noviembre de 2026 · {heading}")
        assert said.keyboard[0][0].removeprefix("✅ ") == f"mar,\u00a024\u00a0nov, {first}"


@each_row(
    [
        ("after 4 tomorrow", "from 4:00 PM on (in the afternoon)"),
        ("tomorrow by 5", "until 5:00 PM (in the afternoon)"),
        ("tomorrow after 2 but before 5", "between 2:00 PM and 5:00 PM (in the afternoon)"),
        ("tomorrow all day", "all day"),
    ],
    given="world",
)
async def test_open_ends_in_english(world, words, heading):
    said = await world.says("pablo", f"/free @luis {words}")
    assert spaced(said).startswith(f"🔎 Luis · 1 h\n📅 Tuesday, November 24, 2026 · {heading}\n\n")


async def test_an_hour_that_nobody_works_after_is_said_to_have_no_time(world):
    said = await world.says("ana", "/disponible @luis mañana después de las 8 de la noche")
    assert parts(said)[1:] == (
        "🌙 Luis: fuera de horario (9:00–18:00)",
        "No encontré ningún horario a esas horas en los próximos 30 días.",
    )


async def test_hours_of_today_that_are_over_have_passed_and_those_of_tomorrow_are_told_where_no_day_was_said(world):
    world.clock.advance(hours=4)
    assert parts(await world.says("ana", "/disponible @luis hoy antes de las 12"))[1] == "⌛ Ese horario ya pasó."
    said = await world.says("ana", "/disponible @luis antes de las 12")
    assert "martes, 24 de noviembre de 2026 · hasta las 12:00" in spaced(said)
