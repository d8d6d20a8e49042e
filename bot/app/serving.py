"""Serves what was asked for: the API, the bot, the jobs."""

import gc
import logging
from contextlib import AsyncExitStack
from functools import partial
from math import inf

from bot.app import config
from bot.app.api_service import start_api, start_probes
from bot.app.config import API
from bot.app.wiring import Core, open_core
from bot.process.loading import loading
from bot.process.signals import replace_signal, stop_signal
from bot.process.worker import Worker
from core.base.log_fields import SLOW

logger = logging.getLogger("semaforo")

ALONE = Worker()


async def serve(settings: config.Config, roles: frozenset[str], worker: Worker) -> None:
    """Serve until asked to end, then finish what has begun."""
    SLOW.seconds = settings.log.slow_seconds or inf
    async with AsyncExitStack() as stack:
        stopped = stop_signal()
        replace_signal(partial(logger.warning, "asked to replace workers: there are none here, restart the service"))
        worker.watch(stopped)
        with loading():
            await start(settings, roles, await open_core(settings, stack), stack, worker)
        worker.tell_ready()
        await stopped.wait()
        logger.info("stopping")
        worker.tell_stopping()


async def start(
    settings: config.Config, roles: frozenset[str], core: Core, stack: AsyncExitStack, worker: Worker = ALONE
) -> str:
    """Start the services, which stop with the stack in reverse order; the API's address, or ""."""
    if roles != {API}:
        from bot.app.chat_service import start_chat  # noqa: PLC0415 only who serves it pays for what it imports
    address = await start_api(settings, core, stack, worker) if API in roles else ""
    if roles != {API}:
        await start_chat(settings, roles, core, stack, worker)
    await start_probes(settings, roles, core, stack, worker)
    gc.freeze()  # what lasts is never looked through for garbage: that would hold the event loop for 50 ms
    return address
