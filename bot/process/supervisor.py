"""The process over several workers: starts them, restarts those that end, and ends them all.

A worker's event loop says each second that it is alive; one that is silent for too long is killed and restarted. The
supervisor holds the sockets that the workers listen on, so that connections wait while a worker restarts. A worker that
keeps ending is left out for a while: its sockets are closed, and the others get its connections. If a worker refuses to
start at first, such as for a wrong configuration, all are ended.

Asked by SIGUSR1, it replaces its workers, one after the other: a successor starts on the same sockets, and once it is
ready its predecessor is asked to end. So nobody waits for a new version, and one that does not start replaces nobody.
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
from bot.process.signals import ASKS, replace_signal, stop_signal
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
    """A worker by its number: its process, and the successor that replaces that one.

    `numbers`: those that its processes have by turns, so that a successor and its predecessor differ.
    """

    def __init__(
        self, numbers: tuple[int, int], command: Sequence[str], shared: Mapping[str, Shared], folder: str, memory: int
    ) -> None:
        self.number, _ = self.numbers = numbers
        self.folder = folder
        self.command = command
        self.shared = shared
        self.memory = memory
        self.sockets: dict[str, Sequence[socket.socket]] = {}
        self.process: Process | None = None
        self.successor: Process | None = None
        self.starting = asyncio.Lock()

    async def start(self) -> None:
        """Start a worker and wait until it is ready. Raises `NotReady`."""
        self.process = None
        self.process = process = await self.spawned(self.numbers[0])
        await self.until_ready(process)

    async def replace(self) -> None:
        """Start a successor, and ask the worker to end once that is ready. Raises `NotReady` if it never is."""
        async with self.starting:
            predecessor = self.process
            if predecessor is None:  # it is started anyway
                return
            self.successor = successor = await self.spawned(self.numbers[1])
            try:
                await self.until_ready(successor)
            except NotReady:
                self.successor = None
                raise
            if predecessor.returncode is None:
                predecessor.send_signal(signal.SIGTERM)

    def succeed(self) -> bool:
        """Put the successor into the place of the worker that has ended. Returns whether there is one."""
        if self.successor is None:
            return False
        self.process, self.successor, self.numbers = self.successor, None, self.numbers[::-1]
        return True

    async def until_ready(self, process: Process) -> None:
        """Wait until a worker says that it is ready. Raises `NotReady` if it ends before."""
        if process.stdout is None or await process.stdout.readline() != READY:
            code = await process.wait()
            raise NotReady(f"worker {self.number} was not ready: it ended with {code}", refused=code > 0)

    async def spawned(self, number: int) -> Process:
        """Start a worker. Raises `NotReady` if it cannot be."""
        try:
            return await self.spawn(number)
        except (OSError, StartError) as fault:
            raise NotReady(f"worker {self.number} could not be started: {fault}") from None

    async def spawn(self, number: int) -> Process:
        """Start a worker. Raises `StartError` or `OSError`."""
        for what, each in self.shared.items():
            self.sockets[what] = self.sockets.get(what) or each.sockets()
        descriptors = {what: [each.fileno() for each in sockets] for what, sockets in self.sockets.items()}
        return await asyncio.create_subprocess_exec(
            *self.command,
            f"--worker={Worker(number, descriptors, self.folder, self.memory).written()}",
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
            async with self.starting:
                if self.succeed():
                    logger.info("worker %d is replaced", self.number)
                    continue
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
        """Ask the worker and its successor to end, and kill them if they do not. Returns the worker's exit code."""
        code, *_ = await asyncio.gather(self.stopped(self.process), self.stopped(self.successor))
        return code

    async def stopped(self, process: Process | None) -> int:
        if process is None:
            return 0
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
            with suppress(TimeoutError):
                return await asyncio.wait_for(process.wait(), STOP_SECONDS)
            logger.error("worker %d does not end as asked: it is killed", self.number)
            process.kill()
        return await process.wait()

    def close(self) -> None:
        """Close the sockets: waiting connections are refused, new ones go to the other workers."""
        for several in self.sockets.values():
            for each in several:
                each.close()
        self.sockets = {}


def wait_after(failures: int) -> float:
    return float(min(FIRST_WAIT_SECONDS * 2 ** min(failures - 1, 16), LONGEST_WAIT_SECONDS))


async def supervise(command: Sequence[str], shared: Mapping[str, Shared], number: int, folder: str = "") -> int:
    """Run `number` workers until asked to end. Returns the exit code. `folder`: for files that they share."""
    memory = os.memfd_create("semaforo")
    os.ftruncate(memory, MEMORY_BYTES)
    places = [Place((each, each + number), command, shared, folder, memory) for each in range(1, number + 1)]
    stopped = stop_signal()
    keeping = asyncio.create_task(keep(places, shared))
    asked = asyncio.create_task(stopped.wait())
    replacing = asyncio.create_task(keep_replacing(places))
    with suppress(asyncio.CancelledError):  # a SIGINT just before there was a handler for it: asyncio cancels us then
        await asyncio.wait({keeping, asked}, return_when=asyncio.FIRST_COMPLETED)
    logger.info("stopping")
    ServiceManager().tell_stopping()
    for task in (keeping, asked, replacing):
        task.cancel()
    (fault, *_) = await asyncio.gather(keeping, asked, replacing, return_exceptions=True)
    for place in places:
        place.close()
    codes = await asyncio.gather(*(place.stop() for place in places))
    if isinstance(fault, Exception):
        logger.error("%s", fault)
        return 1
    return max(0 if code in AS_ASKED else 1 for code in codes)


async def keep_replacing(places: Sequence[Place]) -> None:
    """Replace all workers in turn whenever a signal asks for it, until cancelled; after one that fails, no other."""
    asked = asyncio.Event()
    replace_signal(asked.set)
    while True:
        await asked.wait()
        asked.clear()
        try:
            for place in places:
                await place.replace()
        except NotReady as fault:
            logger.error("%s; the workers before it go on", fault)  # noqa: TRY400 the worker's own stack is in the log
        else:
            logger.info("%d workers were replaced", len(places))


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
