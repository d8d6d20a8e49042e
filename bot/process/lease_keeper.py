"""Takes a lease for this process if it is free, and renews it in time."""

import logging
from datetime import UTC, datetime, timedelta

from bot.process import process_id
from core.application.use_case import Pipeline
from core.base.errors import Unavailable
from core.delivery.leases import LEASE_TERM, acquire_lease, current_lease, release_lease
from core.people.users import OPERATOR_CALLER
from core.records.jobs import Lease, LeaseName

logger = logging.getLogger(__name__)

RENEW_AFTER = LEASE_TERM / 3
"""The time after which the lease is renewed."""

CHECK_INTERVAL = timedelta(seconds=1)
"""The pause between two calls of `renew`."""


class LeaseKeeper:
    """Keeps one lease for one holder, as long as `renew` is called every `CHECK_INTERVAL`."""

    def __init__(self, pipeline: Pipeline, holder: str, name: LeaseName) -> None:
        self.pipeline = pipeline
        self.holder = holder
        self.name = name
        self.lease: Lease | None = None
        self.renewed = datetime.min.replace(tzinfo=UTC)

    async def renew(self) -> Lease | None:
        """The lease, or None while another process has it. Raises `Unavailable`."""
        now = self.pipeline.clock.now()
        if self.lease is None or not timedelta(0) <= now - self.renewed < RENEW_AFTER:  # clocks may be put back
            before, self.lease = self.lease, await self.take()
            self.renewed = now  # by our clock; the lease itself ends by another
            if self.lease and (before is None or before.term != self.lease.term):
                logger.info("this process leads the %s now (term %d)", self.name, self.lease.term)
        return self.lease

    async def take(self) -> Lease | None:
        """Take or renew the lease; if its holder is dead, release it first."""
        run = self.pipeline.run
        lease = await run(OPERATOR_CALLER, acquire_lease, self.holder, self.name)
        if lease is not None:
            return lease
        held = await run(OPERATOR_CALLER, current_lease, self.name)
        if held is None or not process_id.is_dead(held.holder):
            return None
        await run(OPERATOR_CALLER, release_lease, held.holder, self.name)
        return await run(OPERATOR_CALLER, acquire_lease, self.holder, self.name)

    async def stop(self) -> None:
        """Release the lease, even if we were cancelled while taking it."""
        self.lease = None
        try:
            await self.pipeline.run(OPERATOR_CALLER, release_lease, self.holder, self.name)
        except Unavailable:
            logger.info("the lease is left to run out")
