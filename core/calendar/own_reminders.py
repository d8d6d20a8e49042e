"""Personal reminders: what a person asks to be reminded of, for themselves alone.

A personal reminder is not an event: nobody else reads it, it makes nobody busy, and no calendar shows it. It comes at
its minute, in quiet hours, on days off and during events too, since its person has asked for that minute. One that
repeats comes on its days at an hour by its person's clock; of several that were missed, only once.
"""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Annotated
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from core.application.access import Operation, may, relations_to_person, require
from core.application.use_case import Context, command, needs, query
from core.base.calendar_time import INSTANT, Days, local_date
from core.base.date_times import DateTime, instant_at, of_whole_days
from core.base.errors import Code, Conflict, FieldCode, Invalid, NotFound, raise_if_any
from core.base.model import NOT_BLANK, Nothing, RecurrenceType, Request
from core.base.recurrence import Recurrence, anchored, fields_of_other_type, matching
from core.calendar.recurrence import DayOfMonth
from core.people.schedules import zone_of
from core.records.calendar import OwnReminder
from core.records.journal import ThingChange
from core.records.tokens import Scope

MOST_AHEAD = 200
"""The most reminders to come that a person may have."""

Words = Annotated[str, Meta(max_length=255, pattern=NOT_BLANK)]
AnyWeekdays = Annotated[list[Annotated[int, Meta(ge=1, le=7)]], Meta(max_length=7)]


class OwnReminderRequest(Request, frozen=True, kw_only=True):
    """The words of a reminder, and its time; with a type of recurrence it repeats at that hour. Null means absent."""

    NOT_TAKEN = frozenset({"rrule"})

    words: Words
    remind_at: DateTime
    recurrence_type: RecurrenceType | None = None
    weekdays: AnyWeekdays | None = None
    day_of_month: DayOfMonth | None = None
    ends_on: date | None = None


async def own_reminder(ctx: Context, reminder_id: int) -> OwnReminder:
    """One of the caller's, also one that has ended. Raises `NotFound` if it is missing or another's."""
    reminder = await ctx.uow.own_reminders.get(reminder_id)
    if reminder is None or not may(
        ctx.actor, Operation.OWN_REMINDERS, relations_to_person(ctx.actor, reminder.user_id)
    ):
        raise NotFound(Code.REMINDER_NOT_FOUND, id=reminder_id)
    return reminder


async def lasting(ctx: Context, reminder_id: int) -> OwnReminder:
    """One of the caller's. Raises `NotFound` also if it has ended."""
    reminder = await own_reminder(ctx, reminder_id)
    if reminder.ended_at is not None:
        raise NotFound(Code.REMINDER_NOT_FOUND, id=reminder_id)
    return reminder


@needs(Scope.EVENTS_READ)
@query
async def get_own_reminder(ctx: Context, reminder_id: int) -> OwnReminder:
    """Get one of the caller's own reminders."""
    return await lasting(ctx, reminder_id)


@query
async def own_reminder_ever(ctx: Context, reminder_id: int) -> OwnReminder:
    """One of the caller's, also one that was done or removed."""
    return await own_reminder(ctx, reminder_id)


@needs(Scope.EVENTS_READ)
@query
async def list_own_reminders(ctx: Context) -> Sequence[OwnReminder]:
    """List the caller's own reminders that are to come, the next first."""
    require(ctx.actor, Operation.OWN_REMINDERS, relations_to_person(ctx.actor, ctx.actor.id))
    return await ctx.uow.own_reminders.upcoming(ctx.actor.id)


async def reminders_within(ctx: Context, days: Days) -> Sequence[tuple[OwnReminder, datetime]]:
    """The caller's own reminders on some days of the business zone, each with its time; the earliest first."""
    zone, found = clock_of(ctx), list[tuple[OwnReminder, datetime]]()
    during = of_whole_days(days, ctx.settings.zone)
    for reminder in await ctx.uow.own_reminders.upcoming(ctx.actor.id):
        at = reminder.remind_at
        if at is not None and at < during.start:
            at = next_time(reminder, zone, during.start - INSTANT)
        while at is not None and at < during.end:
            found.append((reminder, at))
            at = next_time(reminder, zone, at)
    return sorted(found, key=lambda each: (each[1], each[0].id))


@needs(Scope.EVENTS_WRITE)
@command
async def create_own_reminder(ctx: Context, request: OwnReminderRequest) -> OwnReminder:
    """Remind the caller of something: nobody else is reminded, and nobody else reads it."""
    require(ctx.actor, Operation.OWN_REMINDERS, relations_to_person(ctx.actor, ctx.actor.id))
    if len(await ctx.uow.own_reminders.upcoming(ctx.actor.id)) >= MOST_AHEAD:
        raise Conflict(Code.TOO_MANY_OWN_REMINDERS, limit=MOST_AHEAD)
    blank = OwnReminder(
        id=0,
        user_id=ctx.actor.id,
        words="",
        remind_at=None,
        recurrence_type=None,
        weekdays=(),
        day_of_month=None,
        at=None,
        ends_on=None,
        created_at=ctx.now,
        updated_at=ctx.now,
        ended_at=None,
    )
    return await ctx.uow.own_reminders.add(as_asked(ctx, blank, request))


@needs(Scope.EVENTS_WRITE)
@command
async def replace_own_reminder(ctx: Context, reminder_id: int, request: OwnReminderRequest) -> OwnReminder:
    """Replace one of the caller's own reminders. If nothing changes, updatedAt stays."""
    reminder = await lasting(ctx, reminder_id)
    return await save(ctx, reminder, as_asked(ctx, reminder, request))


@needs(Scope.EVENTS_WRITE)
@command
async def remove_own_reminder(ctx: Context, reminder_id: int) -> Nothing:
    """Remove one of the caller's own reminders, and all that it would repeat."""
    reminder = await lasting(ctx, reminder_id)
    await save(ctx, reminder, msgspec.structs.replace(reminder, ended_at=ctx.now))
    return Nothing()


@command
async def finish_own_reminder(ctx: Context, reminder_id: int) -> OwnReminder:
    """Mark a reminder as done: it ends, or waits for the next time of its rule."""
    reminder = await lasting(ctx, reminder_id)
    following = next_time(reminder, clock_of(ctx), ctx.now)
    changed = {"remind_at": following} if following else {"ended_at": ctx.now}
    return await save(ctx, reminder, msgspec.structs.replace(reminder, **changed))


@command
async def postpone_own_reminder(ctx: Context, reminder_id: int, until: datetime) -> datetime:
    """Be reminded at another time, once; what repeats goes on from there. Returns when."""
    reminder = await lasting(ctx, reminder_id)
    if until <= ctx.now:
        raise Invalid.at("remindAt", FieldCode.PAST)
    await save(ctx, reminder, msgspec.structs.replace(reminder, remind_at=until))
    return until


async def undo_own_reminders(ctx: Context, changes: Sequence[ThingChange]) -> None:
    """End those that were made, and have the others as they were. They are the caller's."""
    for change in changes:
        reminder = await own_reminder(ctx, change.id)
        if change.made:
            await save(ctx, reminder, msgspec.structs.replace(reminder, ended_at=ctx.now))
        else:
            await save(ctx, reminder, change.undone(reminder))


async def save(ctx: Context, before: OwnReminder, after: OwnReminder) -> OwnReminder:
    if after == before:
        return before
    saved = msgspec.structs.replace(after, updated_at=ctx.now)
    await ctx.uow.own_reminders.update(saved)
    return saved


def as_asked(ctx: Context, reminder: OwnReminder, request: OwnReminderRequest) -> OwnReminder:
    """A reminder as a request has it. Raises `Invalid` if it would never come."""
    at, zone = request.remind_at.instant("remindAt", ctx.settings.zone), clock_of(ctx)
    if at <= ctx.now and request.recurrence_type is None:
        raise Invalid.at("remindAt", FieldCode.PAST)
    changed = msgspec.structs.replace(
        reminder,
        words=" ".join(request.words.split()),
        remind_at=at,
        recurrence_type=request.recurrence_type,
        weekdays=[],
        day_of_month=None,
        at=None,
        ends_on=None,
    )
    if request.recurrence_type is None:
        of_a_rule = {"weekdays": request.weekdays, "dayOfMonth": request.day_of_month, "endsOn": request.ends_on}
        if given := next((name for name, value in of_a_rule.items() if value), None):
            raise Invalid.at("recurrenceType", FieldCode.REQUIRED_WITH, other=given)
        return changed
    rule = anchored(rule_of(request, request.recurrence_type), local_date(at, zone))
    changed = msgspec.structs.replace(
        changed,
        weekdays=list(rule.weekdays),
        day_of_month=rule.day_of_month,
        at=f"{at.astimezone(zone):%H:%M}",
        ends_on=rule.ends_on,
    )
    first = next_time(changed, zone, max(at.replace(second=0, microsecond=0) - INSTANT, ctx.now))
    if first is None:
        raise Invalid.at("endsOn", FieldCode.NO_OCCURRENCES)
    return msgspec.structs.replace(changed, remind_at=first)


def rule_of(request: OwnReminderRequest, kind: RecurrenceType) -> Recurrence:
    """The rule that a request says. Raises `Invalid` for fields of the other type."""
    rule = Recurrence(
        recurrence_type=kind,
        weekdays=tuple(request.weekdays or ()),
        day_of_month=request.day_of_month,
        ends_on=request.ends_on,
    )
    raise_if_any(fields_of_other_type(rule))
    return rule


def next_time(reminder: OwnReminder, zone: ZoneInfo, after: datetime) -> datetime | None:
    """The next time of a reminder that repeats; None if it does not repeat, or its last time has passed."""
    rule = reminder.recurrence
    if rule is None or reminder.at is None:
        return None
    for on in matching(rule, local_date(after, zone)):
        if rule.ends_on is not None and on > rule.ends_on:
            return None
        if (comes := instant_at(on, time.fromisoformat(reminder.at), zone)) > after:
            return comes
    return None


def clock_of(ctx: Context) -> ZoneInfo:
    return zone_of(ctx.actor.user, ctx.settings)
