"""Pages of other sites: who may call from a browser, what they may send and read, and that nobody else is told so."""

import contextlib

import pytest
from aiohttp import web

from api.app import App
from api.http import endpoints
from api.mcp.protocol import METHOD_HEADER, NAME_HEADER, VERSION_HEADER
from api.openapi.common import HEADERS, PARAMETERS
from tests.api.world import served_again
from tests.browser import blank_page
from tests.tables import each_row

BOARD, STRANGER = "https://board.example.com", "https://board.example.com.evil.example"
ASKING = {"Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "authorization,if-match"}
UNLISTED = [STRANGER, "https://BOARD.example.com", "http://board.example.com", f"{BOARD}:8443", "null", "*", ""]


@pytest.fixture
async def opened(world):
    async with served_again(world, cors_origins=[BOARD, "http://localhost:5173"]) as other:
        yield other


async def preflight(world, origin, path="/api/v1/tasks/1", headers=ASKING):
    """Status, headers and body of what a browser asks before it lets a page ask."""
    async with world.client.options(path, headers={"Origin": origin, **headers}) as response:
        return response.status, response.headers, await response.read()


def allowed(headers):
    """Return what a response says of other origins."""
    return {name: value for name, value in headers.items() if name.startswith("Access-Control-")}


def listed(value):
    return {name.strip() for name in value.split(",")}


@pytest.mark.parametrize("origin", [BOARD, "http://localhost:5173"])
async def test_a_preflight_of_a_listed_origin_is_answered_without_a_token(opened, origin):
    status, headers, body = await preflight(opened, origin)
    assert (status, body, "Content-Length" in headers) == (204, b"", False)
    assert headers["Access-Control-Allow-Origin"] == origin
    assert headers["Vary"] == "Origin"
    assert listed(headers["Access-Control-Allow-Methods"]) == {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}
    of_assistants = {VERSION_HEADER, METHOD_HEADER, NAME_HEADER}
    asked = {"Authorization", "Content-Type", *PARAMETERS, *of_assistants}
    assert asked == listed(headers["Access-Control-Allow-Headers"])
    assert "X-Request-ID" in headers


async def test_the_connection_goes_on_after_a_preflight(opened):
    assert [(await preflight(opened, BOARD))[0] for _ in range(3)] == [204] * 3
    assert (await opened.get("/tasks", headers={"Origin": BOARD})).status == 200


@each_row(UNLISTED, given="opened")
async def test_any_other_origin_is_told_nothing(opened, origin):
    status, headers, _ = await preflight(opened, origin)
    assert (status, allowed(headers)) == (405, {})
    reply = await opened.get("/tasks", headers={"Origin": origin})
    assert (reply.status, allowed(reply.headers)) == (200, {})


async def test_a_page_of_a_listed_origin_reads_every_header_that_the_api_has(opened):
    reply = await opened.get("/tasks", headers={"Origin": BOARD})
    assert allowed(reply.headers).keys() == {"Access-Control-Allow-Origin", "Access-Control-Expose-Headers"}
    assert reply.headers["Access-Control-Allow-Origin"] == BOARD
    assert set(HEADERS) <= listed(reply.headers["Access-Control-Expose-Headers"])


async def test_credentials_are_never_allowed_and_no_origin_is_a_wildcard(opened):
    replies = [(await preflight(opened, BOARD))[1], (await opened.get("/tasks", headers={"Origin": BOARD})).headers]
    assert not any("Access-Control-Allow-Credentials" in headers for headers in replies)
    assert not any("*" in value for headers in replies for value in allowed(headers).values())


async def test_refusals_carry_it_too(opened):
    replies = [
        await opened.get("/tasks", None, headers={"Origin": BOARD}),
        await opened.get("/tasks/999", headers={"Origin": BOARD}),
        await opened.get("/nowhere", headers={"Origin": BOARD}),
        await opened.call("DELETE", "/tasks", headers={"Origin": BOARD}),
        await opened.post("/tasks", {}, headers={"Origin": BOARD}),
    ]
    assert [reply.status for reply in replies] == [401, 404, 404, 405, 400]
    assert {reply.headers.get("Access-Control-Allow-Origin") for reply in replies} == {BOARD}


async def test_a_fault_of_ours_and_a_list_in_pieces_carry_it_too(opened, monkeypatch):
    monkeypatch.setattr(endpoints, "FIRST_ROWS", 2)
    people = await opened.get("/people", headers={"Origin": BOARD})
    assert (len(people.data), people.headers["Access-Control-Allow-Origin"]) == (9, BOARD)
    monkeypatch.setattr(opened.server.app.authenticator, "caller", None)
    broken = await opened.get("/tasks", headers={"Origin": BOARD})
    assert (broken.status, broken.headers["Access-Control-Allow-Origin"]) == (500, BOARD)


async def test_caches_are_told_that_answers_differ_by_origin_whoever_asks(opened):
    for headers in ({}, {"Origin": BOARD}, {"Origin": STRANGER}):
        assert (await opened.get("/tasks", headers=headers)).headers["Vary"] == "Origin"


async def test_options_without_a_browsers_headers_are_not_a_preflight(opened):
    status, headers, _ = await preflight(opened, BOARD, headers={})
    assert (status, headers["Access-Control-Allow-Origin"]) == (405, BOARD)


async def test_where_no_origin_is_listed_nothing_is_asked_nor_told(world):
    assert type(world.server.app) is App
    reply = await world.get("/tasks", headers={"Origin": BOARD})
    assert allowed(reply.headers) == {}
    assert "Vary" not in reply.headers
    assert (await preflight(world, BOARD))[0] == 405


@contextlib.asynccontextmanager
async def site():
    """A site of another origin, with an empty page; its origin."""

    async def page(_request):
        return web.Response(text="<!doctype html><title>board</title>", content_type="text/html")

    runner = web.ServerRunner(web.Server(page, access_log=None), shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


CALL = """async ([url, token, tag]) => {
    const headers = {Authorization: `Bearer ${token}`, "X-Request-ID": "from-a-page"};
    try {
        const response = await fetch(url, {headers: tag ? {...headers, "If-None-Match": tag} : headers});
        return [response.status, response.headers.get("X-Request-ID"), response.headers.get("ETag")];
    } catch (fault) { return [fault.name, null, null] }
}"""


async def test_in_a_browser_a_page_calls_where_its_origin_is_listed_and_only_there(world, browser):
    async with site() as origin, served_again(world, cors_origins=[origin]) as opened, blank_page(browser) as page:
        await page.goto(origin)

        async def call(service, path, token, tag=None):
            return await page.evaluate(CALL, [f"{service.server.url}/api/v1{path}", token, tag])

        status, request_id, tag = await call(opened, "/me", world.tokens["ana"])
        assert (status, request_id) == (200, "from-a-page")
        assert await call(opened, "/me", world.tokens["ana"], tag) == [304, "from-a-page", tag]
        assert await call(opened, "/me", "forged") == [401, "from-a-page", None]
        assert (await call(world, "/me", world.tokens["ana"]))[0] == "TypeError"
