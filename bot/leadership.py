"""One process's part in who does what one does for all: it takes the lead where it can, and keeps it while it can."""

import logging
from datetime import UTC, datetime, timedelta

from bot import holders
from core.errors import Unavailable
from core.jobs.leading import LEASE, Duty, Lead, give_up_lead, present_lead, take_lead
from core.use_case import Caller, Pipeline
from core.users import OPERATOR

logger = logging.getLogger(__name__)

RENEWED = LEASE / 3
"""After this the lead is renewed."""

LOOKED_AT = timedelta(seconds=1)
"""How often one sees to it."""

CANDIDATE = Caller(OPERATOR)


class Candidate:
    """For one duty, under one name."""

    def __init__(self, pipeline: Pipeline, holder: str, duty: Duty) -> None:
        self.pipeline = pipeline
        self.holder = holder
        self.duty = duty
        self.lead: Lead | None = None
        self.renewed = datetime.min.replace(tzinfo=UTC)

    async def see_to(self) -> Lead | None:
        """The lead, renewed in time, or None while another process has it. Raises `Unavailable`."""
        now = self.pipeline.clock.now()
        if self.lead is None or not timedelta(0) <= now - self.renewed < RENEWED:  # clocks may be put back
            before, self.renewed = self.lead, now  # as our clock has it: the lead goes by another
            self.lead = await self.take()
            if self.lead and (before is None or before.term != self.lead.term):
                logger.info("this process leads the %s now (term %d)", self.duty, self.lead.term)
        return self.lead

    async def take(self) -> Lead | None:
        """The lead, new or renewed; one whose holder is no more is given up in their place."""
        run = self.pipeline.run
        lead = await run(CANDIDATE, take_lead, self.holder, self.duty)
        if lead is not None:
            return lead
        held = await run(CANDIDATE, present_lead, self.duty)
        if held is None or not holders.is_gone(held.holder):
            return None
        await run(CANDIDATE, give_up_lead, held.holder, self.duty)
        return await run(CANDIDATE, take_lead, self.holder, self.duty)

    async def stop(self) -> None:
        """Let another process lead at once, also where we were cut short while taking the lead."""
        self.lead = None
        try:
            await self.pipeline.run(CANDIDATE, give_up_lead, self.holder, self.duty)
        except Unavailable:
            logger.info("the lead is left to run out")
