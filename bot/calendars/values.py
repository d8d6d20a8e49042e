"""Reads the values of a calendar file by their types (RFC 5545, 3.3). What is not of its type raises `Unreadable`.

A day is a date, a moment a datetime: of a zone, or without one where it is local to whoever reads it. Blanks within a
value and small letters say nothing.
"""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

from core.base.calendar_time import ONE_DAY

Point = date | datetime
"""A day or a moment."""

POINT = re.compile(r"(\d{8})(?:T(\d{6})(Z?))?", re.ASCII)
LEAP_SECOND = "60"
NUMBER, FRACTION = r"(\d{1,9})", r"(\d{1,9}(?:[.,]\d{1,9})?)"
DURATION = re.compile(
    rf"([+-]?)P(?=T?\d)(?:{NUMBER}W)?(?:{NUMBER}D)?(?:T(?:{FRACTION}H)?(?:{FRACTION}M)?(?:{FRACTION}S)?)?", re.ASCII
)
"""A duration, also with a `T` that nothing follows or a fraction of an hour, as the npm package ics writes it."""
OFFSET = re.compile(r"([+-])(\d\d):?([0-5]\d)(?::?([0-5]\d))?", re.ASCII)
DAY_SOMEWHERE = re.compile(r"(?<![\d/])(\d{4})-?(\d\d)-?(\d\d)(?!\d)", re.ASCII)

BEGINNING, END_OF_TIME = datetime.min, datetime.max  # noqa: DTZ901 by the clock on the wall
"""The first and the last time that Python can represent."""


class Unreadable(ValueError):
    """A value that is not of its type."""


class Length(NamedTuple):
    """A length: days by the clock on the wall, then time that passes (RFC 5545, 3.3.6).

    `by_clock`: the least that it takes by the clock on the wall, for something from one hour to another.
    """

    days: int
    rest: timedelta
    by_clock: timedelta = timedelta(0)


def compact(value: str) -> str:
    return "".join(value.split()).upper()


def read_point(value: str) -> Point:
    """A day or a moment; in UTC if it says so."""
    found = POINT.fullmatch(compact(value))
    if not found:
        raise Unreadable(value)
    day, at, in_utc = found.groups()
    try:
        if at is None:
            return date.fromisoformat(day)
        at = f"{at[:4]}59" if at.endswith(LEAP_SECOND) else at
        moment = datetime.fromisoformat(f"{day}T{at}")
    except ValueError:
        raise Unreadable(value) from None
    return moment.replace(tzinfo=UTC) if in_utc else moment


def read_duration(value: str) -> Length:
    found = DURATION.fullmatch(compact(value))
    if not found:
        raise Unreadable(value)
    weeks, days, *clock = (each or "0" for each in found.groups()[1:])
    hours, minutes, seconds = (float(each.replace(",", ".")) for each in clock)
    length = Length(7 * int(weeks) + int(days), timedelta(hours=hours, minutes=minutes, seconds=seconds))
    if found[1] == "-" and length > NOTHING:
        raise Unreadable(value)
    return length


NOTHING = Length(0, timedelta(0))


def read_offset(value: str) -> timedelta:
    """Return the time by which a zone's clocks are ahead of UTC."""
    found = OFFSET.fullmatch(compact(value))
    hours, minutes, seconds = (int(each or 0) for each in found.groups()[1:]) if found else (24, 0, 0)
    offset = timedelta(hours=hours, minutes=minutes, seconds=seconds)
    if not found or offset >= ONE_DAY:
        raise Unreadable(value)
    return -offset if found[1] == "-" else offset


def day_somewhere(text: str) -> date | None:
    """The day that is written in a text of which no more can be read."""
    for found in DAY_SOMEWHERE.findall(text):
        try:
            return date(*(int(each) for each in found))
        except ValueError:
            continue
    return None


def wall(point: Point, zone: tzinfo) -> datetime:
    """Return the time that a clock in a zone shows at a moment, or as a day begins; a local moment stays as it is."""
    if not isinstance(point, datetime):
        return datetime.combine(point, time.min)
    if point.tzinfo is None:
        return point
    try:
        return point.astimezone(zone).replace(tzinfo=None)
    except OverflowError:
        return point.replace(tzinfo=None)


def instant(local: datetime, zone: tzinfo) -> datetime:
    """Return the instant at which a zone's clock shows a time.

    A time that the clock skips has the offset before; of one that comes twice it is the first.
    """
    try:
        return local.replace(tzinfo=zone).astimezone(UTC)
    except OverflowError:
        is_early = local - BEGINNING < END_OF_TIME - local
        return (BEGINNING if is_early else END_OF_TIME).replace(tzinfo=UTC)


def later(at: datetime, by: timedelta) -> datetime:
    """A time moved, no further than there is time."""
    try:
        return at + by
    except OverflowError:
        return (END_OF_TIME if by > timedelta(0) else BEGINNING).replace(tzinfo=at.tzinfo)
