"""The process over several workers: starts them, restarts those that end, and ends them all.

A worker's event loop says each second that it is alive; one that is silent for too long is killed and restarted. The
supervisor holds the sockets that the workers listen on, so that connections wait while a worker restarts. A worker that
keeps ending is left out for a while: its sockets are closed, and the others get its connections. If a worker refuses to
start at first, such as for a wrong configuration, all are ended.
"""

import asyncio
import logging
import os
import signal
import socket
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count
from time import monotonic

from bot.process.listening import Shared, StartError
from bot.process.service_manager import ServiceManager
from bot.process.signals import ASKS, stop_signal
from bot.process.worker import BEAT_SECONDS, MEMORY_BYTES, READY, Worker

logger = logging.getLogger("semaforo")

STEADY_SECONDS = 10.0
"""The time after which a worker that served has not failed at starting."""

AS_ASKED = (0, *(-each for each in ASKS))
"""Exit codes of a worker that was asked to end, perhaps before it handled signals."""

FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 0.5, 30.0


MOST_HEARD = 4096
BEATS_MISSED = 8
"""The beats without which a worker counts as hung; it is replaced within 15 s of its last beat."""

STOP_SECONDS = 40.0
"""The longest that a worker may take to end: requests in progress have 15 s, presses and messages 5 s each."""


class NotReady(Exception):
    """A worker could not be started, or ended before it was ready; its log says why.

    `refused`: it ended by itself, so another one would end in the same way.
    """

    def __init__(self, why: str, *, refused: bool = True) -> None:
        super().__init__(why)
        self.refused = refused


class Place:
    """One of the workers by its number: the process, and those that replace it."""

    def __init__(
        self, number: int, command: Sequence[str], shared: Mapping[str, Shared], folder: str, memory: int
    ) -> None:
        self.number = number
        self.folder = folder
        self.command = command
        self.shared = shared
        self.memory = memory
        self.sockets: dict[str, Sequence[socket.socket]] = {}
        self.process: Process | None = None

    async def start(self) -> None:
        """Start a worker and wait until it is ready. Raises `NotReady`."""
        self.process = None
        try:
            self.process = process = await self.spawn()
        except (OSError, StartError) as fault:
            raise NotReady(f"worker {self.number} could not be started: {fault}") from None
        if process.stdout is None or await process.stdout.readline() != READY:
            code = await self.ended()
            raise NotReady(f"worker {self.number} was not ready: it ended with {code}", refused=code > 0)

    async def spawn(self) -> Process:
        """Start a worker. Raises `StartError` or `OSError`."""
        for what, each in self.shared.items():
            self.sockets[what] = self.sockets.get(what) or each.sockets()
        descriptors = {what: [each.fileno() for each in sockets] for what, sockets in self.sockets.items()}
        return await asyncio.create_subprocess_exec(
            *self.command,
            f"--worker={Worker(self.number, descriptors, self.folder, self.memory).written()}",
            stdin=PIPE,
            stdout=PIPE,
            pass_fds=[self.memory, *(each for several in descriptors.values() for each in several)],
        )

    async def start_first(self) -> None:
        """Start a worker, and another one if it is killed before it is ready. Raises `NotReady` if it refuses."""
        for failures in count(1):
            try:
                return await self.start()
            except NotReady as fault:
                if fault.refused:
                    raise
                logger.error("%s", fault)  # noqa: TRY400 it was killed: there is no stack
            await asyncio.sleep(wait_after(failures))
        raise AssertionError

    async def keep(self) -> None:
        """Restart the worker whenever it ends, until cancelled."""
        failures = 0
        while True:
            failures = 0 if await self.served() else failures + 1
            if failures > 1:
                self.close()
                await asyncio.sleep(wait_after(failures - 1))
            try:
                await self.start()
            except NotReady as fault:
                logger.error("%s", fault)  # noqa: TRY400 the worker's own stack is in the log
            else:
                logger.info("worker %d is ready again", self.number)

    async def served(self) -> bool:
        """Wait for the worker's end. Returns whether it served for a while, or ended well."""
        if self.process is None:
            return False
        since = monotonic()
        listening = asyncio.create_task(self.listen(self.process))
        try:
            code = await self.ended()
        finally:
            listening.cancel()
        self.process = None  # its end is logged here, and is not part of the supervisor's exit code
        logger.warning("worker %d ended with %d", self.number, code)
        return code == 0 or monotonic() - since >= STEADY_SECONDS

    async def listen(self, process: Process) -> None:
        """Kill the worker if it is silent. Counted by our own seconds: if we were suspended, it is not to blame."""
        assert process.stdout is not None  # noqa: S101 it was started with a pipe
        missed = 0
        while missed < BEATS_MISSED:
            try:
                async with asyncio.timeout(BEAT_SECONDS):
                    heard = await process.stdout.read(MOST_HEARD)
            except TimeoutError:
                missed += 1
            else:
                if not heard:
                    return
                missed = 0
        logger.error("worker %d hangs, it has not said for %d s that it is alive: it is killed", self.number, missed)
        process.kill()

    async def ended(self) -> int:
        """The exit code, once the worker has ended."""
        return await self.process.wait() if self.process else 0

    async def stop(self) -> int:
        """Ask the worker to end, and kill it if it does not. Returns its exit code."""
        if self.process and self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
            with suppress(TimeoutError):
                return await asyncio.wait_for(self.process.wait(), STOP_SECONDS)
            logger.error("worker %d does not end as asked: it is killed", self.number)
            self.process.kill()
        return await self.ended()

    def close(self) -> None:
        """Close the sockets: waiting connections are refused, new ones go to the other workers."""
        for several in self.sockets.values():
            for each in several:
                each.close()
        self.sockets = {}


def wait_after(failures: int) -> float:
    return float(min(FIRST_WAIT_SECONDS * 2 ** min(failures - 1, 16), LONGEST_WAIT_SECONDS))


async def supervise(command: Sequence[str], shared: Mapping[str, Shared], number: int, folder: str = "") -> int:
    """Run so many workers until asked to end. Returns the exit code. `folder`: for files that they share."""
    memory = os.memfd_create("semaforo")
    os.ftruncate(memory, MEMORY_BYTES)
    places = [Place(each, command, shared, folder, memory) for each in range(1, number + 1)]
    stopped = stop_signal()
    keeping = asyncio.create_task(keep(places, shared))
    asked = asyncio.create_task(stopped.wait())
    with suppress(asyncio.CancelledError):  # a SIGINT just before there was a handler for it: asyncio cancels us then
        await asyncio.wait({keeping, asked}, return_when=asyncio.FIRST_COMPLETED)
    logger.info("stopping")
    ServiceManager().tell_stopping()
    for task in (keeping, asked):
        task.cancel()
    (fault, _) = await asyncio.gather(keeping, asked, return_exceptions=True)
    for place in places:
        place.close()
    codes = await asyncio.gather(*(place.stop() for place in places))
    if isinstance(fault, Exception):
        logger.error("%s", fault)
        return 1
    return max(0 if code in AS_ASKED else 1 for code in codes)


async def keep(places: Sequence[Place], shared: Mapping[str, Shared]) -> None:
    """Start the workers, say once that they are ready, and start again those that end. Raises `NotReady` at first."""
    starting = set(places)

    async def kept(place: Place) -> None:
        await place.start_first()
        starting.discard(place)
        if not starting:
            where = ", ".join(f"{what} on {each.url}" for what, each in shared.items())
            logger.info("%d workers ready%s", len(places), where and f": {where}")
            ServiceManager().tell_ready()
        await place.keep()

    await asyncio.gather(*map(kept, places))
