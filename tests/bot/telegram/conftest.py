"""Here it is the way to Telegram that is tested, so it is there."""

import pytest


@pytest.fixture
def over_http():
    """The bot reaches the stand-in by HTTP."""
    return True
