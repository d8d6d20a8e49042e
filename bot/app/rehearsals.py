"""Has the days to come rehearsed by a process of its own (`rehearsing`).

So it takes its time from no request, none of its messages counts as sent, and it can be ended when it takes too long.
"""

import asyncio
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from bot.app import config
from bot.process import programs
from core.base.errors import Code, Conflict
from core.jobs.rehearsal import Foretold, Rehearsal

PROGRAM = "bot.app.rehearsing"
SECONDS = 25.0
"""The longest that a rehearsal may take: clients give up after half a minute or later."""


class Order(Struct, frozen=True):
    """The request that the program reads from its standard input."""

    settings: config.Config
    rehearsal: Rehearsal


class Rehearsals:
    """Has one rehearsal run at a time; the wait for the one before counts toward the limit."""

    def __init__(self, settings: config.Config) -> None:
        self.settings = settings
        self.lock = asyncio.Lock()

    async def rehearse(self, rehearsal: Rehearsal) -> Foretold:
        """Return the messages that would be sent. Raises `Conflict` if it takes too long."""
        try:
            async with asyncio.timeout(SECONDS), self.lock:
                answer = await ask(msgspec.json.encode(Order(self.settings, rehearsal)))
        except TimeoutError:
            raise Conflict(Code.REHEARSAL_TOO_LONG) from None
        return msgspec.json.decode(answer, type=Foretold)


async def ask(order: bytes) -> bytes:
    """Run the program and return its answer. Its copy of the database goes, however it ends."""
    with TemporaryDirectory(prefix="semaforo-") as folder:
        process = await programs.started(PROGRAM, TMPDIR=folder)
        try:
            answer, _ = await process.communicate(order)
        finally:
            await programs.end(process)
    if process.returncode:
        raise RuntimeError(f"{PROGRAM} ended with {process.returncode}")
    return answer
