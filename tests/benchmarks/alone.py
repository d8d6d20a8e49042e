"""Durable writes by the use case, each after the other, without HTTP, over a SQLite file.

It is run by its text in the folder of a checkout, whose own code it measures: for each line with a number of seconds it
prints one of JSON, and it ends with its input.
"""

import asyncio
import gc
import sys
import time

import msgspec
import uvloop

import storage
from core.application.requests import build
from core.application.use_case import Caller, Pipeline
from core.base.calendar_time import SystemClock
from core.base.settings import Settings
from core.calendar import events
from core.calendar.events import EventCreate
from core.people import users
from core.people.users import OPERATOR
from tests.benchmarks.rest import EVENT
from tests.benchmarks.servers import PERSON, SERVER_CORE, pin


async def answer(url: str) -> None:
    """Write for as long as each line says."""
    async with storage.open_store(url, synchronous="FULL") as store:
        pipeline, loop = Pipeline(store, SystemClock(), Settings()), asyncio.get_running_loop()
        caller = Caller(await pipeline.run(Caller(OPERATOR), users.actor, PERSON))
        gc.freeze()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            writes, began, used = 0, time.perf_counter(), time.process_time()
            while not writes or time.perf_counter() - began < float(line):
                await pipeline.run(caller, events.create_event, build(EventCreate, EVENT))
                writes += 1
            took, used = time.perf_counter() - began, time.process_time() - used
            said = {"rate": writes / took, "cpu_us": used / writes * 1e6, "generator_share": 0.0}
            sys.stdout.write(msgspec.json.encode(said).decode() + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    pin(SERVER_CORE)
    uvloop.run(answer(sys.argv[1]))
