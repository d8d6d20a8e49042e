"""A team over a real store, on a clock that goes only when a test moves it, and a service that lives by that clock."""

import pytest

from tests.bot.conftest import empty_database, office, world
from tests.bot_api import every_call_is_valid
from tests.reliability.service import Service

__all__ = ["empty_database", "every_call_is_valid", "office", "world"]


@pytest.fixture
async def service(world):
    """One process's jobs and sender; everybody has written to the bot before."""
    for person in world.sandbox._world.people.values():
        person.started = True
    return Service(world)
