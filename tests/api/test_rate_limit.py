"""How often a person may ask, where an installation limits it."""

from contextlib import suppress
from datetime import UTC, datetime

import pytest

from api import Authenticator, create_app, serve
from api.http.errors import HttpError
from api.http.rate_limit import RateLimit
from tests.api.world import World

PER_MINUTE = 6
SPACING = 60 / PER_MINUTE


@pytest.fixture
async def limited(world):
    """The world's service once more, with a limit."""
    authenticator = Authenticator(world.pipeline, world.keyring)
    server = await serve(create_app(world.pipeline, authenticator, requests_per_minute=PER_MINUTE), "127.0.0.1", 0)
    async with World(server, world.pipeline, world.clock, world.keyring) as other:
        other.users, other.tokens = world.users, world.tokens
        yield other
    await server.stop()


async def statuses(world, count, who="ana"):
    """The statuses of some requests in a row."""
    return [(await world.get("/tasks", who)).status for _ in range(count)]


async def test_a_minutes_requests_may_come_at_once_and_one_more_is_told_when(limited):
    assert await statuses(limited, PER_MINUTE) == [200] * PER_MINUTE
    reply = await limited.get("/tasks")
    assert reply.refused == (429, "too_many_requests")
    assert int(reply.headers["Retry-After"]) == SPACING
    assert reply.data["requestId"] == reply.headers["X-Request-ID"]


@pytest.mark.parametrize("per_minute", [1, 7, 9, 11, 300, 7001])
def test_a_minute_holds_exactly_as_many_whatever_their_number(per_minute):
    limit, now, admitted = RateLimit(per_minute), datetime(2026, 11, 23, 9, 0, 0, 337_000, UTC), 0
    with suppress(HttpError):
        while True:
            limit.admit(1, now)
            admitted += 1
    assert admitted == per_minute


async def test_after_the_time_that_was_told_there_is_room_for_one(limited):
    await statuses(limited, PER_MINUTE + 3)
    limited.clock.advance(seconds=SPACING - 1)
    assert await statuses(limited, 1) == [429]
    limited.clock.advance(seconds=1)
    assert await statuses(limited, 2) == [200, 429]


async def test_a_minute_of_silence_gives_all_of_it_back_and_no_more(limited):
    await statuses(limited, PER_MINUTE)
    limited.clock.advance(minutes=5)
    assert await statuses(limited, PER_MINUTE + 1) == [200] * PER_MINUTE + [429]


async def test_each_person_has_a_minute_of_their_own(limited):
    await statuses(limited, PER_MINUTE + 1)
    assert await statuses(limited, 1, "luis") == [200]


async def test_who_is_not_known_is_told_that_first(limited):
    await statuses(limited, PER_MINUTE + 1)
    assert (await limited.get("/tasks", None)).status == 401


async def test_a_clock_that_is_set_back_locks_nobody_out(limited):
    await statuses(limited, PER_MINUTE)
    limited.clock.advance(hours=-1)
    assert await statuses(limited, PER_MINUTE + 1) == [200] * PER_MINUTE + [429]


async def test_without_a_limit_anybody_may_ask_at_will(world):
    assert await statuses(world, 100) == [200] * 100
