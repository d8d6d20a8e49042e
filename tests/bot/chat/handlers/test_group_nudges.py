"""A team's nudges: in its group by name, in private while there is none, or nowhere."""

import pytest
from msgspec.structs import replace

from bot.chat.outgoing import Outgoing
from core.base.settings import Nudges
from core.delivery import nudges
from core.people import groups
from core.work.daily_logs import DateRequest
from tests.bot.chat.handlers.in_groups import says, told
from tests.bot.chat.posting import rows, send_due
from tests.cast import TODAY

IN_GROUP = "👋 Recordar en el grupo"


def say_nudges(world, policy):
    """Set where they are said."""
    world.pipeline.settings = replace(world.pipeline.settings, nudges=policy)


@pytest.fixture
def spoken(world, linked):
    """Lucía's group, in which her people are reminded; Ana's day is open, Luis's is not."""
    say_nudges(world, Nudges.GROUP)
    return linked


async def nudges_luis(world):
    panel = await world.says("lucia", "/equipo")
    assert panel.keyboard[:2] == [["🔴 Ana", IN_GROUP], ["⚪\ufe0f Luis", IN_GROUP]]
    luis = f":{world.users['luis'].id}:"
    press = next(each.data for each in panel.buttons if each.text == IN_GROUP and luis in each.data)
    _, answer = await world.forges("lucia", press, panel)
    return answer


async def test_it_is_said_in_the_group_by_name_with_the_way_to_the_private_chat(world, spoken, sender):
    answer = await nudges_luis(world)
    assert answer.text == "👋 Le recuerdo que abra su día. Lo leerá todo el grupo."
    before = len(world.phone("luis").messages)
    await send_due(world, sender)
    said = spoken.messages[-1]
    assert said.text.replace("\u2068", "").replace("\u2069", "") == "👋 Luis: Lucía te recuerda abrir tu día."
    (mention,) = [each for each in said.raw["entities"] if each["type"] == "text_mention"]
    assert mention["user"]["id"] == world.phone("luis").id
    assert said.keyboard == [["💬 Abrir en privado"]]
    assert len(world.phone("luis").messages) == before, "not in private as well"
    await world.says("luis", "/porque", sees="recordatorio de tu líder (en el grupo)")


async def test_who_sends_in_a_process_of_its_own_shows_the_way_too(world, spoken, sender):
    sender.outgoing = Outgoing(world.service.bot)
    asked = len(world.sandbox.calls_to("getMe"))
    await nudges_luis(world)
    await world.act("lucia", nudges.nudge, world.users["ana"].id, DateRequest(fecha=TODAY))
    await send_due(world, sender)
    assert [message.keyboard for message in spoken.messages[-2:]] == [[["💬 Abrir en privado"]]] * 2
    assert len(world.sandbox.calls_to("getMe")) == asked + 1


async def test_the_group_is_told_in_its_own_language(world, linked, sender):
    say_nudges(world, Nudges.GROUP)
    await world.act("lucia", groups.link_group, linked.id, "Norte", "en")
    await nudges_luis(world)
    await send_due(world, sender)
    assert "reminds you to open your day" in told(linked)[-1]


async def test_who_is_done_meanwhile_is_not_named(world, spoken, sender):
    await nudges_luis(world)
    await world.end_day("luis")
    before = told(spoken)
    await send_due(world, sender)
    assert told(spoken) == before
    assert rows(world, "outcome", "reason") == [("withheld", "done")]


async def test_in_the_group_itself_nobody_presses_it(world, spoken):
    panel = await says(world, spoken, "lucia", "/equipo")
    assert "👋" not in str(panel.keyboard)


async def test_where_no_group_is_linked_it_goes_to_the_person_alone(world, sender):
    say_nudges(world, Nudges.GROUP)
    panel = await world.says("lucia", "/equipo")
    assert panel.keyboard[0] == ["⚪\ufe0f Ana", "👋 Recordar"]
    await world.taps("lucia", panel, "👋 Recordar", notice="👋 Le recuerdo que abra su día.")
    await send_due(world, sender)
    assert "te recuerda abrir tu día" in world.phone("ana").last.text


async def test_where_they_are_off_there_is_no_button_and_an_old_one_says_why(world):
    panel = await world.says("lucia", "/equipo")
    say_nudges(world, Nudges.OFF)
    notice = "Aquí no se usan los recordatorios a mano: están apagados en la configuración."
    panel = await world.taps("lucia", panel, "👋 Recordar", notice=notice, alert=True)
    assert "👋" not in str(panel.keyboard)
    person = await world.taps("lucia", panel, "⚪\ufe0f Ana")
    assert "👋" not in str(person.keyboard)
    assert rows(world, "id") == []
