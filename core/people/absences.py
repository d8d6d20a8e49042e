"""Absences: the days on which a person is away, as they, their leader or an admin say.

No day of a person is in two absences: an absence that overlaps others is joined with them, so the 3rd to the 7th and
then the 5th to the 10th make the 3rd to the 10th. Absences that only touch stay apart. Past days stay as they were:
cancelling an absence that has begun ends it yesterday. The reason is visible to the person, their leader and the
unrestricted; anybody who asks whether the person is free learns that they are away, and until when.
"""

from collections.abc import Sequence
from datetime import date, datetime

import msgspec

from core.application.access import Operation, may, relations_to_person, require
from core.application.use_case import Context, command, needs, query
from core.base.calendar_time import INSTANT, ONE_DAY, Days, Interval, local_date, union
from core.base.date_times import DateTime
from core.base.errors import Code, Conflict, FieldCode, FieldError, NotFound, raise_if_any
from core.base.model import Int32, Model, Nothing, Request, Text255
from core.messages.outbox import release_held
from core.people.absence_news import tell_of_absences, tell_of_hours
from core.people.named_people import people_errors
from core.people.schedules import zone_of
from core.records.people import Absence, NewAbsence
from core.records.tokens import Scope
from core.records.work import Task

MOST_DAYS = 366


class Declared(Model, frozen=True):
    """A saved absence, and those that it was joined with, as they were."""

    absence: Absence
    joined: Sequence[Absence]


class AbsenceCreate(Request, frozen=True, kw_only=True):
    """Days away, both included; the caller's own unless another person is named."""

    first_day: date
    last_day: date
    user_id: Int32 | None = None
    reason: Text255 | None = None


class HoursRequest(Request, frozen=True, kw_only=True):
    """Some hours away, at most a day; the caller's own unless another person is named."""

    starts_at: DateTime
    ends_at: DateTime
    user_id: Int32 | None = None
    reason: Text255 | None = None


async def visible_absence(ctx: Context, absence_id: int) -> Absence:
    """The absence, also a past one. Raises `NotFound` if it is missing, cancelled or hidden from the caller."""
    absence = await ctx.uow.absences.get(absence_id)
    if absence is None or not may(ctx.actor, Operation.ABSENCE_READ, relations_to_person(ctx.actor, absence.user_id)):
        raise NotFound(Code.ABSENCE_NOT_FOUND, id=absence_id)
    return absence


@needs(Scope.PEOPLE_READ)
@query
async def list_absences(ctx: Context, user_id: int) -> Sequence[Absence]:
    """List a person's absences that are not over, the nearest first; those of some hours too."""
    require(ctx.actor, Operation.ABSENCE_READ, relations_to_person(ctx.actor, user_id))
    whole = await ctx.uow.absences.days_within([user_id], ctx.today, date.max)
    hours = await ctx.uow.absences.hours_within([user_id], Interval(ctx.now, ctx.now + MOST_DAYS * ONE_DAY))
    return sorted([*whole, *hours], key=lambda each: (each.first_day, each.starts_at or ctx.now, each.id))


@command
async def declare_absence(ctx: Context, request: AbsenceCreate) -> Declared:
    """Note days away, joined with those that they overlap; the reason given last is the one that stays."""
    user_id = await check_absence(ctx, request)
    await release_held(ctx, user_id)
    before = await ctx.uow.absences.days_within([user_id], ctx.today, date.max)
    await tell_of_absences(ctx, user_id, before, touched=[(request.first_day, request.last_day)])
    joined = await ctx.uow.absences.days_within([user_id], request.first_day, request.last_day)
    if joined:
        return Declared(await join(ctx, request, joined), joined)
    added = await ctx.uow.absences.add(
        NewAbsence(
            user_id=user_id,
            first_day=request.first_day,
            last_day=request.last_day,
            reason=request.reason,
            created_by_user_id=ctx.actor.id or None,
            created_at=ctx.now,
        )
    )
    return Declared(added, [])


@needs(Scope.PEOPLE_WRITE)
@command
async def declare_hours(ctx: Context, request: HoursRequest) -> Absence:
    """Note some hours away, joined with those that they overlap; a leader is told at once where they touch today."""
    user_id = ctx.actor.id if request.user_id is None else request.user_id
    require(ctx.actor, Operation.ABSENCE_WRITE, relations_to_person(ctx.actor, user_id))
    raise_if_any(await people_errors(ctx, [("userId", user_id)], active=True))
    zone = ctx.settings.zone
    hours = Interval(request.starts_at.instant("startsAt", zone), request.ends_at.instant("endsAt", zone))
    raise_if_any(hour_errors(hours, ctx.now))
    joined = await ctx.uow.absences.hours_within([user_id], hours)
    (hours,) = union([hours, *(each.hours for each in joined if each.hours)])
    await ctx.uow.absences.cancel([each.id for each in joined], ctx.now)
    reasons = [request.reason, *(each.reason for each in joined)]
    days = await days_of(ctx, user_id, hours)
    added = await ctx.uow.absences.add(
        NewAbsence(
            user_id=user_id,
            first_day=days.first,
            last_day=days.last,
            reason=next((reason for reason in reasons if reason), None),
            created_by_user_id=ctx.actor.id or None,
            created_at=ctx.now,
            starts_at=hours.start,
            ends_at=hours.end,
        )
    )
    await tell_of_hours(ctx, added)
    return added


async def move_hours(ctx: Context, absence_id: int, hours: Interval) -> Absence:
    """Move an absence of some hours to another time."""
    absence = await visible_absence(ctx, absence_id)
    require(ctx.actor, Operation.ABSENCE_WRITE, relations_to_person(ctx.actor, absence.user_id))
    raise_if_any(hour_errors(hours, ctx.now))
    days = await days_of(ctx, absence.user_id, hours)
    moved = msgspec.structs.replace(
        absence, first_day=days.first, last_day=days.last, starts_at=hours.start, ends_at=hours.end
    )
    await ctx.uow.absences.update(moved)
    await tell_of_hours(ctx, moved)
    await release_held(ctx, absence.user_id)
    return moved


async def days_of(ctx: Context, user_id: int, hours: Interval) -> Days:
    """The dates that some hours of a person touch, by that person's clock."""
    (person,) = await ctx.uow.users.by_ids([user_id])
    zone = zone_of(person, ctx.settings)
    return Days(local_date(hours.start, zone), local_date(hours.end - INSTANT, zone))


async def move_absence(ctx: Context, absence_id: int, first_day: date, last_day: date) -> Absence:
    """Move an absence to other days, as if they had been given at first; it is joined with those that it overlaps."""
    absence = await visible_absence(ctx, absence_id)
    request = AbsenceCreate(first_day=first_day, last_day=last_day, user_id=absence.user_id, reason=absence.reason)
    user_id = await check_absence(ctx, request)
    before = await ctx.uow.absences.days_within([user_id], ctx.today, date.max)
    touched = [(absence.first_day, absence.last_day), (first_day, last_day)]
    await tell_of_absences(ctx, user_id, before, touched=touched)
    others = [
        each for each in await ctx.uow.absences.days_within([user_id], first_day, last_day) if each.id != absence_id
    ]
    moved = msgspec.structs.replace(absence, first_day=first_day, last_day=last_day)
    whole = await join(ctx, request, [moved, *others])
    await release_held(ctx, user_id)
    return whole


@needs(Scope.PEOPLE_WRITE)
@command
async def cancel_absence(ctx: Context, absence_id: int) -> Nothing:
    """Cancel what is left of an absence, from today or now on. Raises `Conflict` where all of it has passed."""
    absence = await visible_absence(ctx, absence_id)
    require(ctx.actor, Operation.ABSENCE_WRITE, relations_to_person(ctx.actor, absence.user_id))
    if absence.hours:
        return await cancel_hours(ctx, absence, absence.hours)
    if absence.last_day < ctx.today:
        raise Conflict(Code.ABSENCE_OVER, fecha=absence.last_day)
    before = await ctx.uow.absences.days_within([absence.user_id], ctx.today, date.max)
    await tell_of_absences(ctx, absence.user_id, before, touched=[(absence.first_day, absence.last_day)])
    if absence.first_day < ctx.today:
        await ctx.uow.absences.update(msgspec.structs.replace(absence, last_day=ctx.today - ONE_DAY))
    else:
        await ctx.uow.absences.cancel([absence.id], ctx.now)
    await release_held(ctx, absence.user_id)
    return Nothing()


async def cancel_hours(ctx: Context, absence: Absence, hours: Interval) -> Nothing:
    if hours.end <= ctx.now:
        raise Conflict(Code.ABSENCE_OVER, fecha=absence.last_day)
    if hours.start < ctx.now:
        await ctx.uow.absences.update(msgspec.structs.replace(absence, ends_at=ctx.now))
    else:
        await ctx.uow.absences.cancel([absence.id], ctx.now)
    await tell_of_hours(ctx, absence, gone=True)
    await release_held(ctx, absence.user_id)
    return Nothing()


@command
async def cancel_as_seen(ctx: Context, absence_id: int, first_day: date, last_day: date) -> Absence:
    """Cancel an absence. Returns it as it was. Raises `Conflict` unless it has the days that the caller saw."""
    absence = await visible_absence(ctx, absence_id)
    if (absence.first_day, absence.last_day) != (first_day, last_day):
        raise Conflict(Code.ABSENCE_CHANGED)
    await cancel_absence(ctx, absence_id)
    return absence


@query
async def tasks_during(ctx: Context, absence_id: int) -> Sequence[Task]:
    """The person's open tasks due from today on during an absence, by fechaCumplir, for those who may read that."""
    absence = await visible_absence(ctx, absence_id)
    return await ctx.uow.tasks.due(absence.user_id, max(absence.first_day, ctx.today), absence.last_day)


async def join(ctx: Context, request: AbsenceCreate, joined: Sequence[Absence]) -> Absence:
    kept, *others = joined
    reasons = [request.reason, *(each.reason for each in joined)]
    whole = msgspec.structs.replace(
        kept,
        first_day=min(request.first_day, kept.first_day),
        last_day=max(request.last_day, *(each.last_day for each in joined)),
        reason=next((reason for reason in reasons if reason), None),
    )
    await ctx.uow.absences.update(whole)
    await ctx.uow.absences.cancel([each.id for each in others], ctx.now)
    return whole


async def check_absence(ctx: Context, request: AbsenceCreate) -> int:
    """Return the id of who would be away. Raises `Forbidden` or `Invalid` if the absence cannot be declared."""
    user_id = ctx.actor.id if request.user_id is None else request.user_id
    require(ctx.actor, Operation.ABSENCE_WRITE, relations_to_person(ctx.actor, user_id))
    raise_if_any(day_errors(request, ctx.today), await people_errors(ctx, [("userId", user_id)], active=True))
    return user_id


def hour_errors(hours: Interval, now: datetime) -> list[FieldError]:
    if hours.end <= hours.start:
        return [FieldError("endsAt", FieldCode.NOT_AFTER, {"other": "startsAt"})]
    if hours.end <= now:
        return [FieldError("endsAt", FieldCode.PAST)]
    if hours.end - hours.start > ONE_DAY:
        return [FieldError("endsAt", FieldCode.TOO_MANY_DAYS, {"count": 1})]
    return []


def day_errors(request: AbsenceCreate, today: date) -> list[FieldError]:
    if request.last_day < request.first_day:
        return [FieldError("lastDay", FieldCode.BEFORE, {"other": "firstDay"})]
    if request.last_day < today:
        return [FieldError("lastDay", FieldCode.PAST)]
    if (request.last_day - request.first_day).days >= MOST_DAYS:
        return [FieldError("lastDay", FieldCode.TOO_MANY_DAYS, {"count": MOST_DAYS})]
    return []
