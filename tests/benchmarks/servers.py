"""The servers under load, each a process on one core: a bare aiohttp handler, and the service over a real database.

A server prints one JSON line when it is ready, and ends when its standard input does.
"""

import asyncio
import gc
import os
import sys
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import msgspec
import uvloop
from aiohttp import web

import api
import storage
from core.application.use_case import Caller, Pipeline
from core.base.calendar_time import SystemClock
from core.base.settings import Settings
from core.people import users
from core.people.users import OPERATOR
from tests.benchmarks.data import fill
from tests.tokens import issue

SERVER_CORE, LOAD_CORE = 0, 1
SECRET = "for the benchmark only, not a secret of anybody"
PERSON = 500
"""Of the thousand that are there: whose events are read."""


def pin(core: int) -> None:
    """Keep this process on one core, where there is more than one."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > core:
        os.sched_setaffinity(0, {core})


async def bare() -> None:
    """A handler that does nothing but answer with as many bytes as the path says."""
    bodies: dict[str, bytes] = {}

    async def answer(request: web.Request) -> web.Response:
        if request.method == "POST":
            await request.read()
        size = request.match_info["size"]
        body = bodies.setdefault(size, b"x" * int(size))
        return web.Response(body=body, content_type="application/json")

    app = web.Application()
    app.router.add_get("/{size}", answer)
    app.router.add_post("/{size}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    await until_told({"port": runner.addresses[0][1]})
    await runner.cleanup()


async def service(url: str) -> None:
    """The service over a SQLite file with people and events, with synchronous=FULL; a team and its tasks are added."""
    async with storage.open_store(url, synchronous="FULL") as store:
        pipeline = Pipeline(store, SystemClock(), Settings())
        worker, task_ids = await fill(pipeline)
        person = (await pipeline.run(Caller(OPERATOR), users.actor, PERSON)).user
        keyring = api.Keyring(SECRET)
        server = await api.serve(
            api.create_app(pipeline, api.Authenticator(pipeline, keyring), requests_per_minute=1_000_000),
            "127.0.0.1",
            0,
        )
        now = pipeline.clock.now()
        tokens = {
            name: issue(keyring, user, timedelta(hours=1), now)
            for name, user in (("worker", worker), ("person", person))
        }
        gc.freeze()
        await until_told({"port": server.port, "tasks": task_ids, **tokens})
        await server.stop()


async def until_told(ready: dict[str, Any]) -> None:
    """Say what there is to know, then serve until the parent closes our standard input."""
    sys.stdout.write(msgspec.json.encode(ready).decode() + "\n")
    sys.stdout.flush()
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


KINDS: dict[str, Callable[..., Awaitable[None]]] = {"bare": bare, "service": service}

if __name__ == "__main__":
    pin(SERVER_CORE)
    uvloop.run(KINDS[sys.argv[1]](*sys.argv[2:]))
