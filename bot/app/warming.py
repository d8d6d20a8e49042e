"""Does in the background at the start what takes long the first time, so that nobody waits for it later.

That is the grammar of dates with dateparser behind it, that of statements, the public holidays of this year and the
next, and the locales.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date

from core.application.use_case import Pipeline
from core.base.model import Language
from core.language.i18n import long_date
from core.language.phrases.model import EVENT, TASK, Moment
from core.language.phrases.past_dates import past_date
from core.language.phrases.reading import read
from core.language.statements.reading import read_statement
from core.people.public_holidays import holiday_on

logger = logging.getLogger(__name__)
SPELT_OUT = "3 brumaire"
"""A date that only dateparser could know."""


@asynccontextmanager
async def running(pipeline: Pipeline) -> AsyncIterator[None]:
    """Warm up while the block runs; its end waits for that."""
    task = asyncio.create_task(asyncio.to_thread(warm, pipeline))
    try:
        yield
    finally:
        (fault,) = await asyncio.gather(task, return_exceptions=True)
        if fault:
            logger.error("warming up failed", exc_info=fault)


def warm(pipeline: Pipeline) -> None:
    """Load what the first requests need, in the order in which they need it."""
    settings, now = pipeline.settings, pipeline.clock.now()
    for language in Language:
        moment = Moment.of(now, settings.zone, language)
        for sought in (EVENT, TASK):
            read(f"@ana {moment.today} 10-11", moment, sought)
        long_date(language, moment.today)
        read_statement(SPELT_OUT, moment, {})
        past_date(SPELT_OUT, language, moment.today)
    for year in (now.year, now.year + 1):
        holiday_on(settings.holidays, date(year, 1, 1))
