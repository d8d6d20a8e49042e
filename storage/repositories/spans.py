"""The events that overlap a time: one seek for each span class, as `busy` does for people (docs/decisions/0008)."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from storage.schema.calendar import BY_TIME, SPAN_DAYS, events
from storage.sql.expressions import parameter_of

EARLIEST, LATEST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)
START, END = events.c.start_datetime, events.c.end_datetime


def instants(start: datetime | None, end: datetime | None) -> Mapping[str, datetime]:
    """The parameters of [start, end), unbounded where None, and the earliest start of each span class."""
    start = start or EARLIEST
    classes = {f"reach_{days}": max(start, EARLIEST + timedelta(days)) - timedelta(days) for days in SPAN_DAYS}
    return {"start": start, "end": end or LATEST, **classes}


def overlapping() -> list[sa.ColumnElement[bool]]:
    """The conditions on events that overlap the time."""
    return [parameter_of(END, "end") > START, parameter_of(START, "start") < END]


def ids_by_time() -> sa.CompoundSelect[Any]:
    """The ids of undeleted events within the time, found by span class, whoever may see them."""
    begin = [[parameter_of(START, f"reach_{days}") < START] for days in SPAN_DAYS]
    classes = enumerate([*begin, []])
    live = (
        sa.select(events.c.id)
        .with_hint(events, f"INDEXED BY {BY_TIME}", "sqlite")
        .where(~events.c.is_deleted, *overlapping())
    )
    return sa.union_all(*(live.where(events.c.span == sa.literal_column(str(span)), *each) for span, each in classes))
