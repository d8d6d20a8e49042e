"""Entries of a calendar link: of thirty days back and a year ahead, as its person may read them by REST at that moment.

A cancelled event stays for thirty days after the day of its last change, so that calendars that have copied it learn of
it. Its title says so, because many programs show it like any other. A deleted one is left out. Birthdays come from the
directory, so the events that a job makes of them are left out. What is shown depends on the day, never on the hour.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import chain

import msgspec
from msgspec import Struct

from core.application.access import Operation, may, relations_to_person
from core.application.use_case import Context, query
from core.base.calendar_time import ONE_DAY, Days, local_date
from core.base.date_times import of_whole_days, whole_days
from core.base.model import Language, ParticipationStatus, Role
from core.base.paging import MOST, Page
from core.calendar.calendar_text import Calendar, CalendarEntry, Invited
from core.calendar.event_filter import bounds
from core.calendar.event_state import takes_place
from core.language.i18n import text
from core.people.birthdays import next_occurrence
from core.people.users import actor, team
from core.records.calendar import Event, ParticipantResponse
from core.records.calendar_links import CalendarKind, CalendarLink
from core.records.people import Absence, Actor, User
from core.records.work import Task

BACK, AHEAD = timedelta(days=30), timedelta(days=365)
CANCELLED_FOR = timedelta(days=30)
DOMAIN = "semaforo"


class Shown(Struct, frozen=True):
    """Events that a link shows, with the answers to their invitations, by the event's id."""

    events: Sequence[Event]
    answers: Mapping[int, Sequence[ParticipantResponse]]


class Feed(Struct, frozen=True):
    """The calendar that a link shows, and the ids of the people it is about."""

    calendar: Calendar
    people: Collection[int]


@query
async def read_feed(ctx: Context, link: CalendarLink) -> Feed:
    """Read the calendar of a link that was opened. Raises `Unauthenticated` where its person is not active any more."""
    ctx = msgspec.structs.replace(ctx, actor=await actor(ctx, link.user_id))
    days = Days(ctx.today - BACK, ctx.today + AHEAD)
    people: Mapping[int, User] = {ctx.actor.id: ctx.actor.user}
    match link.kind:
        case CalendarKind.MINE:
            entries = chain(
                await event_entries(ctx, await own_events(ctx, days), ctx.actor.id),
                await due_entries(ctx, days),
                await own_absence_entries(ctx, days),
            )
        case CalendarKind.MINE_BUSY:
            entries = chain(await busy_entries(ctx, days))
        case CalendarKind.TEAM:
            people = await people_of_team(ctx)
            entries = chain(
                await event_entries(ctx, await shown_events(ctx, ctx.actor, days, people.keys())),
                await absence_entries(ctx, days, people),
                birthday_entries(ctx, link, days, people.values()),
            )
        case CalendarKind.TASKS:
            entries = chain(await due_entries(ctx, days))
    name = text(language_of(ctx), f"calendar.name_{link.kind.replace('-', '_')}", name=ctx.actor.user.display_name)
    return Feed(Calendar(name, entries), frozenset(people))


def language_of(ctx: Context) -> Language:
    return ctx.actor.user.language or Language.ES


def worded(ctx: Context, key: str, **params: object) -> str:
    return text(language_of(ctx), f"calendar.{key}", **params)


async def own_events(ctx: Context, days: Days) -> Shown:
    """The events that the person made or takes part in, and has not declined."""
    as_member = Actor(msgspec.structs.replace(ctx.actor.user, role=Role.MEMBER))
    return await shown_events(ctx, as_member, days, [ctx.actor.id])


async def shown_events(ctx: Context, viewer: Actor, days: Days, people: Collection[int]) -> Shown:
    """The events that a viewer may see and that somebody of some people made or takes part in, not declined."""
    start, end = bounds(ctx, days.first, days.last)
    generated = {each.id for each in await ctx.uow.event_types.list() if each.auto_generated}
    shown: list[Event] = []
    answers: dict[int, Sequence[ParticipantResponse]] = {}
    after = 0
    while True:
        found = await ctx.uow.events.list(viewer, Page(limit=MOST, after_id=after), start=start, end=end)
        given = defaultdict[int, list[ParticipantResponse]](list)
        for answer in await ctx.uow.participants.responses([event.id for event in found]):
            given[answer.event_id].append(answer)
        for event in found:
            listed = event.event_type_id not in generated and is_shown(ctx, event)
            if listed and concerns(event, given[event.id], people):
                shown.append(event)
                answers[event.id] = given[event.id]
        if len(found) < MOST:
            return Shown(shown, answers)
        after = found[-1].id


def is_shown(ctx: Context, event: Event) -> bool:
    return takes_place(ctx, event) or local_date(event.updated_at, ctx.settings.zone) > ctx.today - CANCELLED_FOR


def concerns(event: Event, answers: Sequence[ParticipantResponse], people: Collection[int]) -> bool:
    declined = {each.user_id for each in answers if each.response is ParticipationStatus.DECLINED}
    theirs = {event.created_by_user_id, *(each.user_id for each in answers)} - declined
    return not theirs.isdisjoint(people)


async def event_entries(ctx: Context, shown: Shown, owner: int | None = None) -> Iterable[CalendarEntry]:
    """The entries of events. Those to which the calendar's `owner` may come are tentative."""
    named = {each.user_id for answers in shown.answers.values() for each in answers}
    named |= {event.created_by_user_id for event in shown.events if event.created_by_user_id is not None}
    names = {user.id: user.display_name for user in await ctx.uow.users.by_ids(named)}
    return (event_entry(ctx, event, shown.answers[event.id], names, owner) for event in shown.events)


def event_entry(
    ctx: Context, event: Event, answers: Sequence[ParticipantResponse], names: Mapping[int, str], owner: int | None
) -> CalendarEntry:
    start, end = times_of(ctx, event)
    creator, cancelled = event.created_by_user_id, not takes_place(ctx, event)
    return CalendarEntry(
        uid=f"event-{event.id}@{DOMAIN}",
        summary=worded(ctx, "cancelled", title=event.title) if cancelled else event.title,
        start=start,
        end=end,
        written_at=event.updated_at,
        revision=revision_of(event),
        description=event.description,
        location=event.location,
        cancelled=cancelled,
        free=cancelled,
        tentative=any(each.user_id == owner and each.response is ParticipationStatus.TENTATIVE for each in answers),
        organizer=None if creator is None else Invited(creator, names[creator], ParticipationStatus.ACCEPTED),
        invited=[
            Invited(each.user_id, names[each.user_id], each.response)
            for each in answers
            if each.response is not ParticipationStatus.NEEDS_ACTION
        ],
    )


def times_of(ctx: Context, event: Event) -> tuple[datetime | date, datetime | date]:
    """Dates where an event is exactly some of the business zone's."""
    days = whole_days(event.times, ctx.settings.zone)
    return (days.first, days.last + ONE_DAY) if days else event.times


def revision_of(shown: Event | Task) -> int:
    """The seconds from its creation to its last change. Changes cannot be counted: the journal is pruned."""
    return max(int((shown.updated_at - shown.created_at).total_seconds()), 0)


async def busy_entries(ctx: Context, days: Days) -> Iterable[CalendarEntry]:
    """Return the times at which the person is busy or away as entries that tell nothing else."""
    busy = worded(ctx, "busy")
    shown = await own_events(ctx, days)
    events = (
        CalendarEntry(
            uid=f"event-{event.id}@{DOMAIN}",
            summary=busy,
            start=start,
            end=end,
            written_at=event.updated_at,
            revision=revision_of(event),
        )
        for event in shown.events
        if takes_place(ctx, event)
        for start, end in [times_of(ctx, event)]
    )
    absences = await absences_on(ctx, [ctx.actor.id], days)
    return chain(events, [absence_entry(each, busy, free=False) for each in absences])


async def due_entries(ctx: Context, days: Days) -> Sequence[CalendarEntry]:
    """The person's open tasks, on the days on which they are due."""
    return [
        CalendarEntry(
            uid=f"task-{task.id}@{DOMAIN}",
            summary=worded(ctx, "due", task=task.descripcion),
            start=task.fecha_cumplir,
            end=task.fecha_cumplir + ONE_DAY,
            written_at=task.updated_at,
            revision=revision_of(task),
            free=True,
        )
        for task in await ctx.uow.tasks.due(ctx.actor.id, *days)
    ]


async def own_absence_entries(ctx: Context, days: Days) -> Sequence[CalendarEntry]:
    away = worded(ctx, "own_absence")
    absences = await absences_on(ctx, [ctx.actor.id], days)
    return [absence_entry(each, away, reason=each.reason) for each in absences]


async def absence_entries(ctx: Context, days: Days, people: Mapping[int, User]) -> Sequence[CalendarEntry]:
    """The absences of those of some people whose absences the person may read, without their reasons."""
    read = [each for each in people if may(ctx.actor, Operation.ABSENCE_READ, relations_to_person(ctx.actor, each))]
    return [
        absence_entry(each, worded(ctx, "absent", name=people[each.user_id].display_name))
        for each in await absences_on(ctx, read, days)
    ]


async def absences_on(ctx: Context, people: Sequence[int], days: Days) -> Sequence[Absence]:
    """The absences of some people on some days, those of some hours too."""
    hours = await ctx.uow.absences.hours_within(people, of_whole_days(days, ctx.settings.zone))
    return [*await ctx.uow.absences.days_within(people, *days), *hours]


def absence_entry(absence: Absence, summary: str, *, reason: str | None = None, free: bool = True) -> CalendarEntry:
    """An absence as an entry: whole days as dates, some hours as a time, which is never free."""
    start, end = absence.hours or (absence.first_day, absence.last_day + ONE_DAY)
    free = free and absence.hours is None
    return CalendarEntry(
        uid=f"absence-{absence.id}@{DOMAIN}",
        summary=summary,
        start=start,
        end=end,
        written_at=absence.created_at,
        description=reason,
        free=free,
    )


def birthday_entries(ctx: Context, link: CalendarLink, days: Days, people: Collection[User]) -> Sequence[CalendarEntry]:
    entries: list[CalendarEntry] = []
    for user in people:
        on = next_occurrence(user.birthday, days.first) if user.birthday else date.max
        while on <= days.last and user.birthday:
            entries.append(
                CalendarEntry(
                    uid=f"birthday-{user.id}-{on.year}@{DOMAIN}",
                    summary=worded(ctx, "birthday", name=user.display_name),
                    start=on,
                    end=on + ONE_DAY,
                    written_at=link.created_at,
                    free=True,
                )
            )
            on = next_occurrence(user.birthday, on + ONE_DAY)
    return entries


async def people_of_team(ctx: Context) -> Mapping[int, User]:
    """The person, and the team that they lead; if they lead none, the team that they belong to, with its leader."""
    own = ctx.actor.user
    found = await team(ctx)
    if not found and own.leader_user_id is not None:
        found = [
            user
            for user in await ctx.uow.users.list()
            if user.is_active and own.leader_user_id in {user.id, user.leader_user_id}
        ]
    return {user.id: user for user in (own, *found)}
