"""Chapter 19: pages of other sites, and how often a token may ask."""

import re

from api.http.clients import Proxies
from tests.api.world import served_again
from tests.rules.world import ONE_ENGINE, done, refused

BOARD, STRANGER = {"Origin": "https://board.example.com"}, {"Origin": "https://evil.example.com"}
ALLOWED = "Access-Control-Allow-Origin"


@ONE_ENGINE
async def test_19_1_a_page_of_a_listed_origin_may_call_and_no_other(world):
    async with served_again(world, cors_origins=[BOARD["Origin"]]) as opened:
        asked = {**BOARD, "Access-Control-Request-Method": "GET"}
        async with opened.client.options("/api/v1/people", headers=asked) as preflight:
            assert (preflight.status, preflight.headers[ALLOWED]) == (204, BOARD["Origin"])
        read, hidden = await opened.get("/people", headers=BOARD), await opened.get("/people", None, headers=BOARD)
        assert done(read)
        refused(hidden, 401)
        assert read.headers[ALLOWED] == hidden.headers[ALLOWED] == BOARD["Origin"]
        other = await opened.get("/people", headers=STRANGER)
        assert not any(name.startswith("Access-Control-") for name in other.headers)
        assert other.headers["Vary"] == "Origin"


@ONE_ENGINE
async def test_19_2_a_token_has_a_limit_of_requests_and_is_told_what_is_left(world):
    async with served_again(world, requests_per_minute=3) as limited:
        replies = [await limited.get(path) for path in ("/people", "/me", "/people/0", "/me")]
        assert [reply.status for reply in replies] == [200, 200, 404, 429]
        assert {reply.headers["RateLimit-Policy"] for reply in replies} == {'"requests";q=3;w=60'}
        assert [reply.headers["RateLimit"][:15] for reply in replies] == [
            f'"requests";r={left};' for left in (2, 1, 0, 0)
        ]
        refused(replies[-1], 429)
        assert 0 < int(replies[-1].headers["Retry-After"]) <= 20
        done(await limited.get("/me", "luis"))


@ONE_ENGINE
async def test_19_2_an_address_with_many_refused_tokens_is_told_to_wait_but_good_ones_are_taken(world):
    async with served_again(world, refusals_per_minute=2) as limited:
        limited.server.app.proxies = Proxies(["127.0.0.1"])
        where = {"X-Forwarded-For": "203.0.113.7"}
        assert [(await limited.get("/me", None, headers=where)).status for _ in range(3)] == [401, 401, 429]
        assert (await limited.get("/me", None, headers={"X-Forwarded-For": "203.0.113.8"})).status == 401
        done(await limited.get("/me", headers=where))


@ONE_ENGINE
async def test_19_2_a_client_is_one_whatever_port_the_proxy_adds_and_the_proxy_itself_without_an_address(world, caplog):
    async with served_again(world, refusals_per_minute=20) as limited:
        limited.server.app.proxies = Proxies(["127.0.0.1"])
        for told, seen in (
            ("203.0.113.8:{}", "203.0.113.8"),
            ("[2001:db8::9]:{}", "2001:db8::9"),
            ("x{}", "127.0.0.1"),
        ):
            caplog.clear()
            sent = [{"X-Forwarded-For": told.format(port)} for port in range(40_000, 40_060)]
            answered = [(await limited.get("/tasks", None, headers=each)).status for each in sent]
            assert answered == [401] * 20 + [429] * 40
            assert set(re.findall("remote=(.*)", caplog.text)) == {seen}
