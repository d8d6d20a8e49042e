"""Free time for an event's draft: who is free at its time, and when all of its people are free next.

The draft is the question: its people, day, hour and length. Without an hour the whole day is searched, or the part or
open end of it that was said ("después de las 4"), and no slot is offered outside; without a day, the next time that
fits. For several days without an hour, slots are sought in all of them and in no others.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from core.application.use_case import Context, query
from core.base.calendar_time import ONE_DAY, Interval, local_date
from core.calendar.free_slots import HoursOfDay
from core.calendar.slot_search import Search, SlotAnswer, search
from core.drafts.drafts import get_draft
from core.drafts.event_drafts import restore_search
from core.records.drafts import EventDraft


class Window(NamedTuple):
    """The time searched; `exact`: it is the meeting's own time, else the meeting must fit in it."""

    time: Interval
    exact: bool


class FreeTime(Struct, frozen=True):
    """The question and its answer at the time `now`; `names` of its people in their order."""

    draft: EventDraft
    window: Window
    names: Mapping[int, str]
    answer: SlotAnswer
    now: datetime


@query
async def free_time(ctx: Context, draft_id: int, since: datetime | None) -> FreeTime:
    """Find what conflicts with the time of the caller's draft, and the next slots from then on, or from `since`.

    Without people it is about the caller. If the draft is saved, its own event does not count.
    """
    kept = await get_draft(ctx, draft_id)
    draft = restore_search(kept.of(EventDraft))
    window = window_of(draft, ctx.now)
    length = timedelta(minutes=draft.minutes)
    people = draft.user_ids or (ctx.actor.id,)
    known = {person.id: person for person in await ctx.uow.users.by_ids(people)}
    found = [known[each] for each in people if each in known]
    until = window.time.end if is_range(draft) else None
    wanted = Search(found, window.time, length, since or window.time.start, kept.saved_id, hours_of(draft), until)
    names = {person.id: person.display_name for person in found}
    return FreeTime(draft, window, names, await search(ctx, wanted), ctx.now)


def window_of(draft: EventDraft, now: datetime) -> Window:
    """The time that a draft asks about; without a day, the first day on which it is still to come. Pure."""
    today = local_date(now, ZoneInfo(draft.zone))
    days = [draft.day] if draft.day else [today, today + ONE_DAY]
    exact = [] if is_range(draft) else [when for day in days if (when := replace(draft, day=day).time)]
    if exact:
        return Window(next((when for when in exact if when.start >= now), exact[-1]), exact=True)
    spans = [hours_of(draft).on(day) for day in days]
    if draft.last_day and is_range(draft):
        spans = [Interval(spans[0].start, hours_of(draft).on(draft.last_day).end)]
    start, end = next((span for span in spans if span.end > now), spans[-1])
    return Window(Interval(max(start, now.replace(second=0, microsecond=0)) if now < end else start, end), exact=False)


def is_range(draft: EventDraft) -> bool:
    """Return whether a draft asks about several days: not where it has an hour, which is on the first of them."""
    return draft.last_day is not None and draft.starts is None


def hours_of(draft: EventDraft) -> HoursOfDay:
    return HoursOfDay(ZoneInfo(draft.zone), draft.within.start, draft.within.end)
