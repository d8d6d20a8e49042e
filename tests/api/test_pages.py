"""The document and its page over HTTP, and in a browser that reaches no other host."""

from urllib.parse import urlsplit

import msgspec
import pytest
from yarl import URL

from core.base.settings import Settings
from tests.api.contract import DOCUMENT
from tests.api.world import raw, served_again
from tests.browser import tab

KINDS = {
    "/openapi.json": "application/json", "/docs": "text/html", "/docs/start.js": "text/javascript",
    "/docs/swagger-ui.js": "text/javascript", "/docs/swagger-ui.css": "text/css",
}  # fmt: skip


@pytest.mark.parametrize(("path", "kind"), KINDS.items())
async def test_it_is_served_to_anybody_once_and_for_all(world, path, kind):
    first = await world.get(f"/{path}", None)
    assert (first.status, first.headers["Content-Type"]) == (200, f"{kind}; charset=utf-8")
    again = await world.get(f"/{path}", None, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")
    head = await world.call("HEAD", f"/{path}", None)
    assert head.headers["Content-Length"] == str(len(first.body))
    assert (await world.call("POST", f"/{path}", None)).status == 405


async def test_the_document_is_served_as_it_is_made(world):
    assert (await world.get("//openapi.json", None)).envelope == DOCUMENT


@pytest.mark.parametrize("path", ["/", "/docs/", "/api/v1", "/api/v1/"])
async def test_who_knows_no_address_of_a_page_is_led_to_it(world, path):
    """By an address that is relative, so that it holds below a proxy's prefix too."""
    status, headers, _ = await raw(world, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    assert status == 302
    assert URL(f"http://x{path}").join(URL(headers["location"])) == URL("http://x/docs")
    assert (await raw(world, f"POST {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()))[0] == 405


async def test_examples_can_be_sent_as_they_are_on_any_day(world):
    first = await world.get("//openapi.json", None)
    for days in (0, 5):
        world.clock.advance(days=days)
        reply = await world.get("//openapi.json", None)
        assert (reply.headers["ETag"] == first.headers["ETag"]) is (not days)
        for path in ("/tasks", "/task-rules", "/events", "/me/tokens", "/daily-logs/open"):
            operation = reply.envelope["paths"][f"/api/v1{path}"]["post"]
            name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            (example,) = reply.envelope["components"]["schemas"][name]["examples"]
            sent = await world.post(path, example, "pablo")
            assert sent.status == 200, (path, example, sent.body)


async def test_the_document_says_where_clients_reach_the_service(world):
    assert DOCUMENT["servers"][0]["url"] == "/"
    world.pipeline.settings = Settings(public_url="https://example.com/semaforo/")
    async with served_again(world) as other:
        (server,) = (await other.get("//openapi.json", None)).envelope["servers"]
    assert server["url"] == "https://example.com/semaforo"


async def test_the_page_may_load_and_call_this_host_only(world):
    policy = (await world.get("//docs", None)).headers["Content-Security-Policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules.pop("default-src") == "'none'"
    assert (rules["script-src"], rules["connect-src"]) == ("'self'", "'self'")
    assert not any("http" in allowed or "*" in allowed for allowed in rules.values())


@pytest.mark.parametrize("path", ["//docs/index.html", "//docs/..%2Fapp.py", "//docs/swagger_preset.js"])
async def test_nothing_else_is_served_there(world, path):
    assert (await world.get(path, None)).status == 404


SCROLL = """async () => {
    scrollBy({top: innerHeight / 2, behavior: 'instant'});
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""


async def resources_below(page):
    """The resources that a reader sees who scrolls to the end: of a long list only what is in view is on the page."""
    found = {}
    while True:
        found |= dict.fromkeys(
            await page.locator(".opblock-tag").evaluate_all("tags => tags.map(tag => tag.dataset.tag)")
        )
        at = await page.evaluate("scrollY")
        await page.evaluate(SCROLL)
        if await page.evaluate("scrollY") == at:
            await page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
            return [*found]


@pytest.mark.long
async def test_in_a_browser_it_shows_every_resource_and_calls_the_api_with_a_token(world, browser):
    task = await world.task(descripcion="Llamar a Ñandú 🚦")
    world.server.app.pages.pipeline.settings = Settings(public_url="https://another-name.example.com/semaforo")
    hosts, faults = set(), []
    async with tab("about:blank", browser) as page:
        page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        page.on("console", lambda message: faults.append(message.text) if message.type != "log" else None)
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        await page.goto(f"{world.server.url}/docs")
        await page.locator(".opblock").first.wait_for()
        assert await resources_below(page) == [tag["name"] for tag in DOCUMENT["tags"]]

        await page.get_by_role("button", name="Authorize").click()
        await page.locator(".auth-container input").fill(world.tokens["ana"])
        await page.locator(".auth-btn-wrapper .authorize").click()
        await page.locator(".btn-done").click()

        reading = page.locator("#operations-tasks-getTask")
        await reading.locator(".opblock-summary-control").click()
        await reading.get_by_placeholder("id", exact=True).fill(str(task["id"]))
        await reading.get_by_role("button", name="Execute").click()
        dark = page.locator("html.dark-mode")
        assert await dark.count() == 0
        await page.emulate_media(color_scheme="dark")
        await dark.wait_for()
        answered = await reading.locator(".live-responses-table .highlight-code code").first.inner_text()
    assert msgspec.json.decode(answered)["data"] == task
    assert hosts == {urlsplit(world.server.url).netloc}
    assert faults == []


async def test_where_to_report_a_weakness_is_said_where_a_contact_is_set(world):
    path = "/.well-known/security.txt"
    assert (await world.get(f"/{path}", None)).status == 404
    async with served_again(world, security_contact="mailto:security@example.com") as other:
        answer = await other.get(f"/{path}", None)
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert answer.body.decode().splitlines() == [
        "Contact: mailto:security@example.com",
        "Expires: 2026-12-23T15:00:00+00:00",
        "Preferred-Languages: es, en",
    ]
