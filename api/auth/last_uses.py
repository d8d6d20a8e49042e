"""Writes down the last uses of tokens and calendar links in the background, so that no request waits for it."""

import asyncio
import logging
from collections.abc import Collection, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

from core.application.use_case import Pipeline, UseCase
from core.base.errors import Unavailable
from core.base.model import Nothing
from core.people.users import OPERATOR_CALLER

U = TypeVar("U", bound=Hashable)

logger = logging.getLogger("semaforo.api")

GATHER_SECONDS = 10.0
"""The time for which a use waits to be written together with others."""


class LastUses(Generic[U]):
    """Collects uses for `GATHER_SECONDS`, and passes them to `write_down`. A killed process loses those not written."""

    def __init__(self, pipeline: Pipeline, write_down: UseCase[[Collection[U]], Nothing]) -> None:
        self.pipeline = pipeline
        self.write_down = write_down
        self.waiting: set[U] = set()
        self.writing: asyncio.Task[None] | None = None
        self.hurry = asyncio.Event()

    def note(self, use: U) -> None:
        self.waiting.add(use)
        if self.writing is None:
            self.writing = asyncio.create_task(self.write())

    async def write(self) -> None:
        """Write the waiting uses in batches until none is left; those of a failed write are dropped."""
        try:
            while self.waiting:
                with suppress(TimeoutError):
                    async with asyncio.timeout(GATHER_SECONDS):
                        await self.hurry.wait()
                uses, self.waiting = self.waiting, set()
                await self.pipeline.run(OPERATOR_CALLER, self.write_down, uses)
        except Unavailable:
            self.waiting.clear()
        except Exception:
            logger.exception("last uses were not noted")
            self.waiting.clear()
        finally:
            self.writing = None

    async def settled(self) -> None:
        """Write at once, until nothing is left to be written."""
        if self.writing:
            self.hurry.set()
            await self.writing
            self.hurry.clear()
