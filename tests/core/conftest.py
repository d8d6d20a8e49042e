"""A fresh world for every test."""

import pytest

from tests.core.world import World


@pytest.fixture
async def world() -> World:
    """The cast, with no tasks and no logs yet."""
    made = World()
    await made.gather()
    return made
