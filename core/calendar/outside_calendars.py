"""One's own outside calendars, which count as busy time: what is asked of them, and what is kept.

Only the times are kept, until the calendar is removed, and of what cannot be read the title and day, for its person
alone. The times of a calendar that could not be read for a day are no longer known: its person is then neither free nor
busy (`BusyRepository`), and is told so once.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from core.application.access import Operation, Relation, require
from core.application.use_case import Context, command, needs, query
from core.base.calendar_time import ONE_DAY, Interval
from core.base.destinations import Url
from core.base.errors import Code, Conflict, NotFound
from core.base.model import Nothing, Request
from core.messages.outbox import new_message
from core.people.schedules import zone_of
from core.records.messages import MessageKind
from core.records.outside_calendars import (
    CalendarFault,
    CalendarReading,
    CalendarToRead,
    OutsideCalendar,
    OutsideCalendarRow,
)
from core.records.tokens import Scope

KNOWN_AHEAD = timedelta(days=366)
"""The time ahead of now for which a calendar's times are known."""

UNREAD_FOR = ONE_DAY
"""A calendar not read for this long is not known any more. As often it is read whole: the times known move on."""

COSTLY = frozenset({CalendarFault.TOO_LARGE, CalendarFault.TOO_MUCH})
COSTLY_AGAIN = timedelta(hours=6)
"""The least time until a calendar that costs too much is read again."""

AT_ONCE = 16


class OutsideCalendarRequest(Request, frozen=True, kw_only=True):
    """An outside calendar, by the address of its .ics file."""

    url: Url


@needs(Scope.PEOPLE_READ)
@query
async def own_outside_calendars(ctx: Context) -> Sequence[OutsideCalendar]:
    """List one's own outside calendars, the oldest first. Their addresses are not told."""
    require(ctx.actor, Operation.OWN_CALENDARS, {Relation.OWNER})
    return [row.calendar for row in await ctx.uow.outside_calendars.of_person(ctx.actor.id)]


@needs(Scope.PEOPLE_WRITE)
@command
async def add_outside_calendar(ctx: Context, request: OutsideCalendarRequest) -> OutsideCalendar:
    """Have an outside calendar count as busy time. It is read at once; until then one's time is not known.

    What is kept of it is when it makes one busy; titles, only of what cannot be read. The same address once more is the
    same calendar.
    """
    require(ctx.actor, Operation.OWN_CALENDARS, {Relation.OWNER})
    ctx.settings.destinations.require_url(request.url)
    there = await ctx.uow.outside_calendars.of_person(ctx.actor.id)
    for row in there:
        if row.url == request.url:
            return row.calendar
    most = ctx.settings.outside_calendars_per_person
    if len(there) >= most:
        raise Conflict(Code.TOO_MANY_OUTSIDE_CALENDARS, limit=most)
    made = await own_row(ctx, await ctx.uow.outside_calendars.add(ctx.actor.id, request.url, ctx.now))
    ctx.audit(f"outside calendar added id={made.calendar.id} user={ctx.actor.id}")
    return made.calendar


@needs(Scope.PEOPLE_WRITE)
@command
async def remove_outside_calendar(ctx: Context, calendar_id: int) -> OutsideCalendar:
    """Remove one of one's own outside calendars. Its times do not count any more."""
    row = await own_row(ctx, calendar_id)
    await ctx.uow.outside_calendars.delete(calendar_id)
    ctx.audit(f"outside calendar removed id={calendar_id} user={ctx.actor.id}")
    return row.calendar


@query
async def unread_calendar(ctx: Context, calendar_id: int) -> OutsideCalendar | None:
    """One of one's own calendars, if its owner was told that it cannot be read, and it still cannot."""
    row = await ctx.uow.outside_calendars.get(calendar_id)
    told = row is not None and row.calendar.user_id == ctx.actor.id and row.told_at is not None
    return row.calendar if row and told else None


@query
async def calendars_to_read(ctx: Context) -> Sequence[CalendarToRead]:
    """Some that are due, the longest due first."""
    require(ctx.actor, Operation.RUN_JOBS)
    return [await to_read(ctx, row) for row in await ctx.uow.outside_calendars.due(ctx.now, AT_ONCE)]


async def to_read(ctx: Context, row: OutsideCalendarRow) -> CalendarToRead:
    user = await ctx.uow.users.get(row.calendar.user_id)
    zone = zone_of(user, ctx.settings) if user else ctx.settings.zone
    whole = row.known_until is None or row.known_until <= ctx.now + KNOWN_AHEAD - UNREAD_FOR
    return CalendarToRead(
        row.calendar.id,
        row.url,
        zone.key,
        None if whole else row.etag,
        None if whole else row.last_modified,
        None if whole else row.digest,
    )


@command
async def settle_reading(ctx: Context, read: CalendarToRead, reading: CalendarReading) -> Nothing:
    """Keep what came of reading a calendar, unless it was removed meanwhile; tell its owner once that it cannot be."""
    require(ctx.actor, Operation.RUN_JOBS)
    row = await ctx.uow.outside_calendars.get(read.id)
    if row is None:
        return Nothing()
    again = timedelta(minutes=ctx.settings.outside_calendar_minutes)
    if reading.fault:
        pause = max(again, COSTLY_AGAIN) if reading.fault in COSTLY else again
        await ctx.uow.outside_calendars.save(await failed(ctx, row, reading.fault, ctx.now + pause))
        return Nothing()
    calendar = msgspec.structs.replace(row.calendar, read_at=ctx.now, fault=None, failing_since=None)
    row = msgspec.structs.replace(row, calendar=calendar, due_at=ctx.now + again, told_at=None)
    if reading.until:
        row = msgspec.structs.replace(
            row,
            known_until=row.known_until if reading.busy is None else reading.until,
            etag=reading.etag,
            last_modified=reading.last_modified,
            digest=reading.digest,
        )
    if reading.busy is not None:
        calendar = msgspec.structs.replace(
            calendar, unreadable_count=reading.unreadable_count, unreadable=reading.unreadable
        )
        row = msgspec.structs.replace(row, calendar=calendar)
        await ctx.uow.outside_calendars.replace_times(row, in_days(reading.busy), in_days(reading.unknown))
    await ctx.uow.outside_calendars.save(row)
    return Nothing()


async def failed(ctx: Context, row: OutsideCalendarRow, fault: CalendarFault, due_at: datetime) -> OutsideCalendarRow:
    calendar = msgspec.structs.replace(row.calendar, fault=fault, failing_since=row.calendar.failing_since or ctx.now)
    told_at = row.told_at
    if told_at is None and (calendar.read_at is None or calendar.read_at < ctx.now - UNREAD_FOR):
        told_at = ctx.now
        occasion, about = f"{calendar.id}:{ctx.now:%Y%m%dT%H%M%S}", {"calendar_id": calendar.id}
        await ctx.uow.outbox.add([new_message(ctx, MessageKind.CALENDAR_UNREAD, calendar.user_id, occasion, about)])
    return msgspec.structs.replace(row, calendar=calendar, due_at=due_at, told_at=told_at)


def in_days(times: Sequence[Interval]) -> Sequence[Interval]:
    """Times in pieces of at most a day."""
    pieces = []
    for start, end in times:
        at = start
        while end - at > ONE_DAY:
            pieces.append(Interval(at, at + ONE_DAY))
            at += ONE_DAY
        pieces.append(Interval(at, end))
    return pieces


async def own_row(ctx: Context, calendar_id: int) -> OutsideCalendarRow:
    require(ctx.actor, Operation.OWN_CALENDARS, {Relation.OWNER})
    row = await ctx.uow.outside_calendars.get(calendar_id)
    if row is None or row.calendar.user_id != ctx.actor.id:
        raise NotFound(Code.OUTSIDE_CALENDAR_NOT_FOUND)
    return row
