"""Reads the outside calendars that are due, in the one process that holds the lease of the jobs.

Files are fetched side by side and read one after the other, in another process. A calendar's address and what it has
are in no line of the log.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from urllib.parse import unquote, urlsplit

from bot.calendars.client import CalendarClient, Fetched
from bot.calendars.frames import ParseJob
from bot.calendars.parser_process import ParserProcess
from bot.process.careful import Careful
from bot.process.clock_watch import ClockWatch
from core.application.use_case import Pipeline
from core.base.calendar_time import ONE_DAY, Interval
from core.base.errors import Unavailable
from core.base.state_log import StateLog
from core.calendar.outside_calendars import KNOWN_AHEAD, calendars_to_read, settle_reading
from core.people.users import OPERATOR_CALLER
from core.records.jobs import Lease, WorkKind
from core.records.outside_calendars import CalendarFault, CalendarReading, CalendarToRead

logger = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
"""The pause between two looks for what is due; a new calendar waits no longer."""

FAULT_SECONDS = 60.0
"""The pause after a fault of our own."""


class CalendarReader:
    """Reads the calendars that are due. `begun`: those that were read in this process, so that they do not end it."""

    def __init__(self, pipeline: Pipeline, client: CalendarClient, parser: ParserProcess) -> None:
        self.pipeline = pipeline
        self.client = client
        self.parser = parser
        self.begun: set[int] = set()
        self.careful = Careful(pipeline, WorkKind.CALENDAR)
        self.states = StateLog(logger)

    async def run(self, lease: Callable[[], Lease | None], watch: ClockWatch) -> None:
        """Read while this process has the lease and trusts the clock, until cancelled."""
        while True:
            if lease() is not None and watch.is_trusted():
                await self.look()
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Read some of those that are due."""
        try:
            due = await self.pipeline.run(OPERATOR_CALLER, calendars_to_read)
            async with asyncio.TaskGroup() as reading:
                for calendar in due:
                    reading.create_task(self.read(calendar))
        except* Unavailable:
            self.states.failing("outside calendars", "the database is away")
        except* Exception as faults:  # noqa: BLE001 its text may have the address
            logger.error("outside calendars were not read: %s", [type(each).__name__ for each in faults.exceptions])  # noqa: TRY400 as above
            await asyncio.sleep(FAULT_SECONDS)
        else:
            self.states.working("outside calendars")

    async def read(self, calendar: CalendarToRead) -> None:
        """Read one; the first time in this process with care, and not if reading it ended others."""
        if calendar.id in self.begun:
            await self.settle(calendar, await self.reading_of(calendar))
            return
        async with self.careful.begun_again(calendar.id) as begun:
            if begun:
                await self.settle(calendar, await self.reading_of(calendar))
                self.begun.add(calendar.id)
            else:
                await self.settle(calendar, CalendarReading(CalendarFault.TOO_MUCH))

    async def settle(self, calendar: CalendarToRead, reading: CalendarReading) -> None:
        await self.pipeline.run(OPERATOR_CALLER, settle_reading, calendar, reading)

    async def reading_of(self, calendar: CalendarToRead) -> CalendarReading:
        fetched = await self.client.fetch(calendar.url, calendar.etag, calendar.last_modified)
        if isinstance(fetched, CalendarFault):
            return CalendarReading(fetched)
        if fetched.body is None:
            return CalendarReading()
        return await self.parsed(calendar, fetched, fetched.body)

    async def parsed(self, calendar: CalendarToRead, fetched: Fetched, body: bytes) -> CalendarReading:
        now = self.pipeline.clock.now()
        within = Interval(now - ONE_DAY, now + KNOWN_AHEAD)
        owners = addresses_in(calendar.url)
        job = ParseJob(body, fetched.compressed, calendar.zone, *within, calendar.digest, owners)
        found = await self.parser.parse(job)
        if isinstance(found, CalendarFault):
            return CalendarReading(found)
        return CalendarReading(
            busy=None if found.busy is None else [Interval(*each) for each in found.busy],
            until=within.end,
            etag=fetched.etag,
            last_modified=fetched.last_modified,
            digest=found.digest,
            unknown=[Interval(*each) for each in found.unknown],
            unreadable_count=found.unreadable_count,
            unreadable=found.unreadable,
        )


def addresses_in(url: str) -> Sequence[str]:
    """The e-mail addresses in a calendar's own address: by one of them its owner is invited, as Google has it."""
    parts = (part.casefold() for part in unquote(urlsplit(url).path).split("/"))
    return [part for part in parts if "@" in part]
