"""Simulates the service under a clock that is moved: finds what it would send in the days to come, without sending it.

The same jobs, the same decisions of what is held back and the same drawing of each message run over a copy of the
database, from one moment at which something is due to the next; only the call to Telegram is left out, and counts as
having succeeded. Nobody reacts: what people have not done by now stays undone.
"""

import math
from collections import deque
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from itertools import count

import msgspec

import storage
from bot.app import config
from bot.app.wiring import open_core, start_errors
from bot.chat.memory import Memory
from bot.chat.panels.components import Panel
from bot.chat.sender import Sender
from bot.telegram.pacing import Pacing
from core.application.use_case import Pipeline
from core.base.calendar_time import FixedClock
from core.base.settings import Settings
from core.delivery.sending import CLAIM, LONGEST_RETRY_SECONDS
from core.jobs import timetable, upcoming
from core.people.users import OPERATOR_CALLER
from core.ports import Store
from core.ports.chat import ChatStore
from core.records.jobs import Lease, LeaseName
from core.records.messages import Message
from core.records.tokens import IssuedToken, TokenGrant
from core.records.work import TaskRule

HOLDER = "simulation"
IN_HAND = CLAIM, timedelta(seconds=LONGEST_RETRY_SECONDS)
"""The times after which the process that was sending when the copy was made has no message claimed any more."""

AHEAD = timedelta(days=1)
"""The time ahead for which due moments are looked up at once; messages queued meanwhile are found as they come."""


class NullClient:
    """Sends nothing; every message counts as sent."""

    def __init__(self) -> None:
        self.ids = count(1)

    async def new_message(
        self,
        chat_id: int,  # noqa: ARG002 the signature is that of MessageClient
        panel: Panel,  # noqa: ARG002 the same
        topic: int | None,  # noqa: ARG002 the same
    ) -> int:
        return next(self.ids)

    async def change_message(self, chat_id: int, message_id: int, panel: Panel) -> None:
        """Change nothing."""


class Simulation:
    """The jobs and the sender over a copy of a database, which is used by nobody else and thrown away."""

    def __init__(self, store: Store, chat: ChatStore, settings: Settings, now: datetime) -> None:
        self.clock = FixedClock(now)
        self.lease = Lease(HOLDER, 0, now)
        self.pipeline = Pipeline(store, self.clock, settings)
        self.sender = Sender(self.pipeline, no_token, Memory(chat, self.pipeline), NullClient(), unpaced())

    async def run(self, user_ids: Collection[int], until: datetime) -> AsyncIterator[Message | TaskRule]:
        """These people's messages, decided from now until before `until`, and what rules for them do, in order.

        A message that is put off comes twice: when that is decided, and when it is due.
        """
        self.lease = await self.take_over(until)
        async for _ in self.moments(until):
            await self.tick()
            for rule in await self.pipeline.run(OPERATOR_CALLER, upcoming.decided_rules):
                if not {*rule.responsible_user_ids}.isdisjoint(user_ids):
                    yield rule
            for message in await self.pipeline.run(OPERATOR_CALLER, upcoming.decided_messages, user_ids):
                yield message

    async def take_over(self, until: datetime) -> Lease:
        """Take the lease until a time, even if another process has it in the copy."""
        lease = Lease(HOLDER, 1, until)
        await self.pipeline.store.write(lambda uow: uow.leases.put(LeaseName.JOBS, lease))
        return lease

    async def moments(self, until: datetime) -> AsyncIterator[datetime]:
        """Moves the clock from now to each moment before `until` at which something may be due."""
        yield self.clock.at
        planned = deque(self.clock.at + each for each in IN_HAND)
        seen_until = self.clock.at
        while True:
            while seen_until < until and (not planned or seen_until <= planned[0]):
                seen_until = min(seen_until + AHEAD, until)
                found = await self.pipeline.run(OPERATOR_CALLER, upcoming.due_moments, seen_until)
                planned = deque(sorted({*planned, *found}))
            waiting = await self.pipeline.run(OPERATOR_CALLER, upcoming.next_due)
            at = min([*list(planned)[:1], *([waiting] if waiting else [])], default=until)
            if at >= until:
                return
            if planned and planned[0] == at:
                planned.popleft()
            self.clock.at = at
            yield at

    async def tick(self) -> None:
        for scheduled in await self.pipeline.run(OPERATOR_CALLER, timetable.due_runs):
            found = await self.pipeline.run(OPERATOR_CALLER, timetable.find_messages, scheduled)
            await self.pipeline.run(OPERATOR_CALLER, timetable.run_scheduled, scheduled, self.lease, found)
        while await self.sender.send_due(self.lease):
            pass


def unpaced() -> Pacing:
    return Pacing(math.inf, rest=lambda _: 0.0)


def no_token(_: TokenGrant) -> IssuedToken:
    raise RuntimeError("a message that nobody asked for was to bring a token")


async def open_simulation(settings: config.Config, stack: AsyncExitStack) -> Simulation:
    """A simulation over a copy of the database, which is deleted with the stack."""
    with start_errors():
        copy = await stack.enter_async_context(storage.scratch_copy(settings.database.url))
    return await simulation_over(settings, copy, stack)


async def simulation_over(settings: config.Config, copy: str, stack: AsyncExitStack) -> Simulation:
    """A simulation over an existing copy of the database, given by its URL; closed with the stack."""
    database = config.DatabaseConfig(url=copy, synchronous="NORMAL")
    core = await open_core(msgspec.structs.replace(settings, database=database), stack)
    return Simulation(core.pipeline.store, core.chat, core.pipeline.settings, core.pipeline.clock.now())
