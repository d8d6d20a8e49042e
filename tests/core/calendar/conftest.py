"""Fixtures for tests of events and of what is attached to them."""

import pytest

from tests.cast import ANA


@pytest.fixture
async def event(world):
    """Ana's private event."""
    return await world.event(ANA)
