"""The time until `semaforo run` is ready, and the memory that it then has: API, bot and jobs over the demo's data,
beside only the packages that are shipped.

With two workers it is ready when all are; the memory is that of all three processes, what they share counted for each.
"""

import asyncio
import re
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from aiohttp import ClientConnectionError, ClientSession

from bot.app import config
from tests.benchmarks.chat import in_silence, office
from tests.system import as_shipped
from tests.system.process import Process

MOST_SECONDS, MOST_MIB = 1.5, 120
PAUSE = 0.005


def section(_seconds: float, rounds: int) -> str:
    """A row with one process and one with two workers, after a start a round of each."""
    (seconds, mebibytes), (over_two, of_all) = in_silence(started(rounds))
    return (
        f"- semaforo run, ready after {median(seconds):.2f} s of at most {MOST_SECONDS}; "
        f"{max(mebibytes):.0f} MiB of at most {MOST_MIB} ({rounds} starts)\n"
        f"- semaforo run --workers 2, ready after {median(over_two):.2f} s; {max(of_all):.0f} MiB ({rounds} starts)"
    )


async def started(times: int) -> list[tuple[Sequence[float], Sequence[float]]]:
    """Seconds until ready of each start, and resident MiB then: of one process, and of two workers."""
    async with office() as (folder, _, settings):
        logs = [folder / f"log{number}" for number in range(2 * times)]
        kinds = ("API ready on ", 1, logs[:times]), ("2 workers ready: ", 2, logs[times:])
        starts = [[await one_start(settings, log, said, workers) for log in each] for said, workers, each in kinds]
        return [tuple(zip(*each, strict=True)) for each in starts]


async def one_start(settings: config.Config, log: Path, said: str, workers: int) -> tuple[float, float]:
    """Start, wait for the word and for `/ready`, look at the memory, stop."""
    process = Process(settings, log, workers=workers, module=as_shipped.__name__)
    process.environment |= as_shipped.not_shipped()
    begun = time.perf_counter()
    async with process as service:
        address = (await service.until_logged(said)).rpartition(" ")[2]
        await ready(address)
        return time.perf_counter() - begun, sum(map(resident_mib, [service.process.pid, *service.workers()]))


async def ready(address: str) -> None:
    async with ClientSession() as session:
        while True:
            try:
                async with session.get(f"{address}/ready") as answer:
                    if answer.ok:
                        return
            except ClientConnectionError:
                pass
            await asyncio.sleep(PAUSE)


def resident_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024
