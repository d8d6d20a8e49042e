"""A fresh world for every test, of whose writes the journal says all in the end."""

import logging
from collections.abc import Callable, Iterator

import pytest

from tests.core.world import World, fresh_world


@pytest.fixture(autouse=True)
def _memory(memory):
    """Tests make worlds of their own, too."""


@pytest.fixture
def audit(caplog) -> Callable[[], list[str]]:
    """The lines of the audit log, which are then forgotten."""
    caplog.set_level(logging.INFO, "semaforo.audit")

    def taken() -> list[str]:
        lines = [record.getMessage() for record in caplog.records if record.name == "semaforo.audit"]
        caplog.clear()
        return lines

    return taken


@pytest.fixture
def world() -> Iterator[World]:
    """The cast, with no tasks and no logs yet."""
    with fresh_world() as made:
        yield made
