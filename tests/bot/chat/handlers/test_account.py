"""Help, languages and the commands menu."""

import pytest

from bot.chat.commands import LEADERS, NAMES
from core.people import users
from tests.bot.world import check
from tests.tables import each_row
from tests.waiting import until


def names(commands):
    return [command["command"] for command in commands]


MEMBER_ES = [spanish for spanish in NAMES if spanish not in LEADERS]
MEMBER_EN = [NAMES[spanish] for spanish in MEMBER_ES]


@each_row(["/ayuda", "/help", "/start", "/AYUDA", "/ayuda@semaforo_bot"], given="world")
async def test_help_by_every_name(world, command):
    await world.says("ana", command, "Vive tu día", hides="/equipo")


async def test_help_begins_with_sentences_and_ends_with_commands(world):
    said = (await world.says("lucia", "/ayuda")).text
    assert said.startswith("En tus palabras\n")
    assert said.index("También puedes responder") < said.index("/hoy — ")


async def test_the_day_is_one_press_from_help_whatever_day_it_is_by_then(world):
    said = await world.says("ana", "/ayuda")
    world.clock.advance(days=1)
    await world.taps("ana", said, "☀️ Mi día", sees="martes, 24 de noviembre")


async def test_the_language_is_the_clients_until_one_is_chosen(world):
    await world.says("pablo", "/help", sees="Live your day")
    asked = await world.says("pablo", "/idioma", "Which language")
    assert asked.keyboard == [["Español", "English ✓"]]
    asked = await world.taps("pablo", asked, "Español", sees="¿En qué idioma", notice="Te escribo en español.")
    assert asked.keyboard == [["Español ✓", "English"]]
    await world.says("pablo", "/help", sees="Vive tu día")


@pytest.mark.parametrize("words", ["en", "inglés"])
async def test_a_language_at_once(world, words):
    await world.says("ana", f"/idioma {words}", sees="I'll write to you in English")
    await world.says("ana", "/ayuda", sees="Live your day")


async def test_an_unknown_language_is_spanish(world):
    world.phone("luis").language_code = "pt-br"
    await world.says("luis", "/help", sees="Vive tu día")


async def test_menus_by_language_before_anybody_joins(office):
    await office.start_bot()
    await office.says("mallory", "hola")
    await office.says("pablo", "hello")
    await until(lambda: len(office.sandbox.calls_to("setMyCommands")) == 4)
    assert names(office.phone("mallory").commands()) == MEMBER_ES
    assert names(office.phone("pablo").commands()) == MEMBER_EN


async def test_the_chats_menu_follows_role_leadership_and_language(world):
    await world.says("lucia", "/ayuda")
    await world.says("ana", "/ayuda")
    await world.quiet()
    assert "equipo" in names(world.phone("lucia").commands())
    assert names(world.phone("ana").commands()) == MEMBER_ES
    await world.says("lucia", "/idioma en")
    await world.quiet()
    assert "team" in names(world.phone("lucia").commands())
    for who in ("ana", "luis"):
        await world.change_user(who, leader=None)
    await world.says("lucia", "/today")
    await world.quiet()
    assert names(world.phone("lucia").commands()) == MEMBER_EN


async def test_an_admin_has_the_leaders_menu_but_for_a_team_of_their_own(world):
    helped = await world.says("root", "/ayuda")
    await world.quiet()
    assert "equipo" in names(world.phone("root").commands())
    assert "vincular" not in names(world.phone("root").commands())
    check(helped, sees="/equipo", hides="/vincular")
    await world.change_user("pablo", leader="root")
    await world.says("root", "/ayuda", sees="/vincular")
    await world.quiet()
    assert "vincular" in names(world.phone("root").commands())


async def test_who_leaves_has_everybodys_menu_again(world):
    await world.set_up()
    asked = await world.says("lucia", "/salir")
    await world.taps("lucia", asked, "Sí, desvincular")
    assert names(world.phone("lucia").commands()) == MEMBER_ES


async def test_who_joins_has_their_menu(office):
    await office.start_bot()
    code = await office.operate(users.invite, "lucia")
    asked = await office.says("lucia", code)
    await office.taps("lucia", asked, "Sí, soy yo", sees="Hola, Lucía.")
    assert "equipo" in names(office.phone("lucia").commands())


async def test_a_menu_that_failed_is_set_at_the_next_update(world):
    world.sandbox.faults.refuse(400, "Bad Request: whatever", method="setMyCommands", chat_id=None)
    await world.says("lucia", "/hoy")
    await world.quiet()
    await world.says("lucia", "/hoy")
    await world.quiet()
    assert "equipo" in names(world.phone("lucia").commands())


async def test_the_bot_says_what_it_is_for_in_both_languages(office):
    await office.start_bot()

    def told():
        return office.sandbox.calls_to("setMyDescription")

    await until(lambda: len(told()) == 2)
    said = {call.params.get("language_code"): call.params["description"] for call in told()}
    assert said[None].startswith("Vive tu día de trabajo:")
    assert said["en"].startswith("Live your working day:")
