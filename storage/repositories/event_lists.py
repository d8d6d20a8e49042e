"""Pages of the events for which some conditions hold, in an order; as `task_lists` has those of tasks."""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from functools import cache
from typing import Any

import sqlalchemy as sa

from core.application.access import Operation
from core.records.calendar import Event, EventConditions
from storage.repositories.event_filter import BY_RELATION, visible
from storage.repositories.spans import ids_by_time, instants, overlapping
from storage.repositories.viewers import sufficient
from storage.schema.calendar import event_participants, event_series, events
from storage.sql.expressions import columns_for, within
from storage.sql.ordered import Sees, equals, given, ordered, unless_given
from storage.sql.statements import Query


class EventsBy(Enum):
    """The conditions by which the events of a list are found."""

    SERIES = auto()
    EXTERNAL = auto()
    OF_SERIES = auto()
    PARTICIPANT = auto()
    CREATOR = auto()
    CHANGED = auto()
    TIME = auto()
    NOTHING = auto()
    """The order alone."""

    @property
    def finds_few(self) -> bool:
        """True where it finds so few events that each may be looked at."""
        return self not in {EventsBy.NOTHING, EventsBy.EXTERNAL, EventsBy.OF_SERIES}


SORTED_BY: Mapping[str, sa.ColumnElement[Any]] = {
    "id": events.c.id,
    "start_datetime": events.c.start_datetime,
    "updated_at": events.c.updated_at,
}
SINCE = sa.bindparam("since", type_=events.c.updated_at.type)


def taking_part(person: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    return sa.and_(event_participants.c.user_id == person, ~event_participants.c.is_deleted)


OF_NAMED_SERIES = within(
    events.c.series_id,
    sa.select(event_series.c.id).where(
        event_series.c.external_source == given("series_source", sa.Text),
        event_series.c.external_id.is_not(None),
        unless_given("series_id_there", event_series.c.external_id == given("series_id_there", sa.Text), sa.Text),
    ),
)
BEGINNINGS = {
    EventsBy.SERIES: events.c.series_id == sa.bindparam("series", type_=sa.Integer),
    EventsBy.EXTERNAL: sa.and_(
        events.c.external_source == sa.bindparam("source", type_=sa.Text), events.c.external_id.is_not(None)
    ),
    EventsBy.OF_SERIES: OF_NAMED_SERIES,
    EventsBy.PARTICIPANT: within(
        events.c.id,
        sa.select(event_participants.c.event_id).where(taking_part(sa.bindparam("participant", type_=sa.Integer))),
    ),
    EventsBy.CREATOR: events.c.created_by_user_id == sa.bindparam("creator", type_=sa.Integer),
    EventsBy.CHANGED: events.c.updated_at >= SINCE,
    EventsBy.TIME: within(events.c.id, ids_by_time()),
    EventsBy.NOTHING: sa.true(),
}
TAKES_PART = (
    sa.exists().where(event_participants.c.event_id == events.c.id, taking_part(given("participant"))).correlate(events)
)
REST: Sequence[tuple[EventsBy | None, sa.ColumnElement[bool]]] = (
    (None, ~events.c.is_deleted),
    (EventsBy.SERIES, equals(events.c.series_id, "series")),
    (EventsBy.EXTERNAL, unless_given("source", events.c.external_source == given("source", sa.Text), sa.Text)),
    (None, unless_given("id_there", events.c.external_id == given("id_there", sa.Text), sa.Text)),
    (EventsBy.OF_SERIES, unless_given("series_source", OF_NAMED_SERIES, sa.Text)),
    (EventsBy.CREATOR, equals(events.c.created_by_user_id, "creator")),
    (None, equals(events.c.event_type_id, "event_type")),
    *((EventsBy.TIME, condition) for condition in overlapping()),
    (EventsBy.CHANGED, unless_given("since", events.c.updated_at >= SINCE, events.c.updated_at.type)),
    (EventsBy.PARTICIPANT, unless_given("participant", TAKES_PART)),
)
"""The conditions of a list, each after the way to begin that makes it needless; one not asked for always holds."""


def begin_with(conditions: EventConditions, field: str) -> EventsBy:
    """The condition that finds fewest, as a rule, of those that are given. No index is in the order of their starts."""
    timed = conditions.start is not None or conditions.end is not None or field == "start_datetime"
    asked = {
        EventsBy.SERIES: conditions.series is not None,
        EventsBy.EXTERNAL: conditions.external.external_source is not None,
        EventsBy.OF_SERIES: conditions.of_series.external_source is not None,
        EventsBy.PARTICIPANT: conditions.participant is not None,
        EventsBy.CREATOR: conditions.creator is not None,
        EventsBy.CHANGED: conditions.changed_since is not None,
        EventsBy.TIME: timed,
    }
    return next((each for each, is_asked in asked.items() if is_asked), EventsBy.NOTHING)


def visible_ids() -> sa.CompoundSelect[Any]:
    """Ids of the events that the viewer may read, found by an index for each relation that suffices."""
    sources = sufficient(Operation.EVENT_READ, BY_RELATION)
    return sa.union_all(*(sa.select(each.event_id).where(each.condition, ~events.c.is_deleted) for each in sources))


@cache
def ordered_events(begin: EventsBy, sees: Sees, field: str, *, descends: bool) -> Query[Event]:
    """A page in an order of the events for which the conditions hold; with the parameters of `parameters_for`."""
    listed = ordered(
        sa.select(*columns_for(events, Event)),
        events.c.id,
        SORTED_BY[field],
        BEGINNINGS[begin],
        *(condition for needless_with, condition in REST if needless_with is not begin),
        descends=descends,
        readable=(sees, visible(), visible_ids()),
    )
    return Query(listed, Event, passed_on=True)


def parameters_for(conditions: EventConditions) -> dict[str, Any]:
    """The parameters of `ordered_events` without the page and the viewer."""
    return {
        "series": conditions.series,
        "participant": conditions.participant,
        "creator": conditions.creator,
        "event_type": conditions.event_type,
        "since": conditions.changed_since,
        "source": conditions.external.external_source,
        "id_there": conditions.external.external_id,
        "series_source": conditions.of_series.external_source,
        "series_id_there": conditions.of_series.external_id,
        **instants(conditions.start, conditions.end),
    }
