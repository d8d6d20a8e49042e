"""The summary of the day in a group: its leader switches it on there, and it comes at its time."""

from core.jobs.day_prompts import prompt_days
from tests.bot.chat.handlers.in_groups import says, told
from tests.bot.chat.posting import deliver

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


async def test_it_comes_while_its_leader_is_away(world, linked):
    await says(world, linked, "lucia", "/ayuda", "Este grupo muestra")
    await world.taps("lucia", linked.messages[-1], ON)
    await world.away("lucia", 0, 3)
    await in_the_evening(world)
    assert len(summaries(linked)) == 1
