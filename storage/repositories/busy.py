"""When people are busy: one row a live participation that counts, kept with the events, so that nobody is asked twice.

A time that is asked for is found by one seek a person and span class. What is in a class is no longer than its length,
so only rows that start less than that before the time can reach into it; long events do not make short ones dear.
Rows keep their event's status, since which statuses are cancellations may differ from run to run.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import Any, NamedTuple

import sqlalchemy as sa

from core.application.access import Operation, may
from core.calendar.availability import HIDDEN_TITLE
from core.records.calendar import AvailabilityConflict, BusyAnswer, BusyQuery
from core.records.people import Actor
from storage.repositories.event_filter import visible
from storage.schema.calendar import SPAN_DAYS, busy, event_participants, event_types, events
from storage.schema.people import users
from storage.sql.dialect import Dialect
from storage.sql.executor import DatabaseConnection

MICROSECOND = timedelta(microseconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LENGTHS = tuple(timedelta(days) // MICROSECOND for days in (*SPAN_DAYS, 366 * 9999))
"""How long the events of a span class are at most; the last has all that are longer than the others'."""
BY_PERSON_START_AND_EVENT = attrgetter("user_id", "start", "event_id")


class BusyRow(NamedTuple):
    """Of an answer: a person's id and name, or a person's id and an event of theirs; what is not said is null."""

    user_id: int
    username: Any
    event_id: Any
    title: Any
    start: Any
    end: Any


class BusyStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        rows = occupied(sql).where(sql.among(events.c.id, "ids"))
        self.refresh = [
            sql.change(sa.delete(busy).where(sql.among(busy.c.event_id, "ids"))),
            sql.change(sa.insert(busy).from_select(list(busy.c), rows)),
        ]
        self.conflicts = {
            everything: sql.query(known_and_conflicts(sql, everything=everything), BusyRow)
            for everything in (False, True)
        }


class Busy:
    """`core.ports.BusyRepository`, and what keeps it true."""

    def __init__(self, connection: DatabaseConnection, statements: BusyStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def conflicts(self, viewer: Actor, asked: BusyQuery) -> BusyAnswer:
        """A row a person and event that overlaps the time, by person, start and event; and who is nobody."""
        rows = await self._connection.all(
            self._sql.conflicts[may(viewer, Operation.EVENT_READ)],
            viewer=viewer.id,
            user_ids=asked.user_ids,
            start=(asked.start - EPOCH) // MICROSECOND,
            end=(asked.end - EPOCH) // MICROSECOND,
            cancelled=asked.cancelled,
            excluded=asked.excluded_event_id,
            hidden_title=HIDDEN_TITLE,
        )
        names = {row.user_id: row.username for row in rows if row.event_id is None}
        found = sorted((row for row in rows if row.event_id is not None), key=BY_PERSON_START_AND_EVENT)
        return BusyAnswer(
            [each for each in asked.user_ids if each not in names],
            [AvailabilityConflict(row.user_id, names[row.user_id], *row[2:]) for row in found],
        )

    async def refresh(self, event_ids: Collection[int]) -> None:
        """To be called after whatever changes these events or their participants."""
        for change in self._sql.refresh:
            await self._connection.run(change, ids=event_ids)


def occupied(sql: Dialect) -> sa.Select[Any]:
    """What the table holds, from what it follows from: its columns, of every participation that counts."""
    starts, ends = (sql.microseconds(column) for column in (events.c.start_datetime, events.c.end_datetime))
    return (
        sa.select(
            event_participants.c.user_id,
            events.c.span,
            starts,
            ends,
            events.c.id,
            events.c.status_id,
        )
        .join(event_participants, event_participants.c.event_id == events.c.id)
        .join(event_types, event_types.c.id == events.c.event_type_id)
        .where(
            events.c.is_active,
            ~events.c.is_deleted,
            ~event_types.c.auto_generated,
            ~event_participants.c.is_deleted,
            event_participants.c.user_id.is_not(None),
        )
    )


def known_and_conflicts(sql: Dialect, *, everything: bool) -> sa.CompoundSelect[Any]:
    """Who of those asked about is in the directory, by what name, and what they are busy with, which names nobody.

    Both at once, for a statement more costs what a third of the answer does; and each person is looked up once, known
    or not, however many their conflicts. In no order: so few are sorted for less outside.
    """
    found = conflicts(sql, everything=everything)
    no_event = (sa.null() for _ in found.selected_columns[2:])
    known = sa.select(users.c.id, users.c.username, *no_event).where(sql.among(users.c.id, "user_ids"))
    return sa.union_all(found, known)


def conflicts(sql: Dialect, *, everything: bool) -> sa.Select[Any]:
    """What people are busy with, told to who sees every event or to who sees some."""
    found, user_id, event_id = class_by_class(sql) if sql.joins_by_guess else seek_by_seek(sql)
    hidden = sa.bindparam("hidden_title", type_=sa.Text)
    title = events.c.title if everything else sa.case((visible(), events.c.title), else_=hidden)
    event: Sequence[sa.ColumnElement[Any]] = (event_id, title, events.c.start_datetime, events.c.end_datetime)
    no_name = sa.type_coerce(sa.null(), sa.Text)
    columns: Sequence[sa.ColumnElement[Any]] = (user_id, no_name, *(sa.type_coerce(each, each.type) for each in event))
    joined = found.join(events, events.c.id == event_id)
    if sql.joins_by_guess:
        joined = joined.where(~sql.among(events.c.status_id, "cancelled"))
    return joined.with_only_columns(*columns)


BusyRows = tuple[sa.Select[Any], sa.ColumnElement[int], sa.ColumnElement[int]]
"""Some rows of `busy`: the select, and in it whose they are and of which event."""


def seek_by_seek(sql: Dialect) -> BusyRows:
    """The rows of a time as the engine joins what is asked: each person with each class, then the rows."""
    asked = sql.listed("user_ids").subquery("asked")
    spans = sa.union_all(*(sa.select(*numbers(span, length)) for span, length in enumerate(LENGTHS))).subquery("spans")
    each = sa.select(busy.c.user_id).join_from(asked, spans, sa.true())
    found = each.join(busy, sa.and_(busy.c.user_id == asked.c.value, busy.c.span == spans.c.span))
    counts = ~sql.among(busy.c.status_id, "cancelled")
    return found.where(*in_time(sql, spans.c.length), counts), busy.c.user_id, busy.c.event_id


def class_by_class(sql: Dialect) -> BusyRows:
    """The same for an engine that would guess in which order to join: a select a class, each all seeks.

    Cancelled events are left in: their status is not in the key, and without it only the index is read. That an end is
    late enough is said as a number. Of that a planner takes it that it seldom holds, so that one plan for all questions
    looks as good as one for each, which takes longer to make than to run; nor does it count on skipping every start,
    which comes before the end in the key.
    """
    of_people = sa.select(busy.c.user_id, busy.c.event_id).where(sql.among(busy.c.user_id, "user_ids"))
    classes = ([column.element for column in numbers(span, length)] for span, length in enumerate(LENGTHS))
    each = (of_people.where(busy.c.span == span, *in_time(sql, length)) for span, length in classes)
    found = sa.union_all(*each).subquery("found")
    return sa.select(found.c.user_id), found.c.user_id, found.c.event_id


def in_time(sql: Dialect, length: sa.ColumnElement[int]) -> list[sa.ColumnElement[bool]]:
    """What holds of the rows of a class that are in the time."""
    start, end = (sa.bindparam(name, type_=sa.BigInteger) for name in ("start", "end"))
    ends_later = busy.c.ends_at > start
    return [
        busy.c.starts_at > start - length,
        busy.c.starts_at < end,
        sa.cast(ends_later, sa.Integer) == sa.literal_column("1") if sql.joins_by_guess else ends_later,
        busy.c.event_id.is_distinct_from(sa.bindparam("excluded", type_=sa.Integer)),
    ]


def numbers(span: int, length: int) -> tuple[sa.Label[int], sa.Label[int]]:
    """A span class and its length, as columns: written out, a parameter costs more than it says."""
    return (
        sa.literal_column(str(span), sa.Integer).label("span"),
        sa.literal_column(str(length), sa.BigInteger).label("length"),
    )
