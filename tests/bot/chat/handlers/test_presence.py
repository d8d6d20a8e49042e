"""Presence: who works on a day, as everybody may ask, and whose birthday it is."""

from datetime import date

import pytest

from tests.bot.world import check


async def test_who_is_away_is_told_to_everybody_and_why_to_nobody(world):
    await world.away("luis", 1, 4, "Vacaciones en Oaxaca")
    for who in ("lucia", "ana"):
        said = await world.says(who, "¿quién viene mañana?", sees=["quién trabaja mañana", "✅ Trabajan Ana y Lucía"])
        check(said, sees="➖ Luis: fuera hasta el vie,\u00a027\u00a0nov", hides="Oaxaca")
    said = await world.says(
        "pablo", "is Luis in tomorrow?", sees=["whether Luis works tomorrow", "➖ Luis: away until"]
    )
    check(said, hides="Oaxaca", lacks="🗓 Their absences")


async def test_only_who_may_read_them_is_led_to_the_absences_of_a_person(world):
    await world.away("luis", 1, 1, "Vacaciones en Oaxaca")
    said = await world.says("lucia", "¿luis viene mañana?", sees="➖ Luis: fuera ese día", offers="🗓 Sus ausencias")
    await world.taps("lucia", said, "🗓 Sus ausencias", sees=["Ausencias de Luis", "24"])
    await world.says("ana", "¿luis viene mañana?", sees="fuera ese día", lacks="🗓 Sus ausencias")


async def test_the_days_beside_it_are_a_press_away(world):
    await world.away("luis", 1, 1)
    said = await world.says("ana", "¿luis viene hoy?", sees=["lunes, 23 de noviembre", "✅ Trabaja Luis"])
    said = await world.taps("ana", said, "mar\u00a024\u00a0▶", sees=["martes, 24 de noviembre", "➖ Luis"], hides="✅")
    await world.taps("ana", said, "Hoy", sees="✅ Trabaja Luis")


async def test_of_several_days_those_are_told_on_which_somebody_is_missing(world):
    await world.says("ana", "¿quién viene la próxima semana?", sees="En esos días no falta nadie: Ana, Lucía y Luis")
    await world.away("luis", 8, 8)
    said = await world.says("ana", "¿quién no viene la próxima semana?", sees="mar,\u00a01\u00a0dic · Luis")
    check(said, hides=["sáb", "Lucía"], sees="Los demás días trabajan como siempre.")


async def test_of_several_people_each_is_told_of(world):
    await world.away("luis", 1, 1)
    said = await world.says(
        "lucia", "are Ana and Luis in tomorrow?", sees=["si trabajan Ana y Luis mañana", "✅ Trabaja Ana"]
    )
    check(said, sees="➖ Luis", lacks="🗓 Sus ausencias")


@pytest.mark.parametrize(
    ("who", "words"), [("ana", "quién cumple años"), ("pablo", "whose birthday is it this month?")]
)
async def test_birthdays_are_told_to_everybody_without_the_year(world, who, words):
    await world.change_user("luis", birthday=date(1990, 11, 28))
    await world.says(who, words, sees=["🎂 Luis: ", "28"], hides="1990")


async def test_that_nobody_has_a_birthday_or_that_it_is_not_known_is_told(world):
    await world.says("ana", "¿quién cumple años esta semana?", sees="Nadie cumple años en esos días.")
    await world.says("ana", "¿cuándo cumple Luis?", sees="No sé cuándo cumple años Luis")
    await world.change_user("ana", birthday=date(1990, 12, 2))
    await world.says("ana", "¿cuándo es mi cumpleaños?", sees="Ana cumple años el miércoles, 2 de diciembre")
