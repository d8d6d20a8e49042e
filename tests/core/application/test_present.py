"""The present of a unit of work is that of its run which commits: what is written last has the latest time."""

from core.application.use_case import Caller, Context, command
from core.base.model import Nothing
from core.people import users


async def test_a_unit_that_is_run_again_has_a_later_present(world):
    """The store of this world runs each unit twice, as one does that lost to another transaction."""
    seen = []

    @command
    async def look(ctx: Context) -> Nothing:
        seen.append(ctx.now)
        world.clock.advance(seconds=1)
        return Nothing()

    await world.pipeline.run(Caller(users.OPERATOR), look)
    first, again = seen
    assert first < again
