"""Tells webhooks what has changed, in the one process that holds the lease of the jobs.

It looks for webhooks that are behind or have retries due, and works on each in a task of its own, so that a slow one
delays no other. Only a few failing webhooks are worked on at once, so that many of them cost little. What became of a
batch is stored before the next one is read (`core.delivery.webhook_sending`).
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from bot.process.background_tasks import finish
from bot.process.careful import Careful
from bot.process.clock_watch import ClockWatch
from core.application.use_case import Pipeline
from core.base.errors import Conflict, Unavailable
from core.base.metrics import WEBHOOK_DELIVERIES, WEBHOOK_LATENESS
from core.base.state_log import StateLog
from core.delivery.webhook_events import headers_of
from core.delivery.webhook_sending import (
    Attempt,
    Reached,
    Tried,
    WebhookBatch,
    WebhookLook,
    look_at_webhooks,
    next_batch,
    put_aside,
    settle_batch,
)
from core.people.users import OPERATOR_CALLER
from core.ports import CommitWatch
from core.ports.webhooks import WebhookClient
from core.records.jobs import Lease, WorkKind
from core.records.webhooks import WebhookWork

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
"""The pause between two looks where nothing is committed."""

GATHER_SECONDS = 0.02
"""The pause after a commit, for others that follow closely."""

FAULT_SECONDS = 60.0
"""The pause of a webhook after a fault of our own."""

GRACE_SECONDS = 2.0
"""The time that requests in flight have when the process stops."""

FAILING_AT_ONCE = 50
PASSED_OVER = 1000
"""The number of rows that a webhook is not told of after which its position is stored."""


class WebhookSender:
    """Sends to webhooks; each is worked on by a task.

    `reached`: the position up to which the journal was read for each webhook; it is stored only once there was
    something to send. `begun`: the webhooks for which it was read in this process, so that they do not end it.
    """

    def __init__(self, pipeline: Pipeline, client: WebhookClient) -> None:
        self.pipeline = pipeline
        self.client = client
        self.reached: dict[int, Reached] = {}
        self.working: dict[int, asyncio.Task[None]] = {}
        self.failing: set[int] = set()
        self.begun: set[int] = set()
        self.careful = Careful(pipeline, WorkKind.WEBHOOK)
        self.states = StateLog(logger)

    async def run(self, lease: Callable[[], Lease | None], watch: ClockWatch) -> None:
        """Send while this process has the lease and trusts the clock, until cancelled."""
        try:
            while True:
                if lease() is not None:
                    async with self.pipeline.store.watch_commits() as commits:
                        await self.look_on(lease, watch, commits)
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            await self.stop()

    async def look_on(self, lease: Callable[[], Lease | None], watch: ClockWatch, commits: CommitWatch) -> None:
        """Look after each commit, and for what is to be tried again; while this process may."""
        while (held := lease()) is not None and watch.is_trusted():
            await self.look(held)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await commits.committed()
                    await asyncio.sleep(GATHER_SECONDS)

    async def look(self, lease: Lease) -> None:
        """Begin to work on each webhook that has something to be told."""
        try:
            look = await self.pipeline.run(OPERATOR_CALLER, look_at_webhooks)
        except Unavailable:
            self.states.failing("webhooks", "the database is away: what has changed waits")
            return
        except Exception:
            logger.exception("webhooks were not looked at")
            return
        self.states.working("webhooks")
        self.reached = {work.id: self.reached[work.id] for work in look.webhooks if work.id in self.reached}
        for work in look.webhooks:
            if work.id not in self.working and self.has_work(look, work):
                self.begin(lease, work)

    def has_work(self, look: WebhookLook, work: WebhookWork) -> bool:
        now = self.pipeline.clock.now()
        if work.rests_until and now < work.rests_until:
            return False
        due = work.next_due_at is not None and work.next_due_at <= now
        return due or self.reached_by(work).until < look.settled

    def reached_by(self, work: WebhookWork) -> Reached:
        """Return how far the journal was read for a webhook; its stored position if that was changed since."""
        found = self.reached.get(work.id)
        return found if found and found.position == work.position else Reached(work.position, work.position)

    def begin(self, lease: Lease, work: WebhookWork) -> None:
        if work.failing:
            if len(self.failing) >= FAILING_AT_ONCE:
                return
            self.failing.add(work.id)
        task = self.working[work.id] = asyncio.create_task(self.work_on(lease, work))
        task.add_done_callback(lambda _: self.done(work.id))

    def done(self, webhook_id: int) -> None:
        self.working.pop(webhook_id, None)
        self.failing.discard(webhook_id)

    async def work_on(self, lease: Lease, work: WebhookWork) -> None:
        """Send until there is no more, or something did not arrive."""
        try:
            while batch := await self.begun_batch(lease, work):
                tried = await asyncio.gather(*(self.attempt(each) for each in batch.attempts))
                if tried or batch.void or batch.until - batch.position >= PASSED_OVER:
                    await self.settle(lease, batch, tried)
                    self.reached[work.id] = Reached(batch.until, batch.until)
                else:
                    self.reached[work.id] = Reached(batch.position, batch.until)
                if not batch.more or not all(each.answer.arrived for each in tried):
                    return
        except (Unavailable, Conflict):
            self.reached.pop(work.id, None)
        except Exception:
            logger.exception("webhook %d: what has changed was not sent", work.id)
            await asyncio.sleep(FAULT_SECONDS)

    async def begun_batch(self, lease: Lease, work: WebhookWork) -> WebhookBatch | None:
        """The next batch; the first in this process is read with care, and none if reading it ended others."""
        if work.id in self.begun:
            return await self.next_batch(work)
        async with self.careful.begun_again(work.id) as begun:
            batch = await self.next_batch(work) if begun else None
        if begun:
            self.begun.add(work.id)
        else:
            await self.pipeline.run(OPERATOR_CALLER, put_aside, lease, work.id)
        return batch

    async def next_batch(self, work: WebhookWork) -> WebhookBatch | None:
        reached = self.reached.get(work.id, Reached(work.position, work.position))
        return await self.pipeline.run(OPERATOR_CALLER, next_batch, work.id, reached)

    async def attempt(self, attempt: Attempt) -> Tried:
        delivery, now = attempt.delivery, self.pipeline.clock.now
        answer = await self.client.post(delivery.url, headers_of(delivery, now()), delivery.body)
        WEBHOOK_DELIVERIES.count(answer.fault or "arrived")
        if answer.arrived and attempt.retry is None:
            WEBHOOK_LATENESS.observe(max((now() - attempt.at).total_seconds(), 0))
        return Tried(attempt, answer)

    async def settle(self, lease: Lease, batch: WebhookBatch, tried: Sequence[Tried]) -> None:
        """Store what became of a batch, waiting for the database. Raises `Conflict` without the lease."""
        name = f"webhook {batch.webhook_id}"
        while True:
            try:
                stop = await self.pipeline.run(OPERATOR_CALLER, settle_batch, lease, batch, tried)
            except Unavailable:
                await asyncio.sleep(LOOK_SECONDS)
                continue
            break
        for each in tried:
            if each.answer.fault:
                self.states.failing(name, each.answer.status or each.answer.fault)
            else:
                self.states.working(name)
        if stop:
            logger.warning("%s is told nothing any more: %s", name, stop)

    async def stop(self) -> None:
        """Wait a moment for requests in flight, then cancel them."""
        await finish(self.working.values(), GRACE_SECONDS)
