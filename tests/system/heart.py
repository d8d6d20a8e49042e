"""The service over a database, as a process that knows how long its event loop was held.

It says where it is as a line of JSON; then for each line on its standard input the longest pause since the last, in
milliseconds; it ends with its standard input.
"""

import asyncio
import sys
import time
from contextlib import AsyncExitStack
from datetime import timedelta

import msgspec

from bot.app import config, serving, wiring
from bot.app.tokens import keyring
from bot.process.event_loop import run_loop
from core.application.use_case import Caller
from core.people import users
from tests.tokens import issue

BEAT_SECONDS = 0.001


class Heart:
    """Beats on the event loop, and remembers the longest time between two beats.

    A pause counts as long as its process worked meanwhile: what it had to wait for others' work is not its own doing.
    """

    def __init__(self):
        self.longest = 0.0

    async def beat(self):
        while True:
            before, used = time.perf_counter(), time.process_time()
            await asyncio.sleep(BEAT_SECONDS)
            pause = min(time.perf_counter() - before - BEAT_SECONDS, time.process_time() - used)
            self.longest = max(self.longest, pause)

    def told(self):
        """The longest pause, in milliseconds; the next one is measured from now on."""
        longest, self.longest = self.longest, 0.0
        return longest * 1e3


async def serve(url, user_id):
    settings = config.Config(
        database=config.DatabaseConfig(url=url), api=config.ApiConfig(port=0, requests_per_minute=0)
    )
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as stack:
        core = await wiring.open_core(settings, stack)
        address = await serving.start(settings, frozenset({config.API}), core, stack)
        caller = await core.pipeline.run(Caller(users.OPERATOR), users.actor, int(user_id))
        now = core.pipeline.clock.now()
        say({"url": address, "token": issue(keyring(settings), caller.user, timedelta(hours=1), now)})
        heart = Heart()
        beating = asyncio.create_task(heart.beat())
        while await loop.run_in_executor(None, sys.stdin.readline):
            say(heart.told())
        beating.cancel()


def say(what):
    """A line of JSON."""
    sys.stdout.write(msgspec.json.encode(what).decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    run_loop(serve(*sys.argv[1:]))
