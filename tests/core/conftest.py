"""A fresh world for every test, of whose writes the journal says all in the end.

And how properties are tried: the same examples each time, however long one takes.
"""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from storage.sqlite.engine import drive
from tests.core.world import World
from tests.journaled import assert_says_all

settings.register_profile(
    "everywhere", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("everywhere")


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
