"""The story behind nginx, on PostgreSQL and over several processes: it goes on although one of each kind is killed."""

import asyncio
from io import BytesIO

import pytest
from aiohttp import ClientSession
from playwright.async_api import expect

from tests.browser import require_chromium, tab
from tests.system import acts
from tests.system.nginx import require_nginx
from tests.system.scaled_out import scaled_out
from tests.system.story import Person

pytestmark = pytest.mark.long

PATIENCE_MS = 45_000
"""Until a bot that was killed has been started again, and Telegram has repeated what it was not there for."""


@pytest.fixture
def patient():
    expect.set_options(timeout=PATIENCE_MS)
    yield
    expect.set_options(timeout=5000)


async def test_the_story_goes_on_through_nginx_whatever_process_is_killed(patient, new_postgresql_url, tmp_path):
    require_nginx()
    require_chromium()
    async with scaled_out(new_postgresql_url, tmp_path) as running, tab(running.chat) as page:
        page.set_default_timeout(PATIENCE_MS)
        ana, lucia, today = Person(page, "ana"), Person(page, "lucia"), running.today.isoformat()
        async with running.asked_all_the_while("/tasks") as heard:
            await ana.begin()
            day = await acts.begins_her_day(ana)
            await asyncio.gather(running.lose("bot"), acts.ends_her_day(day))
            await acts.meets_no_secret(ana, running)
            await running.lose("api")
            log = await acts.sees_it_over_rest(running, today)
            await acts.leader_reads_the_same(running, today, log)
            await running.lose("jobs")
            await acts.sees_her_team(lucia, log)
            await acts.is_told_of_a_comment(ana, running, log["items"][0]["taskId"])
        assert set(heard) == {200}
        await keeps_what_the_docs_say(running)


async def keeps_what_the_docs_say(running) -> None:
    """Of the proxy: numbers of requests, what is too large, who may call the webhook, what is said where nobody is."""
    async with ClientSession(running.address) as session:

        async def asked(method: str, path: str, **given: object) -> tuple[int, str | None, bytes]:
            async with session.request(method, path, ssl=running.trusting, **given) as answer:
                return answer.status, answer.headers.get("X-Request-ID"), await answer.read()

        own = {"X-Request-ID": "mine-1"}
        assert (await asked("GET", "/ready", headers=own))[:2] == (200, "mine-1")
        assert (await asked("GET", "/ready"))[1]
        status, number, said = await asked("POST", "/api/v1/tasks", data=BytesIO(bytes(1024 * 1024 + 1)), headers=own)
        assert (status, number) == (413, "mine-1")
        assert b'"code":"body_too_large","requestId":"mine-1"' in said
        assert (await asked("POST", "/telegram", json={"update_id": 1}))[0] == 401
        await running.processes["api2"].kill()
        status, number, said = await asked("GET", "/ready", headers=own)
        assert (status, number) == (503, "mine-1")
        assert b'"code":"unavailable","requestId":"mine-1"' in said
