"""Reads the events of a calendar (RFC 5545, 3.6.1), and when they take place.

All dates of an event are times on the clock of its zone until they are told, so that days, rules and exceptions are
compared as people mean them. What of an event cannot be read makes it unreadable; the times that it may have are told
all the same.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from bot.calendars.content import Component, Property
from bot.calendars.rules import Rule, TooDense, dates, read_rules
from bot.calendars.values import (
    END_OF_TIME,
    NOTHING,
    Length,
    Point,
    Unreadable,
    compact,
    day_somewhere,
    instant,
    later,
    read_duration,
    read_point,
    wall,
)
from bot.calendars.zones import CalendarZones
from core.base.calendar_time import ONE_DAY, Interval

FARTHEST_ZONE = 2 * ONE_DAY
"""A time longer than any clock is from UTC."""

WHOLE_DAY = Length(1, timedelta(0))
FREE = {"TRANSP": "TRANSPARENT", "STATUS": "CANCELLED", "X-MICROSOFT-CDO-BUSYSTATUS": "FREE"}
"""Properties with their values of which any one says that an event makes nobody busy."""

MAILTO = "mailto:"


class ReadingContext(Struct, frozen=True):
    """The means of reading a calendar: its zones, its owner's addresses and zone, and the time asked about."""

    zones: CalendarZones
    owners: AbstractSet[str]
    own: ZoneInfo
    within: Interval


class Moments:
    """Points by which dates of an event are named: instants, times on the wall, and days."""

    def __init__(self) -> None:
        self.instants = set[datetime]()
        self.walls = set[datetime]()
        self.days = set[date]()
        self.days_meant = set[date]()
        """The days that all points mean to an event of whole days."""

    def add(self, point: Point, own: tzinfo) -> None:
        self.days_meant.add(day_meant(point, own))
        if not isinstance(point, datetime):
            self.days.add(point)
        elif point.tzinfo is None:
            self.walls.add(point)
        else:
            self.instants.add(moment(point, own))

    def name(self, at: datetime, event: "OutsideEvent") -> bool:
        """Return whether a point names a date of an event; of timed events, a point other than a day."""
        if event.in_days:
            return at.date() in self.days_meant
        return at in self.walls or (bool(self.instants) and instant(at, event.zone) in self.instants)


NO_MOMENTS = Moments()


def day_meant(point: Point, own: tzinfo) -> date:
    """The day that a point stands for among whole days: of a moment, the one in its owner's zone.

    A midnight in UTC stands for its own day, for so some programs write a day.
    """
    if not isinstance(point, datetime):
        return point
    is_midnight = point.utcoffset() == timedelta(0) and point.time() == time.min
    return point.date() if is_midnight else wall(point, own).date()


class OutsideEvent(Struct):
    """An event as a component says it.

    `starts`: on the clock of its `zone`; there are several only if it says so twice, differently. `length`: None if it
    has an end that cannot be read; `lengths`: of dates that have one of their own. `recurrence`: the date of a series
    that it stands for. `is_guess`: its zone is not known. `may_repeat`: not all of its dates can be read. `day`: its
    first day, if no more of its start can be read.
    """

    component: Component
    zone: tzinfo
    is_read: bool
    is_free: bool
    is_guess: bool = False
    in_days: bool = False
    starts: list[datetime] = field(default_factory=list)
    length: Length | None = NOTHING
    rules: list[Rule] = field(default_factory=list)
    without: list[Rule] = field(default_factory=list)
    others: list[datetime] = field(default_factory=list)
    lengths: dict[datetime, Length] = field(default_factory=dict)
    excluded: Moments = NO_MOMENTS
    recurrence: Point | None = None
    and_later: bool = False
    may_repeat: bool = False
    day: date | None = None

    def unread(self, *, may_repeat: bool = False) -> None:
        self.is_read = False
        self.may_repeat |= may_repeat


class Occurrence(NamedTuple):
    """A date of an event; `at` is its beginning on the clock of the event's zone."""

    start: datetime
    end: datetime
    at: datetime
    event: OutsideEvent


class Replaced:
    """The dates of a series for which events of their own stand."""

    def __init__(self) -> None:
        self.dates = Moments()
        self.later = list[tuple[datetime, OutsideEvent]]()
        """From when on which event stands for all that follow."""
        self.reach = timedelta(0)
        """How far such events move dates at most, and how long they are."""

    def add(self, event: OutsideEvent, own: tzinfo) -> None:
        if event.recurrence is not None:
            self.dates.add(event.recurrence, own)
            if event.and_later and event.starts:
                since, start = moment(event.recurrence, event.zone), instant(event.starts[0], event.zone)
                self.later.append((since, event))
                self.reach = max(self.reach, abs(start - since) + ONE_DAY + in_time(event.length or WHOLE_DAY))

    def name(self, at: datetime, event: OutsideEvent) -> bool:
        by_day = at.date() in self.dates.days and at.time() == event.starts[0].time()
        return by_day or self.dates.name(at, event)

    def stands_for(self, start: datetime) -> OutsideEvent | None:
        """The event that stands for a date which none stands for alone."""
        number = bisect_right(self.later, start, key=lambda each: each[0])
        return self.later[number - 1][1] if number else None


NOT_REPLACED = Replaced()


def read_event(component: Component, context: ReadingContext) -> OutsideEvent:
    event = OutsideEvent(component, context.zones.local, is_read=True, is_free=is_free(component, context.owners))
    if not component.is_whole:
        event.unread(may_repeat=True)
    read_starts(event, context)
    read_recurrence(event, context)
    if event.starts:
        event.length = read_length(event, context)
        read_repetition(event, context)
    return event


def read_starts(event: OutsideEvent, context: ReadingContext) -> None:
    found = dict[Point, Property]()
    written = event.component.properties("DTSTART")
    for each in written:
        with suppress(Unreadable):
            found.setdefault(placed(each, each.value, context.zones), each)
    event.is_read &= len(found) == 1
    if not found:
        read_day(event, written, context)
        return
    first, named = next(iter(found.items()))
    event.in_days = not isinstance(first, datetime)
    if not isinstance(first, datetime):
        event.zone = context.own
    elif first.tzinfo:
        event.zone = first.tzinfo
    else:
        event.is_guess = context.zones.is_guess(named.parameter("TZID"))
    event.starts = [wall(each, event.zone) for each in found]


def read_day(event: OutsideEvent, written: Sequence[Property], context: ReadingContext) -> None:
    """Take the whole day on which an event begins, where no more of its start can be read."""
    for each in written:
        if day := day_somewhere(each.line):
            event.zone = context.zones.find(each.parameter("TZID")) or event.zone
            event.in_days, event.starts = True, [datetime.combine(day, time.min)]
            return
    ends = (day_somewhere(each.line) for each in event.component.properties("DTEND"))
    event.day = next(filter(None, ends), None)


def placed(written: Property, value: str, zones: CalendarZones) -> Point:
    """A point in the zone that its property names. One in UTC is in no other."""
    point = read_point(value)
    if isinstance(point, datetime) and point.tzinfo is None and (name := written.parameter("TZID")):
        return point.replace(tzinfo=zones.named(name))
    return point


def read_recurrence(event: OutsideEvent, context: ReadingContext) -> None:
    for each in event.component.properties("RECURRENCE-ID"):
        with suppress(Unreadable):
            event.recurrence = placed(each, each.value, context.zones)
            event.and_later = each.parameter("RANGE").upper() == "THISANDFUTURE"


def read_length(event: OutsideEvent, context: ReadingContext) -> Length | None:
    """The longest of the lengths that an event says it has; at least one day if it is of days."""
    ends, durations = (event.component.properties(name) for name in ("DTEND", "DURATION"))
    found = list[Length]()
    for each in ends:
        with suppress(Unreadable):
            end = placed(each, each.value, context.zones)
            found.append(length_to(end, event.starts[0], event.zone, in_days=event.in_days))
    for each in durations:
        with suppress(Unreadable):
            found.append(read_duration(each.value))
    if not found and (ends or durations or not event.component.is_whole):
        event.unread()
        return None
    longest = max(found, default=NOTHING, key=in_time)
    return WHOLE_DAY if event.in_days and longest == NOTHING else longest


def in_time(length: Length) -> timedelta:
    return max(length.days * ONE_DAY + length.rest, length.by_clock)


def length_to(end: Point, start: datetime, zone: tzinfo, *, in_days: bool = False) -> Length:
    """The length to an end: days where start and end are, else the time that passes, and by the clock.

    RFC 5545, 3.8.5.3.
    """
    if in_days and not isinstance(end, datetime):
        length = Length((end - start.date()).days, timedelta(0))
    else:
        passed, by_clock = moment(end, zone) - instant(start, zone), wall(end, zone) - start
        length = Length(0, passed if passed > timedelta(0) else max(passed, by_clock), by_clock)
    if length.days * ONE_DAY + length.rest < timedelta(0):
        raise Unreadable(end)
    return length


def moment(point: Point, zone: tzinfo) -> datetime:
    """The instant of a point, in a zone where it is local."""
    return instant(wall(point, UTC), UTC if isinstance(point, datetime) and point.tzinfo else zone)


def read_repetition(event: OutsideEvent, context: ReadingContext) -> None:
    for each in event.component.properties("RRULE"):
        try:
            event.rules += read_rules(each.value)
        except Unreadable:
            event.unread(may_repeat=True)
    for each in event.component.properties("EXRULE"):
        with suppress(Unreadable):
            event.without += read_rules(each.value)
    for each, value in values_of(event.component, "RDATE"):
        try:
            add_date(event, each, value, context)
        except Unreadable:
            event.unread(may_repeat=True)
    if "EXDATE" in event.component.lines:
        event.excluded = excluded_by(event.component, context)


def excluded_by(component: Component, context: ReadingContext) -> Moments:
    """The dates that a series does not have. What is not a date excludes none."""
    found = Moments()
    for each, value in values_of(component, "EXDATE"):
        with suppress(Unreadable):
            found.add(placed(each, value, context.zones), context.own)
    return found


def values_of(component: Component, name: str) -> Iterator[tuple[Property, str]]:
    """The values of a property that is a list, each with the property."""
    for each in component.properties(name):
        yield from ((each, value) for value in each.value.split(",") if value.strip())


def add_date(event: OutsideEvent, written: Property, value: str, context: ReadingContext) -> None:
    """Add a date to those of an event. One that is a period has a length of its own (RFC 5545, 3.3.9)."""
    begin, _, end = value.partition("/")
    point = placed(written, begin, context.zones)
    if event.in_days:
        at = datetime.combine(day_meant(point, context.own), time.min)
    elif isinstance(point, datetime):
        at = wall(point, event.zone)
    else:
        at = datetime.combine(point, event.starts[0].time())
    event.others.append(at)
    if end:
        event.lengths[at] = period_length(written, end, at, event.zone, context)


def period_length(written: Property, end: str, at: datetime, zone: tzinfo, context: ReadingContext) -> Length:
    """The length of a period by its second half, which is an end or a duration."""
    if compact(end).lstrip("+-").startswith("P"):
        return read_duration(end)
    return length_to(placed(written, end, context.zones), at, zone)


def read_period(written: Property, value: str, context: ReadingContext) -> Interval:
    """A time as a property of periods says it."""
    begin, _, end = value.partition("/")
    point = placed(written, begin, context.zones)
    zone = (point.tzinfo if isinstance(point, datetime) else None) or context.zones.local
    at = wall(point, zone)
    return Interval(instant(at, zone), end_of(at, zone, period_length(written, end, at, zone, context)))


def is_free(component: Component, owners: AbstractSet[str]) -> bool:
    """Return whether an event does not make its owner busy: it says so itself, or they have declined."""
    return any(says(component, name, value) for name, value in FREE.items()) or is_declined(component, owners)


def says(component: Component, name: str, value: str) -> bool:
    """Return whether a property is there and has this value each time."""
    found = [compact(each.value) for each in component.properties(name)]
    return bool(found) and all(each == value for each in found)


def is_declined(component: Component, owners: AbstractSet[str]) -> bool:
    """Return whether the owner is among the people invited and has declined."""
    answers = [
        each.parameter("PARTSTAT").upper()
        for each in component.properties("ATTENDEE")
        if not owners.isdisjoint((each.value.casefold().removeprefix(MAILTO), each.parameter("EMAIL").casefold()))
    ]
    return bool(answers) and all(each == "DECLINED" for each in answers)


def replaced_by(events: Sequence[OutsideEvent], own: tzinfo) -> Mapping[str, Replaced]:
    """The dates for which some of the events stand, by the UID of their series."""
    found = defaultdict[str, Replaced](Replaced)
    for event in events:
        if event.recurrence is not None and (event.is_free or (event.starts and event.is_read)):
            found[event.component.text("UID")].add(event, own)
    found.pop("", None)
    for each in found.values():
        each.later.sort(key=lambda entry: entry[0])
    return found


def occurrences(event: OutsideEvent, replaced: Replaced, within: Interval) -> list[Occurrence]:
    """The dates of an event that are within a time, in order; one for all that may be, where they are too many."""
    try:
        dated = dates_of(event, replaced, within) if event.starts else ()
    except TooDense:
        event.unread(may_repeat=True)
        start, last = (instant(at, event.zone) for at in (event.starts[0], last_of(event)))
        found = [Occurrence(start, max(start, last), event.starts[0], event)]
    else:
        found = [occurrence(event, at, replaced) for at in dated if is_date(at, event, replaced)]
    return [
        each for each in found if each.start < within.end and (within.start < each.end or within.start <= each.start)
    ]


def is_date(at: datetime, event: OutsideEvent, replaced: Replaced) -> bool:
    """Return whether a date of an event takes place as such: not excluded, and no other event stands for it alone."""
    if at.date() in event.excluded.days or event.excluded.name(at, event):
        return False
    return event.recurrence is not None or not replaced.name(at, event)


def occurrence(event: OutsideEvent, at: datetime, replaced: Replaced) -> Occurrence:
    start = instant(at, event.zone)
    other = replaced.stands_for(start) if event.recurrence is None else None
    if other is None:
        return Occurrence(start, end_of(at, event.zone, event.lengths.get(at, event.length)), at, event)
    moved = later(at, moved_by(other, event))
    return Occurrence(instant(moved, event.zone), end_of(moved, event.zone, other.length), moved, other)


def end_of(at: datetime, zone: tzinfo, length: Length | None) -> datetime:
    """Return the end of something that begins at a time: the end of its day, if it does not say how long it takes.

    In the nights in which clocks change, what repeats from one hour to another takes as long as ever, as RFC 5545 has
    it, but not less than by the clock, as programs show it.
    """
    if length is None:
        return instant(datetime.combine(later(at, ONE_DAY).date(), time.min), zone)
    ends = later(instant(later(at, length.days * ONE_DAY), zone), length.rest)
    return max(ends, instant(later(at, length.by_clock), zone)) if length.by_clock else ends


def moved_by(other: OutsideEvent, event: OutsideEvent) -> timedelta:
    """Return the time by which `other`, which stands for a date of `event` and for those after it, has moved them."""
    point = event.starts[0] if other.recurrence is None else other.recurrence
    named = wall(point, event.zone) if isinstance(point, datetime) else datetime.combine(point, event.starts[0].time())
    return wall(moment(other.starts[0], other.zone), event.zone) - named


def dates_of(event: OutsideEvent, replaced: Replaced, within: Interval) -> list[datetime]:
    """The dates of an event that may be within a time, on the clock of its zone, in order. Raises `TooDense`."""
    if not event.rules:
        return sorted({*event.starts, *event.others})
    lengths = [event.length or WHOLE_DAY, *event.lengths.values()]
    reach = max(map(in_time, lengths)) + replaced.reach + FARTHEST_ZONE
    earliest, latest = (later(at.replace(tzinfo=None), by) for at, by in zip(within, (-reach, reach), strict=True))
    start = event.starts[0]
    found = {*event.others, *(event.starts if last_of(event) >= start else ())}
    for rule in event.rules:
        try:
            found.update(dates(rule, start, earliest, min(latest, last_date(rule, event))))
        except TooDense:
            raise
        except Unreadable:
            event.unread(may_repeat=True)
    for rule in event.without:
        with suppress(Unreadable):
            found.difference_update(dates(rule, start, earliest, latest))
    return sorted(found)


def last_of(event: OutsideEvent) -> datetime:
    """The end of the time in which an event's rules have dates, on the clock of its zone."""
    return max((last_date(rule, event) for rule in event.rules), default=event.starts[0])


def last_date(rule: Rule, event: OutsideEvent) -> datetime:
    """The end of the time in which a rule has dates: of the day that it names, if it names a day (RFC 5545, 3.3.10)."""
    if rule.until is None:
        return END_OF_TIME
    if event.in_days:
        return datetime.combine(day_meant(rule.until, event.zone), time.max)
    if not isinstance(rule.until, datetime):
        return datetime.combine(rule.until, time.max)
    return wall(rule.until, event.zone)
