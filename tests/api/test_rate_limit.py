"""The limits of a caller's requests and of an address's refused tokens, and the headers about them."""

import logging
import re
from contextlib import suppress
from datetime import timedelta
from itertools import count

import pytest

from api.http.clients import Proxies, site_of
from api.http.errors import HttpError
from api.http.rate_limit import MEMORY_BYTES, MINUTE, PROBES, SECOND, Instants, RateLimit, key_of
from tests.api.world import served_again
from tests.cast import NOW
from tests.tables import each_row
from tests.tokens import issue

PER_MINUTE = 6
SPACING = 60 / PER_MINUTE
LEFT = re.compile(r'"requests";r=(\d+);t=(\d+)')


def ticks_of(clock):
    """A timer that goes with the tests' clock."""
    return lambda: (clock.now() - NOW) // timedelta(microseconds=1) * 1000 + SECOND


@pytest.fixture
async def limited(world):
    """The world's service once more, with limits."""
    options = {"requests_per_minute": PER_MINUTE, "refusals_per_minute": 3, "timer": ticks_of(world.clock)}
    async with served_again(world, **options) as other:
        yield other


async def statuses(world, times, who="ana", **options):
    """The statuses of some requests in a row."""
    return [(await world.get("/tasks", who, **options)).status for _ in range(times)]


async def left(world, path="/tasks", who="ana"):
    """Return how many requests an answer says are left, and in how many seconds it will be all of them."""
    headers = (await world.get(path, who)).headers
    assert headers["RateLimit-Policy"] == '"requests";q=6;w=60'
    return tuple(map(int, LEFT.fullmatch(headers["RateLimit"]).groups()))


async def test_a_minutes_requests_may_come_at_once_and_one_more_is_told_when(limited):
    assert await statuses(limited, PER_MINUTE) == [200] * PER_MINUTE
    reply = await limited.get("/tasks")
    assert reply.refused == (429, "too_many_requests")
    assert int(reply.headers["Retry-After"]) == SPACING
    assert reply.headers["RateLimit-Policy"] == '"requests";q=6;w=60'
    assert reply.headers["RateLimit"] == '"requests";r=0;t=60'
    assert reply.data["requestId"] == reply.headers["X-Request-ID"]


@each_row([1, 7, 300, 7001])
def test_a_minute_holds_exactly_as_many_whatever_their_number(per_minute):
    limit, admitted = RateLimit("requests", per_minute, Instants(bytearray(MEMORY_BYTES)), lambda: 337), 0
    with suppress(HttpError):
        while True:
            limit.take(1)
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


async def test_each_answer_says_how_many_are_left_and_when_it_will_be_all(limited):
    assert [await left(limited) for _ in range(3)] == [(5, 10), (4, 20), (3, 30)]
    limited.clock.advance(seconds=25)
    assert await left(limited) == (4, 15)


@each_row([1, 7, 99, 100, 6000, 7001])
def test_what_is_left_is_never_told_as_more_and_rarely_as_less_than_it_is(per_minute):
    limit = RateLimit("requests", per_minute, Instants(bytearray(MEMORY_BYTES)), lambda: SECOND)
    for sent in range(1, per_minute + 1):
        told = int(LEFT.search(limit.take(1))[1])
        assert 0 <= per_minute - sent - told <= per_minute // 100


async def test_refusals_of_what_was_asked_say_so_too(limited):
    assert [await left(limited, path) for path in ("/tasks/999", "/tasks/x", "/tasks?limit=0")] == [
        (5, 10),
        (4, 20),
        (3, 30),
    ]
    forbidden = await limited.post("/examples", {"name": "x"})
    assert (forbidden.status, forbidden.headers["RateLimit"]) == (403, '"requests";r=2;t=40')
    tag = (await limited.get("/me")).headers["ETag"]
    unchanged = await limited.get("/me", headers={"If-None-Match": tag})
    assert (unchanged.status, unchanged.headers["RateLimit"]) == (304, '"requests";r=0;t=60')


async def test_each_token_has_a_minute_of_its_own(limited):
    await statuses(limited, PER_MINUTE + 1)
    assert await statuses(limited, 1, "luis") == [200]
    limited.tokens["ana's board"] = issue(
        limited.keyring, limited.users["ana"], timedelta(days=1), limited.clock.now(), "board"
    )
    assert await statuses(limited, PER_MINUTE + 1, "ana's board") == [200] * PER_MINUTE + [429]
    assert await statuses(limited, 1) == [429]


async def test_tokens_of_two_people_are_two_whatever_their_names(limited):
    for who in ("ana", "luis"):
        limited.tokens[who] = issue(limited.keyring, limited.users[who], timedelta(days=1), limited.clock.now(), "1")
        assert await statuses(limited, PER_MINUTE, who) == [200] * PER_MINUTE


async def test_who_is_not_known_is_told_that_first(limited):
    await statuses(limited, PER_MINUTE + 1)
    reply = await limited.get("/tasks", None)
    assert (reply.status, "RateLimit" in reply.headers) == (401, False)


async def test_pages_and_probes_are_not_counted(limited):
    for path in ("//health", "//docs") * PER_MINUTE:
        assert "RateLimit" not in (await limited.get(path, None)).headers
    assert await left(limited) == (5, 10)


async def test_without_a_limit_anybody_may_ask_at_will(world):
    assert await statuses(world, 100) == [200] * 100


FROM, OTHER = ({"headers": {"X-Forwarded-For": f"203.0.113.{last}"}} for last in (7, 8))


class TestRefusedTokens:
    @pytest.fixture
    def proxied(self, limited):
        """Behind a proxy that is trusted, so that clients have addresses."""
        limited.server.app.proxies = Proxies(["127.0.0.1"])
        return limited

    async def test_an_address_that_goes_on_sending_them_is_told_to_wait(self, proxied):
        assert await statuses(proxied, 5, None, **FROM) == [401, 401, 401, 429, 429]
        reply = await proxied.get("/tasks", None, **FROM)
        assert (reply.headers["Retry-After"], reply.headers["RateLimit-Policy"]) == ("20", '"refusals";q=3;w=60')
        proxied.clock.advance(seconds=20)
        assert await statuses(proxied, 2, None, **FROM) == [401, 429]

    async def test_wrong_secrets_of_calendars_count_and_right_ones_do_not(self, proxied):
        wrong = f"//calendar/{'A' * 43}.ics"
        assert [(await proxied.get(wrong, None, **FROM)).status for _ in range(4)] == [404, 404, 404, 429]
        assert (await proxied.get(wrong, None, **OTHER)).status == 404
        made = (await proxied.post("/me/calendars", {"kind": "mine"})).data
        path = f"/{made['url'].removeprefix(proxied.server.url)}"
        assert [(await proxied.get(path, None, **FROM)).status for _ in range(4)] == [200] * 4

    async def test_this_machine_and_trusted_proxies_are_always_told(self, limited):
        assert await statuses(limited, 10, None) == [401] * 10
        limited.server.app.proxies = Proxies(["127.0.0.1", "10.0.0.0/8"])
        inside = {"headers": {"X-Forwarded-For": "10.0.0.9"}}
        assert await statuses(limited, 10, None, **inside) == [401] * 10

    async def test_each_is_in_the_audit_log_all_the_same(self, proxied, caplog):
        with caplog.at_level(logging.WARNING, "semaforo.audit"):
            await statuses(proxied, 5, None, **FROM)
        assert caplog.text.count("reason=no_header user=- remote=203.0.113.7") == 5

    async def test_a_network_of_ipv6_counts_as_one_client(self, proxied):
        for number in range(3):
            each = {"headers": {"X-Forwarded-For": f"2001:db8::{number}"}}
            assert await statuses(proxied, 1, None, **each) == [401]
        assert await statuses(proxied, 1, None, headers={"X-Forwarded-For": "2001:db8::ffff"}) == [429]
        assert await statuses(proxied, 1, None, headers={"X-Forwarded-For": "2001:db8:0:1::1"}) == [401]

    @pytest.mark.parametrize("told", ["203.0.113.9:{}", "[2001:db8::9]:{}", '"203.0.113.9:{}"', "::ffff:203.0.113.{}"])
    async def test_another_port_is_the_same_client_and_a_mapped_address_is_ipv4(self, proxied, told):
        each = [{"headers": {"X-Forwarded-For": told.format(9 if "ffff" in told else port)}} for port in range(4)]
        assert [await statuses(proxied, 1, None, **one) for one in each] == [[401], [401], [401], [429]]
        assert await statuses(proxied, 1, None, **OTHER) == [401]

    async def test_what_is_not_an_address_counts_for_the_proxy_that_says_it(self, proxied):
        words = ["unknown", "_hidden", "1.2.3.4.5", "::zz"]
        each = [{"headers": {"X-Forwarded-For": f"1.1.1.1, {word}"}} for word in words]
        assert [await statuses(proxied, 1, None, **one) for one in each] == [[401], [401], [401], [429]]
        assert await statuses(proxied, 1, None, headers={"Forwarded": "for=unknown"}) == [429]
        assert await statuses(proxied, 1, None) == [401]
        assert site_of("unknown") == "unknown"


class TestSharedMemory:
    def test_processes_that_share_it_count_together(self):
        memory = bytearray(MEMORY_BYTES)
        limits = [RateLimit("requests", PER_MINUTE, Instants(memory), lambda: SECOND) for _ in range(2)]
        for turn in range(PER_MINUTE):
            limits[turn % 2].take(7)
        for limit in limits:
            with pytest.raises(HttpError):
                limit.take(7)

    def test_keys_of_one_place_are_told_apart(self):
        instants = Instants(bytearray(MEMORY_BYTES))
        limit = RateLimit("requests", 1, instants, lambda: SECOND)
        keys = [7 + number * len(instants.cells) // 2 for number in range(PROBES)]
        for key in keys:
            limit.take(key)
        for key in keys:
            with pytest.raises(HttpError):
                limit.take(key)

    def test_where_there_is_no_room_the_one_that_was_paid_first_is_forgotten(self):
        instants, ticks = Instants(bytearray(MEMORY_BYTES)), count(SECOND, SECOND)
        limit = RateLimit("requests", 1, instants, lambda: next(ticks))
        first, *others, last = (7 + number * len(instants.cells) // 2 for number in range(PROBES + 1))
        for key in (first, *others, last):
            limit.take(key)
        for key in (*others, last):
            with pytest.raises(HttpError):
                limit.take(key)
        limit.take(first)

    def test_a_key_fits_its_cell_however_large_the_id_is(self):
        limit = RateLimit("requests", 1, Instants(bytearray(MEMORY_BYTES)), lambda: 2**63 - 1 - 2 * MINUTE)
        assert "r=0" in limit.take(key_of("x" * 255, 2**31 - 1))
