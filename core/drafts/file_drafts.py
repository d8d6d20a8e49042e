"""Drafts of the events in a calendar file: the choice of those that are kept, and the draft that each is by itself."""

from collections.abc import Sequence
from datetime import timedelta

from msgspec.structs import replace

from core.application.use_case import Context, query
from core.calendar.slot_search import taken_at
from core.drafts.event_drafts import at_instant, on_day, until_day, with_title, with_whole_days
from core.records.calendar import AvailabilityConflict
from core.records.calendar_files import FoundEvent
from core.records.drafts import EventDraft, FileDraft

LOCATION_LENGTH = 255
LINKS = "http://", "https://"
MINUTE = timedelta(minutes=1)


def event_of(body: FileDraft, place: int) -> EventDraft:
    """An event of a file. One without an end is as long as is usual; nobody is asked about one that has begun."""
    found = body.found.events[place]
    draft = at_time(with_title(body.blank, found.title.strip() or body.blank.title), found)
    location = " ".join(found.location.split())[:LOCATION_LENGTH]
    return replace(draft, location=location, is_virtual=location.startswith(LINKS), past=True)


def at_time(draft: EventDraft, found: FoundEvent) -> EventDraft:
    if found.days:
        return until_day(on_day(with_whole_days(draft), found.days.first), found.days.last)
    minutes = -((found.start - found.end) // MINUTE)
    return replace(at_instant(draft, found.start), minutes=minutes if minutes > 0 else draft.minutes)


def chosen_events(body: FileDraft) -> Sequence[EventDraft]:
    return [event_of(body, place) for place in body.chosen]


def with_choice(body: FileDraft, number: int) -> FileDraft:
    """The draft with the event of a number, counted from 1, or without that of a negative one; 0: with all or none."""
    everything = range(len(body.found.events))
    if number == 0:
        return replace(body, chosen=() if len(body.chosen) == len(everything) else tuple(everything))
    place = abs(number) - 1
    chosen = {*body.chosen, place} if number > 0 else {*body.chosen} - {place}
    return replace(body, chosen=tuple(each for each in everything if each in chosen))


@query
async def own_conflicts(ctx: Context, body: FileDraft) -> Sequence[AvailabilityConflict]:
    """Find the events that the caller is in already at the times of a file's events."""
    times = [each.time for each in (event_of(body, place) for place in range(len(body.found.events))) if each.time]
    return await taken_at(ctx, [ctx.actor.id], sorted(times))
