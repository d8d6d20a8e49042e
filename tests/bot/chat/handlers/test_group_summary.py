"""The summary of the day in a group: its leader switches it on there, and it comes at its time."""

import pytest

from core.base.model import Language
from core.jobs.day_prompts import prompt_days
from core.people import groups
from tests.bot.chat.handlers.in_groups import EVERYBODY, says, told
from tests.bot.chat.posting import deliver, rows

ON, OFF = "🔔 Mandar aquí el resumen a las 18:30", "🔕 Ya no mandar el resumen"
SUMMARY = "Resumen del equipo"


async def in_the_evening(world):
    """A run of the prompts at half past six, and what it leaves sent."""
    world.clock.advance(hours=9, minutes=30)
    await world.operate(prompt_days)
    await deliver(world)


def summaries(group):
    return [words for words in told(group) if SUMMARY in words]


async def test_its_leader_switches_it_on_and_off_in_the_group(world, linked):
    panel = await says(world, linked, "ana", "/ayuda", "Este grupo muestra")
    assert panel.keyboard == [["💬 Abrir en privado"], [ON]]
    for who in ("ana", "root"):
        await world.taps(who, panel, ON, notice="Eso lo decide quien vinculó este grupo a su equipo.", alert=True)
    on = await world.taps("lucia", panel, ON, notice="Listo: lo mando aquí los días de trabajo.")
    assert "🔔 El resumen del día llega aquí a las 18:30." in on.text
    await in_the_evening(world)
    (summary,) = summaries(linked)
    assert "Secreto" not in summary
    await world.taps("lucia", on, OFF, hides="18:30.", notice="Listo: ya no lo mando.")
    world.clock.advance(hours=14, minutes=30)
    await in_the_evening(world)
    assert len(summaries(linked)) == 1


async def test_it_comes_in_both_languages_where_the_people_have_both(world, linked):
    await world.change_user("ana", language=Language.EN)
    await switched_on(world, linked, None)
    await in_the_evening(world)
    (summary,) = summaries(linked)
    assert "The team's summary" in summary


@pytest.fixture
async def forum(world):
    """A linked group with two topics."""
    group = await world.sandbox.group("Foro", *EVERYBODY, supergroup=True)
    topics = [await group.add_topic(name) for name in ("Avances", "Café")]
    await world.act("lucia", groups.link_group, group.id, "Foro", "es")
    return group, *topics


async def switched_on(world, group, topic):
    panel = await says(world, group, "lucia", "/ayuda", "Este grupo muestra", topic=topic)
    return await world.taps("lucia", panel, ON, notice="Listo: lo mando aquí los días de trabajo.", sees="aquí")


def topics_of(group):
    """Return where the summaries came."""
    return [each.raw.get("message_thread_id") for each in group.messages if each.from_bot and SUMMARY in each.text]


async def test_it_comes_in_the_topic_in_which_it_was_switched_on(world, forum):
    group, topic, _ = forum
    await switched_on(world, group, topic)
    await in_the_evening(world)
    assert topics_of(group) == [topic]


async def test_another_topic_does_not_promise_it_and_may_have_it(world, forum):
    group, topic, other = forum
    await switched_on(world, group, topic)
    panel = await says(world, group, "lucia", "/ayuda", "Este grupo muestra", topic=other)
    assert "🔔 El resumen del día llega a las 18:30 a otro tema de este grupo." in panel.text
    assert panel.keyboard == [["💬 Abrir en privado"], [ON], [OFF]]
    await world.taps("lucia", panel, ON, sees="llega aquí a las 18:30.")
    await in_the_evening(world)
    assert topics_of(group) == [other]


@pytest.mark.parametrize("gone", [False, True])
async def test_where_the_topic_is_closed_it_comes_in_general(world, forum, gone):
    group, topic, _ = forum
    await switched_on(world, group, topic)
    if gone:
        del world.sandbox._world.chats[group.id].topics[topic]
    else:
        await group.close_topic(topic)
    await in_the_evening(world)
    assert topics_of(group) == [None]


async def test_where_neither_takes_it_its_leader_is_told_once_a_day_and_it_comes_once_it_can(world, forum):
    group, topic, _ = forum
    await switched_on(world, group, topic)
    await group.close_topic(topic)
    await group.close_general()
    await in_the_evening(world)
    await deliver(world)
    (said,) = [each.text for each in world.phone("lucia").messages if "no me deja escribir" in each.text]
    assert said.startswith("⚠️ El grupo «Foro» no me deja escribir, y hoy no le llegó: resumen del día.")
    assert ("failed", "Topic_closed") in rows(world, "outcome", "fault")
    world.sandbox._world.chats[group.id].topics[topic] = True
    world.clock.advance(hours=14, minutes=30)
    await in_the_evening(world)
    assert topics_of(group) == [topic]


async def test_a_topic_that_closes_is_asked_again_the_next_day(world, forum):
    group, topic, _ = forum
    await switched_on(world, group, topic)
    await group.close_topic(topic)
    await in_the_evening(world)
    world.sandbox._world.chats[group.id].topics[topic] = True
    world.clock.advance(hours=14, minutes=30)
    await in_the_evening(world)
    assert topics_of(group) == [None, topic]


async def test_it_comes_while_its_leader_is_away(world, linked):
    await says(world, linked, "lucia", "/ayuda", "Este grupo muestra")
    await world.taps("lucia", linked.messages[-1], ON)
    await world.away("lucia", 0, 3)
    await in_the_evening(world)
    assert len(summaries(linked)) == 1
