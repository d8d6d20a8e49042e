"""Times at which all of some people could meet, and what conflicts with one. Anybody may ask about anybody.

All who are named must be free and at work, each by their own hours, zone, holidays and absences. The caller counts only
if they name themselves.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import accumulate
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import UNSET, Meta, Struct, UnsetType

from core.application.use_case import Context, needs, query
from core.base.calendar_time import INSTANT, ONE_DAY, Days, Interval, local_date
from core.base.date_times import DateTime, whole_days
from core.base.errors import raise_if_any
from core.base.model import Int32, Model, Request
from core.calendar.availability import busy, distinct_people, is_unknown, unknown_errors
from core.calendar.free_slots import Grid, HoursOfDay, free_slots
from core.people.schedules import each_date, work_calendars, zone_of
from core.people.working_time import Off, WhyOff, WorkCalendar
from core.records.calendar import AvailabilityConflict
from core.records.people import User
from core.records.tokens import Scope

MOST_SLOTS = 3
LONGEST = 24 * 60
FIRST_LOOKS = (timedelta(days=2), timedelta(days=7))


class SlotRequest(Request, frozen=True, kw_only=True):
    """The people who are to meet, from when on, for how many minutes, and an event that does not count."""

    user_ids: list[Int32]
    start_datetime: DateTime
    minutes: Annotated[int, Meta(ge=1, le=LONGEST)]
    exclude_event_id: Int32 | UnsetType = UNSET


class NotAtWork(Model, frozen=True):
    """A person who does not work through the time asked about; `hours` are those of that day, if they work on it."""

    user_id: int
    why_off: WhyOff | None
    hours: Interval | None


class Obstacles(Model, frozen=True):
    """The conflicts with a time: the events that people are in, and who is not at work."""

    taken: Sequence[AvailabilityConflict]
    not_at_work: Sequence[NotAtWork]

    @property
    def anything(self) -> bool:
        return bool(self.taken or self.not_at_work)


class SlotAnswer(Model, frozen=True):
    """The conflicts with the time asked about, and the next times that suit everybody, if any."""

    asked: Interval
    taken: Sequence[AvailabilityConflict]
    not_at_work: Sequence[NotAtWork]
    slots: Sequence[Interval]
    searched: Interval


class Search(Struct, frozen=True):
    """A search as it is run; slots begin at `since`, lie within `hours` of their day and end by `until`, if given."""

    people: Sequence[User]
    asked: Interval
    length: timedelta
    since: datetime
    excluded_event_id: int | None = None
    hours: HoursOfDay | None = None
    until: datetime | None = None

    @property
    def user_ids(self) -> Sequence[int]:
        return [person.id for person in self.people]


@needs(Scope.EVENTS_READ)
@query
async def find_slots(ctx: Context, request: SlotRequest) -> SlotAnswer:
    """Conflicts by person, start and event; slots in order, none in the past, on the grid of the caller's clock."""
    user_ids = distinct_people(request.user_ids)
    start = request.start_datetime.instant("startDatetime", ctx.settings.zone)
    found = await ctx.uow.users.by_ids(user_ids)
    known = {person.id for person in found}
    raise_if_any(unknown_errors([each for each in user_ids if each not in known]))
    length = timedelta(minutes=request.minutes)
    excluded = None if request.exclude_event_id is UNSET else request.exclude_event_id
    return await search(ctx, Search(found, Interval(start, start + length), length, start, excluded))


async def search(ctx: Context, wanted: Search) -> SlotAnswer:
    asked = wanted.asked
    since = max(wanted.since, ctx.now)
    ahead = since + timedelta(days=ctx.settings.slot_days)
    searched = Interval(since, max(since, min(ahead, wanted.until or ahead)))
    first, last = min(asked.start, searched.start).date(), max(asked.end, searched.end).date()
    calendars = await work_calendars(ctx, wanted.people, first - ONE_DAY, last + ONE_DAY)
    zone = zone_of(ctx.actor.user, ctx.settings)
    days = Days(local_date(asked.start, zone), local_date(asked.end - INSTANT, zone))
    return SlotAnswer(
        asked,
        (await busy(ctx, wanted.user_ids, asked, wanted.excluded_event_id)).conflicts,
        off_during(calendars, days) if wanted.until else not_at_work(wanted.people, calendars, asked, wanted.length),
        await first_slots(ctx, wanted, calendars, searched),
        searched,
    )


async def first_slots(
    ctx: Context, wanted: Search, calendars: Mapping[int, WorkCalendar], searched: Interval
) -> Sequence[Interval]:
    """The first slots within a time, by what is known. It looks at a few days first: mostly they have enough.

    People whose time is not known are in the answer's `taken`.
    """
    grid = Grid(zone_of(ctx.actor.user, ctx.settings), timedelta(minutes=ctx.settings.slot_minutes))
    slots: Sequence[Interval] = ()
    for look in (*FIRST_LOOKS, searched.end - searched.start):
        within = Interval(searched.start, min(searched.start + look, searched.end))
        found = await busy(ctx, wanted.user_ids, within, wanted.excluded_event_id)
        slots = free_slots(
            [
                *(calendar.working(within) for calendar in calendars.values()),
                *([wanted.hours.during(within)] if wanted.hours else []),
            ],
            [Interval(row.start_datetime, row.end_datetime) for row in found.conflicts if not is_unknown(row)],
            within=within,
            length=wanted.length,
            grid=grid,
            most=MOST_SLOTS,
        )
        if len(slots) == MOST_SLOTS:
            break
    return slots


async def obstacles(
    ctx: Context, user_ids: Sequence[int], asked: Interval, excluded_event_id: int | None = None
) -> Obstacles:
    """Find what conflicts with a time, apart from an event."""
    found = await ctx.uow.users.by_ids(user_ids)
    calendars = await work_calendars(ctx, found, asked.start.date() - ONE_DAY, asked.end.date() + ONE_DAY)
    taken = (await busy(ctx, user_ids, asked, excluded_event_id)).conflicts
    return Obstacles(taken, away_during(ctx, found, calendars, asked))


async def not_at_work_on(
    ctx: Context, user_ids: Sequence[int], times: Sequence[Interval]
) -> Sequence[tuple[Interval, NotAtWork]]:
    """Find who does not work at each of some times; in order."""
    found = await ctx.uow.users.by_ids(user_ids)
    first, last = times[0].start.date() - ONE_DAY, times[-1].end.date() + ONE_DAY
    calendars = await work_calendars(ctx, found, first, last)
    return [(each, missing) for each in times for missing in away_during(ctx, found, calendars, each)]


def away_during(
    ctx: Context, found: Sequence[User], calendars: Mapping[int, WorkCalendar], asked: Interval
) -> Sequence[NotAtWork]:
    days = whole_days(asked, ctx.settings.zone)
    return off_during(calendars, days) if days else not_at_work(found, calendars, asked, asked.end - asked.start)


async def taken_at(ctx: Context, user_ids: Sequence[int], times: Sequence[Interval]) -> Sequence[AvailabilityConflict]:
    """The events that people are in at one of some times, which are in order."""
    starts, latest_ends = [each.start for each in times], list(accumulate((each.end for each in times), max))

    def meets(row: AvailabilityConflict) -> bool:
        begun = bisect_left(starts, row.end_datetime)
        return begun > 0 and latest_ends[begun - 1] > row.start_datetime

    found = await busy(ctx, user_ids, Interval(starts[0], latest_ends[-1]), None)
    return [row for row in found.conflicts if meets(row)]


def not_at_work(
    found: Sequence[User], calendars: Mapping[int, WorkCalendar], asked: Interval, length: timedelta
) -> Sequence[NotAtWork]:
    """Find who does not work for `length` within a time, and why not: on the date that has most of it in their zone."""
    missing = []
    for person in found:
        calendar = calendars[person.id]
        worked = calendar.working(asked)
        if any(min(hours.end, asked.end) - max(hours.start, asked.start) >= length for hours in worked):
            continue
        on = date_of(asked, calendar.zone)
        missing.append(NotAtWork(person.id, calendar.why_off(on), calendar.hours(on)))
    return missing


def off_during(calendars: Mapping[int, WorkCalendar], days: Days) -> Sequence[NotAtWork]:
    """Find who works on none of some days, or is away or has a holiday on one of them, and the first reason."""
    away = []
    for person, calendar in calendars.items():
        reasons = [calendar.why_off(on) for on in each_date(*days)]
        said = [why for why in reasons if why and (all(reasons) or why.off is not Off.DAY_OFF)]
        away += [NotAtWork(person, why, None) for why in said[:1]]
    return away


def date_of(during: Interval, zone: ZoneInfo) -> date:
    """The date of a zone that has most of a time; the first of two equal halves."""
    return local_date(during.start + (during.end - during.start) / 2 - INSTANT, zone)
