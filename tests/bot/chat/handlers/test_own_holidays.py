"""One's own public holidays in the chat: by a button, a typed country or a sentence, and offered by one's zone."""

import pytest

from core.people import users
from tests.bot.world import check

IMMACULATE = "2026-12-08"
"""A public holiday of Colombia, and none of Mexico."""


async def holidays(world, who="ana"):
    return (await world.operate(users.actor, world.users[who].id)).user.holidays


async def test_who_moves_to_another_country_is_offered_its_holidays(world):
    said = await world.says("ana", "/zona Bogotá", sees="Tus días festivos son los de México.")
    assert said.keyboard == [["🇨🇴 Festivos de Colombia"], ["🌍 Cambiar", "🎉 Mis festivos"]]
    notice = "🎉 Tus días festivos: Colombia"
    said = await world.taps("ana", said, "🇨🇴 Festivos de Colombia", hides="los de México", notice=notice)
    assert said.keyboard == [["🌍 Cambiar", "🎉 Mis festivos"]]
    assert await holidays(world) == "CO"
    said = await world.says("ana", "/zona Ciudad de México", sees="Tus días festivos son los de Colombia.")
    await world.taps("ana", said, "🇲🇽 Festivos de México", hides="los de Colombia")
    assert await holidays(world) is None


async def test_who_moves_within_the_country_is_offered_nothing(world):
    said = await world.says("ana", "/zona Tijuana", hides="festivos son")
    assert said.keyboard == [["🌍 Cambiar", "🎉 Mis festivos"]]


async def test_chosen_by_a_button_and_back(world):
    await world.change_user("ana", timezone="America/Bogota")
    said = await world.says("ana", "/zona")
    said = await world.taps("ana", said, "Ahora no")
    said = await world.taps("ana", said, "🎉 Mis festivos", sees="Tus días festivos son los del equipo: México")
    check(said, sees=["El próximo: ", " · Navidad"])
    said = await world.taps("ana", said, "🎉 Cambiar")
    assert said.keyboard == [["🇲🇽 México ✓", "🇨🇴 Colombia"], ["Ahora no"]]
    said = await world.taps("ana", said, "🇨🇴 Colombia", sees="Tus días festivos: Colombia")
    assert await holidays(world) == "CO"
    said = await world.taps("ana", said, "🎉 Cambiar")
    await world.taps("ana", said, "🇲🇽 México", sees="son los del equipo")
    assert await holidays(world) is None


async def test_typed_as_an_answer(world):
    said = await world.says("ana", "/zona")
    said = await world.taps("ana", said, "Ahora no")
    said = await world.taps("ana", said, "🎉 Mis festivos")
    await world.taps("ana", said, "🎉 Cambiar")
    await world.says("ana", "Narnia", "No conozco los días festivos de «Narnia»")
    assert await holidays(world) is None
    await world.says("ana", "España, Cataluña", "Tus días festivos: Cataluña (España)")
    assert await holidays(world) == "ES-CT"


@pytest.mark.parametrize(
    ("who", "words", "calendar"),
    [
        ("ana", "Hola! usá los feriados de Argentina, porfa", "AR"),
        ("pablo", "use Spain's holidays, Catalonia", "ES-CT"),
    ],
)
async def test_said_in_words(world, who, words, calendar):
    await world.says(who, words, "Tus días festivos: " if who == "ana" else "Your public holidays: ")
    assert await holidays(world, who) == calendar


async def test_of_a_part_without_holidays_of_its_own_the_countrys_are_offered(world):
    said = await world.says("ana", "mis festivos son los de Colombia, Antioquia", "¿Uso los de Colombia?")
    assert await holidays(world) is None
    await world.taps("ana", said, "🇨🇴 Festivos de Colombia", sees="Tus días festivos: Colombia")
    assert await holidays(world) == "CO"


async def test_a_forged_calendar_changes_nothing(world):
    await world.forges(
        "ana", "1:HF:XX:h", alert=True, notice="XX no es un calendario de festivos conocido, como CO o ES-CT."
    )
    assert await holidays(world) is None


async def test_who_joins_from_another_country_is_asked_once(world):
    await world.change_user("root", timezone="America/Bogota")
    code = await world.operate(users.invite, "root")
    said = await world.says("mallory", f"/start {code}")
    said = await world.taps("mallory", said, "Sí, soy yo", sees="¿Tus días festivos son los de Colombia?")
    said = await world.taps("mallory", said, "🇨🇴 Festivos de Colombia", hides="Tus días festivos son")
    assert (await holidays(world, "root"), "Abre mi día" in str(said.keyboard)) == ("CO", True)


async def test_who_joins_where_everybody_lives_is_asked_nothing(world):
    code = await world.operate(users.invite, "root")
    said = await world.says("mallory", f"/start {code}")
    await world.taps("mallory", said, "Sí, soy yo", hides="festivos")


async def test_a_meeting_on_a_colleagues_holiday_is_told(world):
    await world.change_user("luis", holidays="CO")
    await world.says("ana", "junta con Luis el 8 de diciembre a las 10", "día festivo (La Inmaculada Concepción)")
