"""Tells other processes on a PostgreSQL database what this one commits, and notices what they do.

A NOTIFY within the writing transaction would have the server commit those one after another, each with its own flush to
the disk. So a process says it afterwards, of all that it has committed within some milliseconds. Should it be killed
between, others hear of it by the next commit.
"""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from secrets import token_hex
from typing import Any

from core.base.state_log import StateLog
from storage.commit_watch import CommitWatches, Tell
from storage.postgres.connecting import reason
from storage.postgres.pool import Pool
from storage.postgres.sessions import Sessions

log = logging.getLogger(__name__)

CHANNEL = "semaforo_commits"
GATHER_SECONDS = 0.01
"""The time for which a process gathers its commits before it tells the other processes."""

LOOK_SECONDS = 0.1
"""The pause between two looks where notifications cannot be used, as behind a pooler."""

RETRY_SECONDS = 0.5

NOTIFY = f"BEGIN; SET LOCAL synchronous_commit TO off; NOTIFY {CHANNEL}, '{{}}'; COMMIT"
"""Tells other processes in one round trip, without a wait for the disk."""

RUNNING = "SELECT pg_current_snapshot()::text"
"""The server's snapshot, which changes with each transaction that writes, in any database of the server."""


class CommitChannel:
    """Tells other processes of this one's commits, and its `watches` of theirs."""

    def __init__(self, sessions: Sessions, pool: Pool) -> None:
        self.watches = CommitWatches(self._watch_others)
        self._sessions = sessions
        self._pool = pool
        self._states = StateLog(log)
        self._own = token_hex(8)
        self._gathering = False
        self._telling: set[asyncio.Task[None]] = set()

    def committed(self) -> None:
        """Tell those who watch here at once, and other processes soon."""
        self.watches.tell()
        if not self._gathering:
            self._gathering = True
            task = asyncio.get_running_loop().create_task(self._tell_soon())
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def close(self) -> None:
        """Wait until what was committed is told."""
        while self._telling:
            await asyncio.wait(self._telling)

    async def _tell_soon(self) -> None:
        await asyncio.sleep(GATHER_SECONDS)
        self._gathering = False
        with suppress(Exception):  # a server that cannot be told has nobody to tell, and the next unit finds out why
            connection = await self._pool.take()
            try:
                await connection.execute(NOTIFY.format(self._own))
            finally:
                self._pool.give_back(connection)

    async def _watch_others(self, tell: Tell) -> None:
        """Listen, again after each loss of the connection; behind a pooler, where nothing is heard, look."""
        wait = self._listen if self._sessions.own else self._look
        while True:
            try:
                await wait(tell)
            except Exception as error:  # noqa: BLE001  whatever it is, it is tried again
                self._states.failing("the database, listening", reason(error))
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, tell: Tell) -> None:
        """Listen, until the connection is lost."""
        connection = await self._sessions.begin()
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, partial(self._heard, tell))
            self._states.working("the database, listening")
            tell()
            await lost.wait()
        finally:
            connection.terminate()

    def _heard(self, tell: Tell, _connection: Any, _process: int, _channel: str, sender: Any) -> None:
        if sender != self._own:
            tell()

    async def _look(self, tell: Tell) -> None:
        seen = None
        while True:
            connection = await self._pool.take()
            try:
                found = await connection.fetchval(RUNNING)
            finally:
                self._pool.give_back(connection)
            if found != seen:
                seen = found
                tell()
            await asyncio.sleep(LOOK_SECONDS)
