"""Schedules: on which days a person works, and from when to when. A person without one works office hours.

`work_calendars` adds everything else that decides when a person works, for `core.people.working_time` to answer.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, time
from functools import partial
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import Meta

from core.application.access import Operation, relations_to_person, require
from core.application.use_case import Context, command, query
from core.base.calendar_time import ONE_DAY, Days, Interval
from core.base.errors import FieldCode, FieldError, raise_if_any
from core.base.model import Model, Request
from core.base.settings import BETWEEN_CODES, Settings
from core.messages.outbox import release_held
from core.people.named_people import require_person
from core.people.public_holidays import calendar_of, holiday_on, is_known
from core.people.working_time import MONDAY, SUNDAY, WhyOff, WorkCalendar, hours_on
from core.records.people import DayHours, User

TimeOfDay = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)")]
"""`HH:MM`."""


class Schedule(Model, frozen=True):
    """A person's working week by weekday; whether it is their own or the office's."""

    user_id: int
    is_own: bool
    days: Sequence[DayHours]


class ScheduleDay(Request, frozen=True, kw_only=True):
    """A day of the week (1 Monday … 7 Sunday) that is worked, and its hours in the person's zone."""

    weekday: Annotated[int, Meta(ge=MONDAY, le=SUNDAY)]
    starts: TimeOfDay
    ends: TimeOfDay


class ScheduleRequest(Request, frozen=True, kw_only=True):
    """A whole working week; what is not in it is a day off."""

    days: Annotated[list[ScheduleDay], Meta(min_length=1)]


@query
async def get_schedule(ctx: Context, user_id: int) -> Schedule:
    """Get when a person works. Anybody may ask."""
    await require_person(ctx, user_id)
    return await schedule_of(ctx, user_id)


@command
async def set_schedule(ctx: Context, user_id: int, request: ScheduleRequest) -> Schedule:
    """Set a person's own week from now on."""
    return await save_week(ctx, user_id, week_of(request))


@command
async def reset_schedule(ctx: Context, user_id: int) -> Schedule:
    """Have a person work as the office does from now on."""
    return await save_week(ctx, user_id, [])


async def save_week(ctx: Context, user_id: int, days: Sequence[DayHours]) -> Schedule:
    require(ctx.actor, Operation.SCHEDULE_WRITE, relations_to_person(ctx.actor, user_id))
    await require_person(ctx, user_id)
    await ctx.uow.schedules.set(user_id, days)
    await release_held(ctx, user_id)
    return await schedule_of(ctx, user_id)


async def schedule_of(ctx: Context, user_id: int) -> Schedule:
    own = (await ctx.uow.schedules.of_people([user_id])).get(user_id)
    return Schedule(user_id, own is not None, own or office_week(ctx.settings))


def week_of(request: ScheduleRequest) -> Sequence[DayHours]:
    """The days asked for. Raises `Invalid` if a day is there twice or ends before it starts."""
    errors, week = [], dict[int, DayHours]()
    for index, day in enumerate(request.days):
        hours = DayHours(day.weekday, time.fromisoformat(day.starts), time.fromisoformat(day.ends))
        if day.weekday in week:
            errors.append(FieldError(f"days[{index}].weekday", FieldCode.REPEATED))
        if hours.ends <= hours.starts:
            errors.append(FieldError(f"days[{index}].ends", FieldCode.NOT_AFTER, {"other": "starts"}))
        week[day.weekday] = hours
    raise_if_any(errors)
    return list(week.values())


def office_week(settings: Settings) -> Sequence[DayHours]:
    return [DayHours(weekday, settings.day_starts, settings.day_ends) for weekday in sorted(settings.working_days)]


async def work_calendars(ctx: Context, people: Collection[User], first: date, last: date) -> Mapping[int, WorkCalendar]:
    ids = [person.id for person in people]
    own = await ctx.uow.schedules.of_people(ids)
    absences: dict[int, list[Days]] = {user_id: [] for user_id in ids}
    for absence in await ctx.uow.absences.days_within(ids, first, last):
        absences[absence.user_id].append(Days(absence.first_day, absence.last_day))
    calendars = {calendar_of(person, ctx.settings) for person in people}
    holidays = {calendar: partial(holiday_on, calendar) for calendar in calendars}
    office = by_weekday(office_week(ctx.settings))
    weeks = {user_id: by_weekday(week) for user_id, week in own.items()}
    return {
        person.id: WorkCalendar(
            zone_of(person, ctx.settings),
            weeks.get(person.id, office),
            holidays[calendar_of(person, ctx.settings)],
            absences[person.id],
        )
        for person in people
    }


def by_weekday(week: Sequence[DayHours]) -> Mapping[int, DayHours]:
    return {day.weekday: day for day in week}


@query
async def hours_of_day(ctx: Context, user_id: int, on: date) -> Interval:
    """The hours that a person works on a date; on a day off, the office's hours."""
    (person,) = await ctx.uow.users.by_ids([user_id])
    calendar = (await work_calendars(ctx, [person], on, on))[user_id]
    office = hours_on(on, ctx.settings.day_starts, ctx.settings.day_ends, calendar.zone)
    return calendar.hours(on) or office


async def days_off(
    ctx: Context, people: Collection[User], first: date, last: date
) -> Mapping[int, Mapping[date, WhyOff]]:
    """The dates from first to last on which each of these people does not work, and why."""
    calendars = await work_calendars(ctx, people, first, last)
    alike: dict[object, Mapping[date, WhyOff]] = {}
    off: dict[int, Mapping[date, WhyOff]] = {}
    for user_id, calendar in calendars.items():
        key = calendar.holiday, tuple(calendar.week), tuple(calendar.absences)
        if key not in alike:
            alike[key] = {on: why for on in each_date(first, last) if (why := calendar.why_off(on))}
        off[user_id] = alike[key]
    return off


async def off_on(ctx: Context, people: Collection[User], on: date) -> Mapping[int, WhyOff]:
    """Find the people among these who do not work on a date, and why, in their order."""
    off = await days_off(ctx, people, on, on)
    return {person.id: off[person.id][on] for person in people if on in off[person.id]}


async def present_above(ctx: Context, leader: int, on: date, but: Collection[int] = ()) -> int | None:
    """The nearest who works on a date, from a leader upwards; None where nobody does, or only beyond one of `but`."""
    person = await ctx.uow.users.get(leader)
    if person is None or not person.is_active or leader in but:
        return None
    if not await off_on(ctx, [person], on):
        return leader
    above = person.leader_user_id
    return None if above is None else await present_above(ctx, above, on, {*but, leader})


def each_date(first: date, last: date) -> Sequence[date]:
    return [first + number * ONE_DAY for number in range((last - first).days + 1)]


def zone_of(person: User, settings: Settings) -> ZoneInfo:
    """The person's own zone, else the business zone."""
    return ZoneInfo(person.timezone) if person.timezone else settings.zone


def offered_calendar(person: User, settings: Settings) -> str:
    """The calendar of the country of a person's zone, if theirs is of another country; else "".

    Nothing is offered if the service has no holidays, nor to a person who has its zone and its holidays.
    """
    from core.language.countries import country_of  # noqa: PLC0415 Babel is slow to import, and commands need none

    country = country_of(zone_of(person, settings).key)
    own = person.timezone or person.holidays
    present = calendar_of(person, settings).partition(BETWEEN_CODES)[0]
    if not (own and settings.country) or country == present:
        return ""
    if country == settings.country:
        return settings.holidays
    return country if is_known(country) else ""
