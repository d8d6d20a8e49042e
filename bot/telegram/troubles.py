"""Telegram's refusals, told to whoever asks how the service stands (`core.delivery.troubles`)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial

from bot.process import background_tasks
from bot.telegram.rests import Rest, Rests
from core.application.use_case import Pipeline
from core.base.errors import Unavailable
from core.delivery.troubles import note_trouble
from core.people.users import OPERATOR_CALLER

NoteTrouble = Callable[[str, str, timedelta], Awaitable[None]]
"""Notes that a thing does not work, why, and for how long unless it is noted again."""

LOOK_SECONDS = 2.0
TOLD_FROM_SECONDS = 30.0
"""The shortest rest that is reported: shorter ones are everyday with Telegram."""


def noting(pipeline: Pipeline) -> NoteTrouble:
    async def note(thing: str, fault: str, lasts: timedelta) -> None:
        try:
            await pipeline.run(OPERATOR_CALLER, note_trouble, thing, fault, lasts)
        except Unavailable:
            return  # whoever asks is told of that

    return note


@asynccontextmanager
async def rests_told(rests: Rests, note: NoteTrouble) -> AsyncIterator[None]:
    """Note the chats and methods that rest for long, until the block ends."""
    telling = asyncio.create_task(background_tasks.go_on(partial(tell_rests, rests, note), "the look at what rests"))
    try:
        yield
    finally:
        await background_tasks.cancel([telling])


async def tell_rests(rests: Rests, note: NoteTrouble) -> None:
    told: dict[str, float] = {}
    while True:
        now = rests.clock()
        for thing, fault, until in long_rests(rests):
            if told.get(thing) != until:
                told[thing] = until
                await note(thing, fault, timedelta(seconds=until - now + LOOK_SECONDS))
        await asyncio.sleep(LOOK_SECONDS)


def long_rests(rests: Rests) -> Iterator[tuple[str, str, float]]:
    """Yield each thing that rests for long, why, and until when by the clock of `Rests`."""
    methods, chats = rests.standing()
    for method, rest in methods.items():
        if rest.asked >= TOLD_FROM_SECONDS:
            yield (
                f"telegram: {method}",
                f"too many requests (429): Telegram asks to wait for {waiting(rest)}",
                rest.until,
            )
    resting = [rest for rest in chats if rest.asked >= TOLD_FROM_SECONDS]
    if resting:
        longest = max(resting, key=lambda rest: rest.asked)
        fault = f"too many requests (429) to {len(resting)} of them: Telegram asks to wait for {waiting(longest)}"
        yield "telegram: chats", fault, max(rest.until for rest in resting)


def waiting(rest: Rest) -> str:
    return f"{timedelta(seconds=round(rest.asked))} h"
