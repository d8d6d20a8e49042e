"""The times at which people are busy: a row for each live participation that counts, kept up to date with events.

Rows within a time are found by one seek for each person and span class. The events of a class are no longer than its
length, so only rows that start less than that before the time can overlap it; long events do not slow down short ones.
Rows keep their event's status, since which statuses are cancellations is a setting.

The times of outside calendars are in a table of its own, in pieces of at most a day (`outside_calendars`).
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

import sqlalchemy as sa

from core.application.access import Operation, may
from core.base.calendar_time import EPOCH, INSTANT, ONE_DAY, Interval, union
from core.base.model import ParticipationStatus
from core.calendar.availability import HIDDEN_TITLE, OUTSIDE_EVENT, UNKNOWN_TITLE
from core.ports.calendar import BusyRepository
from core.records.calendar import AvailabilityConflict, BusyAnswer, BusyQuery
from core.records.people import Actor
from storage.repositories.event_filter import visible
from storage.schema.calendar import SPAN_DAYS, busy, event_participants, event_types, events
from storage.schema.outside_calendars import outside_busy, outside_calendars
from storage.schema.people import LIVE, absences, users
from storage.sql.column_types import Instant
from storage.sql.executor import Repository
from storage.sql.expressions import IdList, among, microseconds
from storage.sql.statements import Change, Query

DECLINED = sa.literal_column(f"'{ParticipationStatus.DECLINED}'", sa.Text)
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
LENGTHS = tuple(timedelta(days) // INSTANT for days in (*SPAN_DAYS, 366 * 9999))
"""The longest that an event of each span class lasts; the last class has all that are longer than the others'."""
START, END = (sa.bindparam(name, type_=sa.BigInteger) for name in ("start", "end"))
START_AT, END_AT, DAY_BEFORE = (sa.bindparam(name, type_=Instant) for name in ("start_at", "end_at", "day_before"))
BY_PERSON_START_AND_EVENT = attrgetter("user_id", "start", "event_id")


class BusyRow(NamedTuple):
    """An event of a person, without a name; or a person by name, with when a calendar of theirs was read and known.

    For a person without such a calendar all but id and name is null; for one with it, the event is.
    """

    user_id: int
    username: Any
    event_id: Any
    title: Any
    start: Any
    end: Any


def occupied() -> sa.Select[Any]:
    """Select the rows that the table `busy` must hold: one for each participation that counts."""
    starts, ends = (microseconds(column) for column in (events.c.start_datetime, events.c.end_datetime))
    return (
        sa.select(event_participants.c.user_id, events.c.span, starts, ends, events.c.id, events.c.status_id)
        .join(event_participants, event_participants.c.event_id == events.c.id)
        .join(event_types, event_types.c.id == events.c.event_type_id)
        .where(
            events.c.is_active,
            ~events.c.is_deleted,
            ~event_types.c.auto_generated,
            ~event_participants.c.is_deleted,
            event_participants.c.user_id.is_not(None),
            event_participants.c.response != DECLINED,
        )
    )


BusyRows = tuple[sa.Select[Any], sa.ColumnElement[int], sa.ColumnElement[int]]
"""Some rows of `busy`: their select, and its columns with the person's id and the event's."""


def conflicts_query(*, everything: bool) -> Query[BusyRow]:
    """The conflicts, for viewers who see every event or some; in the form that suits each engine."""
    by_class, cancelled = class_by_class(), among(events.c.status_id, "cancelled")
    return Query(
        with_names(conflicts(seek_by_seek(), everything=everything)),
        BusyRow,
        postgresql=with_names(conflicts(by_class, everything=everything).where(~cancelled)),
    )


def with_names(found: sa.Select[Any]) -> sa.CompoundSelect[Any]:
    """Conflicts, and the people asked about who are in the directory, with how far each of their calendars is known.

    In one statement, since a second one costs a third of the answer. Not ordered: so few rows are sorted faster
    outside.
    """
    calendar = outside_calendars.c
    unknown = sa.case((calendar.id.is_not(None), sa.literal_column(f"'{UNKNOWN_TITLE}'", sa.Text)))
    known = (
        sa.select(users.c.id, users.c.username, sa.null(), unknown, calendar.read_at, calendar.known_until)
        .outerjoin(outside_calendars, calendar.user_id == users.c.id)
        .where(among(users.c.id, "user_ids"))
    )
    return sa.union_all(found, taken_elsewhere(), hours_away(), known)


def taken_elsewhere() -> sa.Select[Any]:
    """Select the times at which people are busy, or may be, by their outside calendars: pieces of at most a day."""
    piece, event = outside_busy.c, sa.literal_column(str(OUTSIDE_EVENT), sa.Integer)
    busy_title, unknown = (sa.literal_column(f"'{each}'", sa.Text) for each in (HIDDEN_TITLE, UNKNOWN_TITLE))
    title = sa.case((piece.is_known, busy_title), else_=unknown)
    return sa.select(piece.user_id, sa.null(), event, title, piece.starts_at, piece.ends_at).where(
        among(piece.user_id, "user_ids"),
        piece.starts_at > DAY_BEFORE,
        piece.starts_at < END_AT,
        piece.ends_at > START_AT,
    )


def hours_away() -> sa.Select[Any]:
    """Select the absences of some hours within the time asked about."""
    event, title = sa.literal_column(str(OUTSIDE_EVENT), sa.Integer), sa.literal_column(f"'{HIDDEN_TITLE}'", sa.Text)
    away = absences.c
    return sa.select(away.user_id, sa.null(), event, title, away.starts_at, away.ends_at).where(
        among(away.user_id, "user_ids"), LIVE, away.starts_at < END_AT, away.ends_at > START_AT
    )


def conflicts(busy_rows: BusyRows, *, everything: bool) -> sa.Select[Any]:
    """The conflicts of some rows of `busy`, with the titles of what the viewer may read."""
    found, user_id, event_id = busy_rows
    hidden = sa.bindparam("hidden_title", type_=sa.Text)
    title = events.c.title if everything else sa.case((visible(), events.c.title), else_=hidden)
    event: Sequence[sa.ColumnElement[Any]] = (event_id, title, events.c.start_datetime, events.c.end_datetime)
    no_name = sa.type_coerce(sa.null(), sa.Text)
    columns: Sequence[sa.ColumnElement[Any]] = (user_id, no_name, *(sa.type_coerce(each, each.type) for each in event))
    return found.join(events, events.c.id == event_id).with_only_columns(*columns)


def seek_by_seek() -> BusyRows:
    """Rows within a time for an engine that joins in the given order: each person with each class, then rows."""
    asked = IdList("user_ids")
    spans = sa.union_all(*(sa.select(*numbers(span, length)) for span, length in enumerate(LENGTHS))).subquery("spans")
    each = sa.select(busy.c.user_id).join_from(asked, spans, sa.true())
    found = each.join(busy, sa.and_(busy.c.user_id == asked.c.value, busy.c.span == spans.c.span))
    counts = ~among(busy.c.status_id, "cancelled")
    return found.where(*in_time(spans.c.length, busy.c.ends_at > START), counts), busy.c.user_id, busy.c.event_id


def class_by_class() -> BusyRows:
    """The same for an engine that chooses the order of joins: a select for each class, each only index seeks.

    Cancelled events are left in: their status is not in the key, and without it only the index is read. The condition
    on the end is a comparison of numbers, of which the planner assumes that it seldom holds. So it keeps one generic
    plan, which is cheaper than planning each time, and does not count on skipping rows by the start, which precedes the
    end in the key.
    """
    of_people = sa.select(busy.c.user_id, busy.c.event_id).where(among(busy.c.user_id, "user_ids"))
    classes = ([column.element for column in numbers(span, length)] for span, length in enumerate(LENGTHS))
    ends_later = sa.cast(busy.c.ends_at > START, sa.Integer) == sa.literal_column("1")
    each = (of_people.where(busy.c.span == span, *in_time(length, ends_later)) for span, length in classes)
    found = sa.union_all(*each).subquery("found")
    return sa.select(found.c.user_id), found.c.user_id, found.c.event_id


def in_time(length: sa.ColumnElement[int], ends_later: sa.ColumnElement[bool]) -> list[sa.ColumnElement[bool]]:
    """The conditions on rows of a class that overlap the time."""
    return [
        busy.c.starts_at > START - length,
        busy.c.starts_at < END,
        ends_later,
        busy.c.event_id.is_distinct_from(sa.bindparam("excluded", type_=sa.Integer)),
    ]


def numbers(span: int, length: int) -> tuple[sa.Label[int], sa.Label[int]]:
    """A span class and its length, as literal columns, which are cheaper than parameters."""
    return (
        sa.literal_column(str(span), sa.Integer).label("span"),
        sa.literal_column(str(length), sa.BigInteger).label("length"),
    )


def not_known(calendar: BusyRow, asked: BusyQuery) -> BusyRow | None:
    """The part of the time asked about that a person's outside calendar says nothing of, if there is one."""
    read_at, known_until = calendar.start, calendar.end
    stale = known_until is None or read_at < asked.read_since
    since = asked.start if stale else max(asked.start, known_until)
    return calendar._replace(event_id=OUTSIDE_EVENT, start=since, end=asked.end) if since < asked.end else None


def in_one_piece(rows: Sequence[BusyRow]) -> list[BusyRow]:
    """The rows of each person and title, with times that touch joined into one."""
    times: dict[tuple[int, str], list[Interval]] = {}
    for row in rows:
        times.setdefault((row.user_id, row.title), []).append(Interval(row.start, row.end))
    return [
        BusyRow(person, None, OUTSIDE_EVENT, title, *each)
        for (person, title), pieces in times.items()
        for each in union(pieces)
    ]


class Busy(Repository, BusyRepository):
    """The port, and what keeps the table up to date."""

    CONFLICTS: ClassVar = {everything: conflicts_query(everything=everything) for everything in (False, True)}

    async def conflicts(self, viewer: Actor, asked: BusyQuery) -> BusyAnswer:
        rows = await self._db.all(
            self.CONFLICTS[may(viewer, Operation.EVENT_READ)],
            viewer=viewer.id,
            user_ids=asked.user_ids,
            start=(asked.start - EPOCH) // INSTANT,
            end=(asked.end - EPOCH) // INSTANT,
            cancelled=asked.cancelled,
            excluded=asked.excluded_event_id,
            hidden_title=HIDDEN_TITLE,
            start_at=asked.start,
            end_at=asked.end,
            day_before=max(asked.start, EARLIEST) - ONE_DAY,
        )
        people = [row for row in rows if row.event_id is None]
        names = {row.user_id: row.username for row in people}
        found = [row for row in rows if row.event_id]
        elsewhere = [row for row in rows if row.event_id == OUTSIDE_EVENT]
        elsewhere += [unknown for row in people if row.title and (unknown := not_known(row, asked))]
        if elsewhere:
            found += in_one_piece(elsewhere)
        found.sort(key=BY_PERSON_START_AND_EVENT)
        return BusyAnswer(
            [each for each in asked.user_ids if each not in names],
            [AvailabilityConflict(row.user_id, names[row.user_id], *row[2:]) for row in found],
        )

    REFRESH = (
        Change(sa.delete(busy).where(among(busy.c.event_id, "ids"))),
        Change(sa.insert(busy).from_select(list(busy.c), occupied().where(among(events.c.id, "ids")))),
    )

    async def refresh(self, event_ids: Collection[int]) -> None:
        """Call after any change of these events or their participants."""
        for change in self.REFRESH:
            await self._db.run(change, ids=event_ids)
