"""A fresh world for every test, of whose writes the journal says all in the end."""

from collections.abc import Iterator

import pytest

from storage.sqlite.engine import drive
from tests.core.world import World
from tests.journaled import assert_says_all


@pytest.fixture(autouse=True)
def _memory(memory):
    """Tests make worlds of their own, too."""


@pytest.fixture
def world() -> Iterator[World]:
    """The cast, with no tasks and no logs yet."""
    made = World()
    yield made
    if not made.store.closed:
        drive(assert_says_all(made.store))
    made.store.end()
