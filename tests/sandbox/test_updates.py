"""getUpdates and webhooks."""

import asyncio
import time
from typing import Self

import pytest
from aiohttp import web

from bot.sandbox import Sandbox
from bot.sandbox._updates import first_number
from tests.tables import each_row
from tests.waiting import until

from .conftest import PEOPLE, TOKEN, Raw

pytestmark = pytest.mark.asyncio

SECRET = "X-Telegram-Bot-Api-Secret-Token"


async def test_offsets_confirm(raw: Raw, sandbox: Sandbox):
    ana = sandbox.person("ana")
    for text in "abcd":
        await ana.send(text)
    updates = (await raw("getUpdates"))["result"]
    ids = [update["update_id"] for update in updates]
    assert ids == list(range(ids[0], ids[0] + 4))
    assert [update["message"]["text"] for update in updates] == list("abcd")
    assert (await raw("getUpdates", limit=2))["result"] == updates[:2]
    assert (await raw("getUpdates", offset=ids[1]))["result"] == updates[1:]
    assert (await raw("getUpdates"))["result"] == updates[1:]
    assert (await raw("getUpdates", offset=-1))["result"] == updates[-1:]
    assert (await raw("getUpdates", offset=ids[-1] + 1))["result"] == []


async def test_an_offset_far_ahead_is_taken_for_a_mistake(raw: Raw, sandbox: Sandbox):
    await sandbox.person("ana").send("a")
    far = sandbox.pending_updates[0]["update_id"] + 1000
    assert len((await raw("getUpdates", offset=far))["result"]) == 1


async def test_a_restarted_sandbox_never_reuses_ids(raw: Raw, sandbox: Sandbox):
    seen = [await sandbox.person("ana").send("x") for _ in range(50)]
    last = sandbox.pending_updates[-1]["update_id"]
    async with Sandbox(TOKEN, "semaforo_bot", "S", PEOPLE) as again:
        message = await again.person("ana").send("y")
        assert message.id > seen[-1].id
        assert again.pending_updates[0]["update_id"] > last
    assert 0 < first_number(1_735_689_600 + 6 * 365 * 86400) < 2**31


async def test_a_long_poll_waits_and_ends(raw: Raw, sandbox: Sandbox):
    waiting = asyncio.create_task(raw("getUpdates", timeout=5))
    await until(lambda: sandbox.is_polled)
    assert not waiting.done()
    await sandbox.person("ana").send("a")
    assert len((await asyncio.wait_for(waiting, 4))["result"]) == 1
    offset = sandbox.pending_updates[0]["update_id"] + 1
    assert (await raw("getUpdates", offset=offset, timeout=1))["result"] == []


@pytest.mark.parametrize("abandoned", [False, True])
async def test_stopping_ends_a_long_poll_at_once_also_one_whose_client_has_gone(raw: Raw, sandbox: Sandbox, abandoned):
    seconds = []
    for _ in range(5):
        raw.url = sandbox.url
        waiting = asyncio.create_task(raw("getUpdates", timeout=5))
        await until(lambda: sandbox.is_polled)
        if abandoned:
            waiting.cancel()
        before = time.monotonic()
        await sandbox.stop()
        seconds.append(time.monotonic() - before)
        (answer,) = await asyncio.gather(waiting, return_exceptions=True)
        assert abandoned or answer["result"] == []
        await sandbox.start()
    assert min(seconds) < 0.15, "the least, as the machine has others"


async def test_two_pollers(raw: Raw, sandbox: Sandbox):
    first = asyncio.create_task(raw("getUpdates", timeout=5))
    await until(lambda: sandbox.is_polled)
    second = asyncio.create_task(raw("getUpdates", timeout=5))
    assert await asyncio.wait_for(first, 4) == {
        "ok": False,
        "error_code": 409,
        "description": "Conflict: terminated by other getUpdates request; "
        "make sure that only one bot instance is running",
    }
    await sandbox.person("ana").send("a")
    assert (await asyncio.wait_for(second, 4))["ok"]


async def test_allowed_updates_hold_for_what_comes(raw: Raw, sandbox: Sandbox):
    ana = sandbox.person("ana")
    await ana.send("a")
    await raw("getUpdates", allowed_updates=["callback_query"])
    await ana.send("b")
    assert [update["message"]["text"] for update in sandbox.pending_updates] == ["a"]
    await raw("getUpdates", allowed_updates=[])
    await ana.send("c")
    assert len(sandbox.pending_updates) == 2


class Receiver:
    """A webhook that answers `statuses` in turn, then 200."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.got: list[dict] = []
        self.headers: list[str | None] = []
        self.url = ""

    async def handle(self, request: web.Request) -> web.Response:
        self.headers.append(request.headers.get(SECRET))
        body = await request.json()
        status = self.statuses.pop(0) if self.statuses else 200
        if status == 200:
            self.got.append(body)
        return web.Response(status=status)

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_post("/hook", self.handle)
        self.runner = web.AppRunner(app)
        await self.runner.setup()
        await web.TCPSite(self.runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self.runner.addresses[0][1]}/hook"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.runner.cleanup()

    async def until(self, count: int) -> list[dict]:
        await until(lambda: len(self.got) >= count)
        return self.got


async def test_a_webhook_retries_in_order_with_its_secret(raw: Raw, sandbox: Sandbox):
    ana, luis = sandbox.person("ana"), sandbox.person("luis")
    await ana.send("a0")
    async with Receiver(500, 503) as hook:
        answer = await raw("setWebhook", url=hook.url, secret_token="s-3_t", max_connections=4)
        assert answer == {"ok": True, "result": True, "description": "Webhook was set"}
        for number in range(1, 4):
            await ana.send(f"a{number}")
            await luis.send(f"l{number}")
        updates = await hook.until(7)
        texts = [update["message"]["text"] for update in updates]
        assert [text for text in texts if text[0] == "a"] == ["a0", "a1", "a2", "a3"]
        assert [text for text in texts if text[0] == "l"] == ["l1", "l2", "l3"]
        assert set(hook.headers) == {"s-3_t"}
        assert len(hook.headers) == 9
        info = (await raw("getWebhookInfo"))["result"]
        assert info["pending_update_count"] == 0
        assert info["last_error_message"].startswith("Wrong response from the webhook: 50")
        assert info["max_connections"] == 4
        assert (await raw("setWebhook", url=hook.url, secret_token="s-3_t", max_connections=4))["description"] == (
            "Webhook is already set"
        )
        assert await raw.error("getUpdates") == (
            "Conflict: can't use getUpdates method while webhook is active; "
            "use deleteWebhook to delete the webhook first"
        )
        assert (await raw("deleteWebhook"))["description"] == "Webhook was deleted"
    assert (await raw("deleteWebhook"))["description"] == "Webhook is already deleted"
    await ana.send("later")
    assert len((await raw("getUpdates"))["result"]) == 1


async def test_a_webhook_ends_a_poll_and_may_drop_what_waits(raw: Raw, sandbox: Sandbox):
    polling = asyncio.create_task(raw("getUpdates", timeout=5))
    await until(lambda: sandbox.is_polled)
    async with Receiver() as hook:
        await raw("setWebhook", url=hook.url)
        assert (await polling)["description"] == "Conflict: terminated by setWebhook request"
        await raw("deleteWebhook")
        await sandbox.person("ana").send("lost")
        await raw("setWebhook", url=hook.url, drop_pending_updates=True, allowed_updates=["message"])
        assert (await raw("getWebhookInfo"))["result"]["allowed_updates"] == ["message"]
        await sandbox.person("ana").send("kept")
        assert [update["message"]["text"] for update in await hook.until(1)] == ["kept"]
        assert hook.headers == [None]


async def test_nobody_at_the_webhook(raw: Raw, sandbox: Sandbox):
    await raw("setWebhook", url="http://127.0.0.1:9/hook")
    await sandbox.person("ana").send("a")

    async def info() -> dict:
        return (await raw("getWebhookInfo"))["result"]

    async def failed() -> bool:
        return "last_error_message" in await info()

    await until(failed)
    told = await info()
    assert told["pending_update_count"] == 1
    assert told["last_error_message"] == "Connection refused"


@each_row(
    [
        ({"url": "nonsense"}, "invalid webhook URL specified"),
        ({"url": "http://example.com/"}, "bad webhook: An HTTPS URL must be provided for webhook"),
        ({"url": "https://example.com/"}, "bad webhook: Failed to resolve host: Name or service not known"),
        ({"url": "http://127.0.0.1/", "secret_token": "a b"}, "secret token contains unallowed characters"),
        ({"url": "http://127.0.0.1/", "secret_token": "a" * 257}, "secret token is too long"),
    ],
    given="raw",
)
async def test_webhooks_refused(raw: Raw, params, description):
    assert await raw.bad("setWebhook", **params) == description
