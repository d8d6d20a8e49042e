"""How soon `semaforo run` is ready, and how much memory it then has: API, bot and jobs over the demo's data."""

import asyncio
import logging
import re
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from aiohttp import ClientConnectionError, ClientSession

from bot import config, wiring
from bot.demo_data import PEOPLE, Story
from bot.sandbox import Sandbox
from tests.system.process import Process

TOKEN = "7000000001:bench"
MOST_SECONDS, MOST_MIB = 1.5, 120
PAUSE = 0.005


def section(_seconds: float, rounds: int) -> str:
    """The row, after a start a round."""
    logging.disable()
    try:
        starts = asyncio.run(started(rounds))
    finally:
        logging.disable(logging.NOTSET)
    seconds, mebibytes = zip(*starts, strict=True)
    return (
        f"- semaforo run, ready after {median(seconds):.2f} s of at most {MOST_SECONDS}; "
        f"{max(mebibytes):.0f} MiB of at most {MOST_MIB} ({rounds} starts)"
    )


async def started(times: int) -> list[tuple[float, float]]:
    """Seconds until `/ready` answers, and resident MiB then, of each start."""
    with tempfile.TemporaryDirectory(prefix="semaforo-bench-") as folder:
        async with Sandbox(TOKEN, "semaforo_bot", "Semáforo", PEOPLE) as sandbox:
            settings = config.Config(
                database=config.Database(url=f"sqlite+aiosqlite:///{folder}/bench.db"),
                api=config.Api(port=0),
                telegram=config.Telegram(token=TOKEN, base_url=sandbox.url),
            )
            async with AsyncExitStack() as stack:
                await Story(await wiring.open_pipeline(settings, stack)).tell()
            return [await one_start(settings, Path(folder) / f"log{number}") for number in range(times)]


async def one_start(settings: config.Config, log: Path) -> tuple[float, float]:
    """Start, wait for `/ready`, look at the memory, stop."""
    begun = time.perf_counter()
    async with Process(settings, log) as service:
        address = (await service.until_logged("API ready on ")).rpartition(" ")[2]
        await ready(address)
        return time.perf_counter() - begun, resident_mib(service)


async def ready(address: str) -> None:
    """Wait until the service says that it is ready."""
    async with ClientSession() as session:
        while True:
            try:
                async with session.get(f"{address}/ready") as answer:
                    if answer.ok:
                        return
            except ClientConnectionError:
                pass
            await asyncio.sleep(PAUSE)


def resident_mib(service: Process) -> float:
    """Resident memory of a process, as the kernel says it."""
    status = Path(f"/proc/{service.process.pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024
