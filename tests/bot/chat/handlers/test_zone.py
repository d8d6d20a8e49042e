"""One's own time zone in the chat: by name, by a list, by sharing where one is; and what it is for."""

import pytest

from core.people import users
from tests.bot.world import check
from tests.cast import TODAY


async def zone(world, who="ana"):
    return (await world.operate(users.actor, world.users[who].id)).user.timezone


async def test_by_a_button(world):
    said = await world.says("ana", "/zona")
    sees, notice = "Tu zona horaria: Tijuana (America/Tijuana)\n🕘 7:00", "🌍 Tu zona horaria: Tijuana, 7:00"
    said = await world.taps("ana", said, "Tijuana · 7:00", sees=sees, notice=notice)
    assert said.keyboard == [["🌍 Cambiar", "🎉 Mis festivos"]]
    assert await zone(world) == "America/Tijuana"
    said = await world.taps("ana", said, "🌍 Cambiar")
    assert "Tijuana · 7:00 ✓" in said.text + str(said.keyboard)
    await world.taps("ana", said, "La del equipo", sees="la del equipo: Ciudad de México")
    assert await zone(world) is None


async def test_not_now_changes_nothing_and_does_not_ask_again(world):
    said = await world.says("ana", "/zona")
    assert (await world.taps("ana", said, "Ahora no")).keyboard == [["🌍 Cambiar", "🎉 Mis festivos"]]
    await world.says("ana", "Madrid", sees="lo guardo")
    assert await zone(world) is None


async def test_a_name_of_several_is_asked_about(world):
    said = await world.says("ana", "/zona España")
    assert said.text == "¿Cuál de estas?"
    assert said.keyboard == [["Madrid · 16:00", "Islas Canarias · 15:00"], ["Ahora no"]]
    assert await zone(world) is None
    await world.taps("ana", said, "Islas Canarias · 15:00", sees="Atlantic/Canary")
    assert await zone(world) == "Atlantic/Canary"


@pytest.mark.parametrize("words", ["-6", "<i>" * 1000])
async def test_what_is_not_understood_is_said_and_asked_again(world, words):
    await world.says("ana", "/zona")
    await world.says("ana", words, "No conozco la zona «", sees="America/Tijuana")
    assert await zone(world) is None
    await world.says("ana", "Madrid", "horaria: Madrid")
    assert await zone(world) == "Europe/Madrid"


async def test_a_place_shared_as_the_answer_is_the_zone(world):
    await world.says("ana", "/zona")
    await world.phone("ana").send_location(32.5149, -117.0382)
    check(await world.phone("ana").wait("horaria: Tijuana"), sees="Tijuana (America/Tijuana)\n🕘 7:00")
    assert await zone(world) == "America/Tijuana"


async def test_an_offer_declined_changes_nothing(world):
    await world.phone("pablo").send_location(40.4168, -3.7038)
    said = await world.phone("pablo").wait("Shall I use it as your time zone?")
    await world.taps("pablo", said, "No", sees="Everything stays as it is")
    assert await zone(world, "pablo") is None


async def test_a_place_at_sea_has_a_zone_of_whole_hours(world):
    await world.says("ana", "/zona")
    await world.phone("ana").send_location(28, -40)
    check(await world.phone("ana").wait("horaria: UTC"), sees="UTC−3 (Etc/GMT+3)\n🕘 12:00")


async def test_a_forged_place_or_zone_changes_nothing(world):
    said = await world.says("ana", "/zona")
    message = {"message_id": 900, "chat": {"id": 101, "type": "private"}, "from": {"id": 101}}
    world.sandbox.inject({"message": {**message, "location": {"latitude": 999, "longitude": 1e300}}})
    assert "No encontré la zona horaria" in (await world.phone("ana").wait()).text
    await world.forges("ana", "1:Z:Mars/Olympus", said, notice_has="Mars/Olympus", alert=True)
    assert await zone(world) is None


async def test_a_stranger_who_shares_a_place_gets_the_one_polite_answer(world):
    await world.phone("mallory").send_location(19.4, -99.1)
    assert "no está vinculada" in (await world.phone("mallory").wait()).text


async def test_today_is_the_business_zones_whatever_ones_own_is(world):
    await world.change_user("ana", timezone="Asia/Tokyo")
    world.clock.advance(hours=10)
    await world.says("ana", "/zona", sees="🕘 10:00 · mar,\u00a024\u00a0nov")
    await world.says("ana", "/hoy", sees="lunes, 23 de noviembre")
    await world.says("ana", "/abrir", "abierto")
    assert (await world.log("ana")).fecha == TODAY
