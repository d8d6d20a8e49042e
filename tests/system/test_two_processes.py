"""Two processes over one database: what one writes the other reads, and what is remembered in one grows old soon."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from aiohttp import ClientSession

from api.auth.authenticator import MAX_CACHE
from bot.app import config, wiring
from bot.app.tokens import keyring
from core.application.requests import build
from core.application.use_case import Caller
from core.people import users
from core.people.users import OPERATOR, UserCreate, UserUpdate
from tests.system.process import Process
from tests.tokens import issue

pytestmark = pytest.mark.long

PATIENCE = 60
DUE = "2030-11-30"
LEADS = "leads the jobs now"


class Pair:
    """Two processes with the API and the jobs, and the command line beside them."""

    def __init__(self, core: wiring.Core, settings: config.Config, processes: list[Process]) -> None:
        self.core = core
        self.settings = settings
        self.processes = processes
        self.sessions: list[ClientSession] = []
        self.tokens: dict[str, str] = {}

    async def operate(self, use_case, *args):
        return await self.core.pipeline.run(Caller(OPERATOR), use_case, *args)

    async def add(self, username: str, **more: str) -> None:
        user = await self.operate(users.add_user, UserCreate(username=username, name=username, **more))
        now, keys = self.core.pipeline.clock.now(), keyring(self.settings)
        self.tokens[username] = issue(keys, user, timedelta(hours=1), now)

    async def ask(self, place: int, who: str, method: str, path: str, **options) -> tuple[int, object]:
        """Status and data, from one of the processes."""
        headers = {"Authorization": f"Bearer {self.tokens[who]}", **options.pop("headers", {})}
        async with self.sessions[place].request(method, f"/api/v1{path}", headers=headers, **options) as answer:
            return answer.status, (await answer.json())["data"]

    async def statuses(self, who: str, method: str, path: str, **options) -> list[int]:
        return [(await self.ask(place, who, method, path, **options))[0] for place in range(2)]


@pytest.fixture
async def pair(settings, tmp_path) -> AsyncIterator[Pair]:
    async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
        core = await wiring.open_core(settings, stack)
        processes = [Process(settings, tmp_path / f"log{number}", "api", "jobs") for number in range(2)]
        pair = Pair(core, settings, processes)
        await pair.add("lucia")
        await pair.add("marta")
        await pair.add("ana", leader="lucia")
        await asyncio.gather(*(stack.enter_async_context(process) for process in processes))
        for process in processes:
            pair.sessions.append(await stack.enter_async_context(ClientSession(await process.address())))
        yield pair


async def test_what_one_writes_the_other_reads_and_repeats_and_respects(pair):
    """One test of much: two processes take as long to start as all of it."""
    await writes_of_each_are_read_by_the_other(pair)
    await a_key_is_applied_once_by_both(pair)
    await a_token_of_one_opens_the_other_and_ended_there_is_refused_here(pair)
    await who_may_what_is_known_to_both_within_five_seconds(pair)
    await one_does_the_jobs_and_the_other_when_that_is_killed(pair)


async def writes_of_each_are_read_by_the_other(pair: Pair) -> None:
    for number in range(20):
        here, there = number % 2, 1 - number % 2
        _, task = await pair.ask(here, "ana", "POST", "/tasks", json={"descripcion": "x", "fechaCumplir": DUE})
        status, same = await pair.ask(there, "ana", "GET", f"/tasks/{task['id']}")
        assert (status, same) == (200, task)


async def a_key_is_applied_once_by_both(pair: Pair) -> None:
    """Asked of both at once it is applied by one, and the other gives the same answer."""
    before = len((await pair.ask(0, "ana", "GET", "/tasks"))[1])
    for number in range(10):
        asked = {"json": {"descripcion": "una vez", "fechaCumplir": DUE}, "headers": {"Idempotency-Key": f"k{number}"}}
        answers = await asyncio.gather(*(pair.ask(place, "ana", "POST", "/tasks", **asked) for place in (0, 1)))
        assert answers[0] == answers[1]
        assert answers[0][0] == 200
    assert len((await pair.ask(1, "ana", "GET", "/tasks"))[1]) == before + 10


async def a_token_of_one_opens_the_other_and_ended_there_is_refused_here(pair: Pair) -> None:
    """The token opens at once, though the other has just looked its person up; it ends within a second."""
    for here, there in ((0, 1), (1, 0)):
        await pair.ask(there, "ana", "GET", "/tasks")
        _, made = await pair.ask(here, "ana", "POST", "/me/tokens", json={"name": "x", "scopes": ["tasks:read"]})
        pair.tokens["x"] = made["token"]
        assert await pair.statuses("x", "GET", "/tasks") == [200, 200]
        assert await pair.statuses("x", "GET", "/events") == [403, 403]
        assert (await pair.ask(there, "ana", "DELETE", f"/me/tokens/{made['id']}"))[0] == 200
        await asyncio.sleep(pair.settings.jwt.cache_seconds)
        assert await pair.statuses("x", "GET", "/tasks") == [401, 401]


async def who_may_what_is_known_to_both_within_five_seconds(pair: Pair) -> None:
    """Role, leader, tokens, activity: both have just looked each of these people up, and know them by heart."""
    _, task = await pair.ask(0, "ana", "POST", "/tasks", json={"descripcion": "de Ana", "fechaCumplir": DUE})
    read, run = ("GET", f"/tasks/{task['id']}"), ("POST", "/internal/jobs/reminders/run")
    for who, (method, path), change, before, after in (
        ("marta", run, (users.set_user, "marta", build(UserUpdate, {"role": "admin"})), 403, 200),
        ("marta", run, (users.set_user, "marta", build(UserUpdate, {"role": "member"})), 200, 403),
        ("marta", read, (users.set_user, "ana", build(UserUpdate, {"leader": "marta"})), 404, 200),
        ("marta", read, (users.set_user, "ana", build(UserUpdate, {"leader": None})), 200, 404),
        ("ana", read, (users.revoke_tokens, "ana"), 200, 401),
        ("marta", ("GET", "/tasks"), (users.set_user, "marta", build(UserUpdate, {"isActive": False})), 200, 401),
    ):
        assert await pair.statuses(who, method, path) == [before] * 2, (who, path)
        await pair.operate(*change)
        since = time.monotonic()
        while await pair.statuses(who, method, path) != [after] * 2:
            assert time.monotonic() - since < MAX_CACHE.total_seconds(), (who, path)
            await asyncio.sleep(0.05)


async def one_does_the_jobs_and_the_other_when_that_is_killed(pair: Pair) -> None:
    leading = [LEADS in process.log.read_text(encoding="utf-8") for process in pair.processes]
    assert sorted(leading) == [False, True]
    first, second = (pair.processes[leading.index(each)] for each in (True, False))
    os.kill(first.process.pid, signal.SIGKILL)
    async with asyncio.timeout(5):
        assert "(term 2)" in await second.until_logged(LEADS)
