"""A fresh world for every test, of whose writes the journal says all in the end."""

from collections.abc import Iterator

import pytest

from tests.core.world import World, fresh_world


@pytest.fixture(autouse=True)
def _memory(memory):
    """Tests make worlds of their own, too."""


@pytest.fixture
def world() -> Iterator[World]:
    """The cast, with no tasks and no logs yet."""
    with fresh_world() as made:
        yield made
