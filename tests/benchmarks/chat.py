"""From a button press reaching the bot to the edited message leaving it, in the sandbox, over the real store.

The bot is a process of its own (`semaforo run --only bot`); the sandbox hands it the press when its poll waits and
notes when the call to edit the message arrives. So the figure holds both ways over loopback, the inbox and the commit.
"""

import asyncio
import logging
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, TypeVar

from bot.app import config, wiring
from bot.app.demo_data import PEOPLE, Story
from bot.sandbox import Sandbox
from tests.system.process import Process, over, until_a_working_day

T = TypeVar("T")
TOKEN = "7000000001:bench"
MOST_MS = 15.0
WARM_UP = 10


def section(_seconds: float, rounds: int) -> str:
    """The row, after ten presses a round."""
    taken = in_silence(press_to_edit(rounds * 10))
    slow = quantiles(taken, n=20)[-1]
    return (
        f"- press to edit, median {median(taken):.1f} ms of at most {MOST_MS:.0f}; "
        f"95 % within {slow:.1f} ms ({len(taken)} presses)"
    )


def in_silence(work: Coroutine[Any, Any, T]) -> T:
    """The result of a measurement, whose log nobody reads."""
    logging.disable()
    try:
        return asyncio.run(work)
    finally:
        logging.disable(logging.NOTSET)


@asynccontextmanager
async def office() -> AsyncIterator[tuple[Path, Sandbox, config.Config]]:
    """A folder, a stand-in of Telegram, and the settings of a service over the demo's data."""
    with tempfile.TemporaryDirectory(prefix="semaforo-bench-") as folder:
        async with Sandbox(TOKEN, "semaforo_bot", "Semáforo", PEOPLE) as sandbox:
            telegram = config.TelegramConfig(token=TOKEN, base_url=sandbox.url)
            settings = over(Path(folder) / "bench.db", telegram=telegram, clock_ahead_seconds=until_a_working_day())
            async with wiring.open_pipeline(settings, begins=True) as pipeline:
                await Story(pipeline).tell()
            yield Path(folder), sandbox, settings


async def press_to_edit(presses: int) -> list[float]:
    """Milliseconds from press to edit, one press at a time."""
    async with office() as (folder, sandbox, settings), Process(settings, folder / "log", "bot"):
        return await measured(sandbox, presses)


async def measured(sandbox: Sandbox, presses: int) -> list[float]:
    """Press two percentages in turn on an item."""
    ana = sandbox.person("ana")
    await ana.send("/hoy")
    await ana.press(await ana.wait("Sin abrir"), "☀️ Abrir el día")
    day = await ana.wait("abierto")
    await ana.press(day, day.buttons[0].text)
    item = await ana.wait("¿Qué porcentaje lleva?")
    taken = []
    for number in range(presses + WARM_UP):
        percentage = ("25", "50")[number % 2]
        begun = time.perf_counter()
        press = await ana.press(item, percentage)
        await ana.wait(f"{percentage}\u00a0%")
        taken.append((time.perf_counter() - begun) * 1e3)
        await ana.wait_answer(press)
    return taken[WARM_UP:]
