"""Has calendar files parsed in another process (`parsing`), so that no file can block or crash the service.

The process is started for the first file, ended when none has come for a while, and restarted if it has ended itself.
"""

import asyncio
from asyncio.subprocess import DEVNULL, Process

import msgspec

from bot.calendars.frames import LENGTH, SECONDS, EventsJob, Parsed, ParsedEvents, ParseJob
from bot.process import programs
from bot.process.time_limit import waiting_for_others
from core.records.calendar_files import FileEvents, FileFault
from core.records.outside_calendars import CalendarFault

IDLE_SECONDS = 60.0
STARTS_WITHIN = 30.0
"""The additional time for a new process to start, on a loaded machine."""

PROGRAM = "bot.calendars.parsing"
ANSWERS: msgspec.msgpack.Decoder[Parsed | ParsedEvents | str] = msgspec.msgpack.Decoder(Parsed | ParsedEvents | str)


class ParserProcess:
    """A process that reads one file at a time."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.lock = asyncio.Lock()
        self.idle: asyncio.TimerHandle | None = None

    async def parse(self, job: ParseJob) -> Parsed | CalendarFault:
        """The busy times of a file, or the fault if it cannot be read or was too much for the process."""
        answer = await self.answer(job)
        return answer if isinstance(answer, Parsed) else CalendarFault(str(answer))

    async def events(self, job: EventsJob) -> FileEvents | FileFault:
        """The events of a file, or the fault."""
        answer = await self.answer(job)
        return answer.found if isinstance(answer, ParsedEvents) else FileFault(str(answer))

    async def answer(self, job: ParseJob | EventsJob) -> Parsed | ParsedEvents | str:
        with waiting_for_others():
            return await self._answer(job)

    async def _answer(self, job: ParseJob | EventsJob) -> Parsed | ParsedEvents | str:
        async with self.lock:
            if self.idle:
                self.idle.cancel()
            try:
                async with asyncio.timeout(SECONDS + STARTS_WITHIN):
                    answer = await self._ask(msgspec.msgpack.encode(job))
            except (asyncio.IncompleteReadError, ConnectionError, TimeoutError):
                await self._end()
                return CalendarFault.TOO_MUCH.value
            except BaseException:
                await self._end()
                raise
            self.idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._leave)
        return answer

    async def _ask(self, frame: bytes) -> Parsed | ParsedEvents | str:
        process = self.process = self.process or await programs.started(PROGRAM, stderr=DEVNULL)
        asked, answered = process.stdin, process.stdout
        if asked is None or answered is None:
            raise ConnectionError
        asked.write(LENGTH.pack(len(frame)))
        asked.write(frame)
        await asked.drain()
        (length,) = LENGTH.unpack(await answered.readexactly(LENGTH.size))
        return ANSWERS.decode(await answered.readexactly(length))

    def _leave(self) -> None:
        """Let a process that has nothing to do end by itself."""
        if self.process and self.process.stdin:
            self.process.stdin.close()
        self.process = None

    async def _end(self) -> None:
        process, self.process = self.process, None
        if process:
            await programs.end(process)

    async def aclose(self) -> None:
        if self.idle:
            self.idle.cancel()
        await self._end()
