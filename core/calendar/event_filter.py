"""Lists of the events that meet some conditions, in an order: the request, and what the store is asked for it."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import UNSET, Meta, UnsetType

from core.application.use_case import Context
from core.base.calendar_time import ONE_DAY
from core.base.date_times import DateTime, start_of
from core.base.external_ids import IdThere, Source, sought_there
from core.base.model import Int32
from core.base.paging import FROM, TO, OrderedPage, set_or_none
from core.records.calendar import EventConditions


class EventSort(StrEnum):
    """The fields that order a list of events; events with the same value are ordered by id."""

    ID = "id"
    START = "startDatetime"
    UPDATED = "updatedAt"


class EventQuery(OrderedPage, frozen=True, kw_only=True):
    """Events for which all that is given holds, in an order; `from` and `to` are dates that events touch."""

    SORTS: ClassVar = {
        EventSort.ID: ("id", int),
        EventSort.START: ("start_datetime", datetime),
        EventSort.UPDATED: ("updated_at", datetime),
    }

    from_date: Annotated[date, Meta(description="The first of the dates that it may touch.")] | UnsetType = FROM
    to_date: Annotated[date, Meta(description="The last of the dates that it may touch.")] | UnsetType = TO
    series_id: Annotated[Int32, Meta(description="Its seriesId.")] | UnsetType = UNSET
    participant_user_id: Annotated[Int32, Meta(description="One of those who take part.")] | UnsetType = UNSET
    created_by_user_id: Annotated[Int32, Meta(description="Who created it.")] | UnsetType = UNSET
    event_type_id: Annotated[Int32, Meta(description="Its eventTypeId.")] | UnsetType = UNSET
    changed_since: Annotated[DateTime, Meta(description="The earliest updatedAt.")] | UnsetType = UNSET
    external_source: Source | UnsetType = UNSET
    external_id: IdThere | UnsetType = UNSET
    series_external_source: Source | UnsetType = UNSET
    series_external_id: IdThere | UnsetType = UNSET
    sort: Annotated[EventSort, Meta(description="What the list is ordered by, and then by id.")] | UnsetType = UNSET

    @property
    def is_by_time(self) -> bool:
        """True where nothing is asked for but a page by id and dates."""
        return self.changes().keys() <= {"limit", "after_id", "from_date", "to_date"}


ALL_EVENTS = EventQuery()
OF_SERIES = "seriesExternalSource", "seriesExternalId"


def conditions_of(ctx: Context, asked: EventQuery) -> EventConditions:
    """The conditions of a query for the store. Raises `Invalid` on inverted dates."""
    start, end = bounds(ctx, *asked.dates())
    zone = ctx.settings.zone
    return EventConditions(
        series=set_or_none(asked.series_id),
        participant=set_or_none(asked.participant_user_id),
        creator=set_or_none(asked.created_by_user_id),
        event_type=set_or_none(asked.event_type_id),
        start=start,
        end=end,
        changed_since=None if asked.changed_since is UNSET else asked.changed_since.instant("changedSince", zone),
        external=sought_there(asked.external_source, asked.external_id),
        of_series=sought_there(asked.series_external_source, asked.series_external_id, OF_SERIES),
    )


def bounds(ctx: Context, first: date | None, last: date | None) -> tuple[datetime | None, datetime | None]:
    """The instants at which the first date begins and the last one has ended, in the business zone."""
    zone = ctx.settings.zone
    return start_of(first, zone) if first else None, start_of(last + ONE_DAY, zone) if last else None
