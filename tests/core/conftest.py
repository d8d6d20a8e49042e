"""A fresh world for every test, and how properties are tried: the same examples each time, however long one takes."""

import pytest
from hypothesis import HealthCheck, settings

from tests.core.world import World

settings.register_profile(
    "everywhere", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("everywhere")


@pytest.fixture
async def world() -> World:
    """The cast, with no tasks and no logs yet."""
    made = World()
    await made.gather()
    return made
