"""Reading a person's words in their language and by their clock, off the event loop."""

import asyncio
import re
from datetime import date
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.chat.context import ChatContext, once
from core.drafts.event_drafts import day_words
from core.language.phrases.model import Kind, Moment, Understood
from core.language.phrases.reading import read
from core.people import colleagues
from core.people.colleagues import PeopleByName

LEVEL = re.compile(r"\s*(?:alta|media|baja|normal|high|medium|low)\s*", re.IGNORECASE)


def moment_of(ctx: ChatContext) -> Moment:
    """Now, by the clock and in the language of the person who writes."""
    return Moment.of(ctx.pipeline.clock.now(), ctx.own_zone, ctx.language)


@once
async def people_by_name(ctx: ChatContext) -> PeopleByName:
    """The people whom words may name."""
    return await ctx.run(colleagues.people_by_name)


async def read_phrase(
    ctx: ChatContext,
    words: str,
    sought: Kind,
    today: date | None = None,
    *,
    zone: ZoneInfo | None = None,
    opens: int | None = None,
) -> Understood:
    """Read what is sought in words, by the clock of the person who says them, or by that of `zone`.

    Days are counted from today, or from another day; hours without half of the day from `opens`, see `Moment`.
    """
    moment = Moment.of(ctx.pipeline.clock.now(), zone or ctx.own_zone, ctx.language)
    moment = replace(moment, today=today or moment.today, opens=moment.opens if opens is None else opens)
    return await asyncio.to_thread(read, words, moment, sought)


def mark_priority(words: str) -> str:
    """Words that correct a task: a bare level is its priority."""
    return f"priority {words}" if LEVEL.fullmatch(words) else words


async def read_day(ctx: ChatContext, words: str, sought: Kind, today: date | None = None) -> Understood:
    """Read words that answer the question for a day, in which a bare number is a day."""
    readings = [await read_phrase(ctx, reading, sought, today) for reading in day_words(words)]
    return next((parsed for parsed in readings if parsed.days), readings[0])
