"""The agenda: a day's events that concern a person, the days that have some, and everything about one event.

An event concerns a person if they would see it as a plain member: for those who may see everything, other people's
calendars are not their own. Cancelled and inactive events are left out. A day is the business zone's.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date, datetime

import msgspec
from msgspec import Struct

from core.application.use_case import Context, needs, query
from core.base.calendar_time import INSTANT, Days, local_date
from core.base.date_times import whole_days
from core.base.errors import Code, Forbidden
from core.base.model import ParticipationStatus, Role
from core.calendar.event_filter import bounds
from core.calendar.event_state import is_ahead, takes_place
from core.calendar.events import may_change, visible, visible_event
from core.calendar.own_reminders import reminders_within
from core.people.schedules import each_date
from core.people.users import display_names
from core.records.calendar import Event, EventType, OwnReminder, ParticipantResponse
from core.records.people import Actor
from core.records.tokens import Scope


class AgendaEntry(Struct, frozen=True):
    """An event of a day; `own` if the person takes part in it or made it; `all_day` from midnight to midnight."""

    event: Event
    own: bool
    all_day: bool


class DayAgenda(Struct, frozen=True):
    """A day's events (one's own first; among those, all-day events first, then by start), and one's own reminders."""

    fecha: date
    entries: Sequence[AgendaEntry]
    reminders: Sequence[tuple[OwnReminder, datetime]] = ()


class EventDetails(Struct, frozen=True):
    """An event as one person reads it; people by their display names, each with their answer, customers by their ids.

    `shown_to` and `hidden_from` are the people named by records of visibility, as far as the reader may see these
    records. `ahead`: it takes place and is not over. `reminders` are those still to come, the next one first.
    `editable`: the reader may change the event now; `invited`: they may answer its invitation. `series_left`: how many
    events of its series are not over, as far as they may see them.
    """

    event: Event
    all_day: bool
    cancelled: bool
    ahead: bool
    event_type: EventType | None
    creator: str | None
    people: Sequence[str]
    people_ids: Sequence[int]
    answers: Sequence[ParticipationStatus]
    customers: Sequence[int]
    shown_to: Sequence[str]
    hidden_from: Sequence[str]
    reminders: Sequence[datetime]
    editable: bool
    invited: bool
    series_left: int


@query
async def own_events_ahead(ctx: Context, days: Days, people: Collection[int] = ()) -> Sequence[Event]:
    """The caller's own events that begin from now on within some days, all of some people in them; the next first."""
    entries = await entries_of(ctx, await concerning(ctx, days.first, days.last))
    ahead = [each.event for each in entries if each.own and each.event.start_datetime > ctx.now]
    for person in people:
        theirs = set(await ctx.uow.participants.events_with(person, [event.id for event in ahead]))
        ahead = [event for event in ahead if event.id in theirs or event.created_by_user_id == person]
    return sorted(ahead, key=lambda event: (event.start_datetime, event.id))


class SharedEvent(Struct, frozen=True):
    """An event in which a whole team takes part: the names of all who do, each with their answer."""

    event: Event
    all_day: bool
    people: Sequence[str]
    answers: Sequence[ParticipationStatus]


@query
async def events_of_all(ctx: Context, days: Days, leader: int) -> Sequence[SharedEvent]:
    """Events ahead in which a group's whole team and its leader take part; the next first.

    All of them may read these, so that their group may. Raises `Forbidden` unless the caller is a group's viewer.
    """
    if not ctx.actor.read_only:
        raise Forbidden(Code.FORBIDDEN)
    everybody = {*ctx.actor.team, leader}
    (reader,) = await ctx.uow.users.by_ids([leader])
    start, end = bounds(ctx, days.first, days.last)
    seen = await ctx.uow.events.list(Actor(msgspec.structs.replace(reader, role=Role.MEMBER)), start=start, end=end)
    ahead = sorted((each for each in seen if is_ahead(ctx, each)), key=lambda each: (each.start_datetime, each.id))
    answers: defaultdict[int, list[ParticipantResponse]] = defaultdict(list)
    for each in await ctx.uow.participants.responses([event.id for event in ahead]):
        answers[each.event_id].append(each)
    shared = [
        (event, answers[event.id])
        for event in ahead
        if everybody <= {event.created_by_user_id, *(each.user_id for each in answers[event.id])}
    ]
    names = await display_names(ctx, {each.user_id for _, those in shared for each in those})
    return [
        SharedEvent(
            event, all_day(ctx, event), [names[each.user_id] for each in those], [each.response for each in those]
        )
        for event, those in shared
    ]


@needs(Scope.EVENTS_READ)
@query
async def day_agenda(ctx: Context, fecha: date) -> DayAgenda:
    """The caller's agenda of a day."""
    entries = await entries_of(ctx, await concerning(ctx, fecha, fecha))
    return DayAgenda(fecha, entries, await reminders_within(ctx, Days(fecha, fecha)))


async def entries_of(ctx: Context, found: Sequence[Event]) -> Sequence[AgendaEntry]:
    """Events in the order of a day's agenda."""
    mine = set(await ctx.uow.participants.events_with(ctx.actor.id, [event.id for event in found]))
    entries = [
        AgendaEntry(event, event.id in mine or event.created_by_user_id == ctx.actor.id, all_day(ctx, event))
        for event in found
    ]
    return sorted(entries, key=lambda each: (not each.own, not each.all_day, each.event.start_datetime, each.event.id))


@query
async def days_with_events(ctx: Context, first: date, last: date) -> Collection[date]:
    """Find the dates from first to last, both included, whose agenda holds something."""
    days = set[date]()
    for event in await concerning(ctx, first, last):
        days.update(dates_within(ctx, event, first, last))
    return days


@query
async def event_details(ctx: Context, event_id: int) -> EventDetails:
    """One event, with names in place of ids. Raises `NotFound` unless the caller may see it."""
    seen = await visible_event(ctx, event_id)
    event, ahead = seen.event, is_ahead(ctx, seen.event)
    taking_part = await ctx.uow.participants.of_events([event_id])
    records = await ctx.uow.visibility.list(ctx.actor, event_id=event_id)
    people = [row.user_id for row in taking_part if row.user_id is not None]
    answers = await ctx.uow.participants.responses([event_id])
    others = [record for record in records if record.user_id not in {ctx.actor.id, event.created_by_user_id, *people}]
    creator = [] if event.created_by_user_id is None else [event.created_by_user_id]
    names = await display_names(ctx, {*people, *creator, *(record.user_id for record in others)})
    return EventDetails(
        event,
        all_day(ctx, event),
        cancelled=not takes_place(ctx, event),
        ahead=ahead,
        event_type=await ctx.uow.event_types.get(event.event_type_id),
        creator=names[creator[0]] if creator else None,
        people=[names[each] for each in people],
        people_ids=people,
        answers=[answer.response for answer in answers],
        customers=[row.customer_id for row in taking_part if row.customer_id is not None],
        shown_to=[names[record.user_id] for record in others if record.is_visible],
        hidden_from=[names[record.user_id] for record in others if not record.is_visible],
        reminders=await reminders_ahead(ctx, event),
        editable=ahead and may_change(ctx.actor, event),
        invited=seen.participates and ahead,
        series_left=await events_left(ctx, event),
    )


async def events_left(ctx: Context, event: Event) -> int:
    if event.series_id is None:
        return 0
    seen = await ctx.uow.series.seen(event.series_id, ctx.actor.id)
    return sum(is_ahead(ctx, each.event) and visible(ctx.actor, each) for each in seen)


async def reminders_ahead(ctx: Context, event: Event) -> Sequence[datetime]:
    if not takes_place(ctx, event):
        return ()
    kept = await ctx.uow.reminders.of_event(event.id)
    return [each.remind_at for each in kept if not each.sent and each.remind_at > ctx.now]


async def concerning(ctx: Context, first: date, last: date) -> Sequence[Event]:
    start, end = bounds(ctx, first, last)
    nobody_special = Actor(msgspec.structs.replace(ctx.actor.user, role=Role.MEMBER))
    found = await ctx.uow.events.list(nobody_special, start=start, end=end)
    return [event for event in found if takes_place(ctx, event)]


def dates_within(ctx: Context, event: Event, first: date, last: date) -> Sequence[date]:
    """The dates from first to last that an event touches."""
    begins, ends = (local_date(at, ctx.settings.zone) for at in (event.start_datetime, event.end_datetime - INSTANT))
    return each_date(max(begins, first), min(ends, last))


def all_day(ctx: Context, event: Event) -> bool:
    """Return whether an event lasts from the beginning of a date to the end of one."""
    return whole_days(event.times, ctx.settings.zone) is not None
