"""An order not to do what the bot has offered is a no, whatever is wanted instead."""

import pytest


@pytest.mark.parametrize(
    "words",
    ["bueno no lo canceles, pásalo al miércoles a la misma hora", "wait, don't cancel it, move it to wednesday"],
)
async def test_a_meeting_is_not_cancelled_by_an_order_not_to(world, words):
    event = await world.event("lucia", "ana", title="Junta", offset=1)
    await world.says("lucia", "cancela la junta de mañana", "¿Lo cancelas?")
    await world.says("lucia", words)
    await world.quiet()
    ((status,),) = world.store.execute(f"SELECT status_id FROM events WHERE id = {event.id}").fetchall()
    assert status == event.status_id
