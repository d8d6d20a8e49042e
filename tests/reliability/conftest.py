"""A team on a clock that goes only when a test moves it, and a service that lives by that clock."""

from collections.abc import Callable

import pytest

from tests.bot.conftest import office, offices, over_http, world
from tests.bot_api import every_call_is_valid
from tests.reliability.service import Service

__all__ = ["every_call_is_valid", "office", "offices", "over_http", "world"]


@pytest.fixture
async def service(world):
    """One process's jobs and sender; everybody has written to the bot before."""
    return Service(world)


@pytest.fixture
def measured(record_property) -> Callable[..., None]:
    """Called with what was measured, in words; it is printed when all tests are done."""
    return lambda *results: record_property("measured", results)


def pytest_terminal_summary(terminalreporter) -> None:
    """Print what the tests measured, each under its name."""
    for report in terminalreporter.getreports("passed"):
        for name, results in report.user_properties:
            if name == "measured":
                terminalreporter.write_line("\n".join([f"\n{report.nodeid.rpartition('::')[2]}", *results]))
