"""Conflicts of people in a time: the events that they take part in then. Everybody may ask about anybody.

A person is busy if they take part in an event that is active, not cancelled, and not of a type that only jobs make. A
setting says which statuses mean cancelled. The title of an event is shown only to those who may see the event.

What a person's outside calendars have makes them busy, too (`outside_calendars`); where one could not be read for
a day, or does not reach, their time is not known.
"""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from core.application.use_case import Context, needs, query
from core.base.calendar_time import Interval
from core.base.date_times import DateTime
from core.base.errors import FieldCode, FieldError, Invalid, raise_if_any
from core.base.model import Int32, Request
from core.calendar.events import instants, time_errors
from core.calendar.outside_calendars import UNREAD_FOR
from core.records.calendar import AvailabilityConflict, BusyAnswer, BusyQuery
from core.records.tokens import Scope

MOST_PEOPLE = 100
HIDDEN_TITLE = "Ocupado"
"""Shown instead of the title to those who may not see the event, in every language: the contract's word."""

UNKNOWN_TITLE = "No se sabe"
"""The title, in every language, of a time in which a person may be busy: an outside calendar could not be read."""

OUTSIDE_EVENT = 0
"""The id for a time of an outside calendar, which is not an event of ours."""


class AvailabilityRequest(Request, frozen=True, kw_only=True):
    """The 1 to 100 people asked about (repeated, with commas or both), the time, and an event that does not count."""

    start_datetime: DateTime
    end_datetime: DateTime
    user_ids: list[Int32]
    exclude_event_id: Int32 | UnsetType = UNSET


@needs(Scope.EVENTS_READ)
@query
async def find_conflicts(ctx: Context, request: AvailabilityRequest) -> Sequence[AvailabilityConflict]:
    """List events of these people that overlap the time, by person, start and event. People without one are free.

    Event 0 is none of ours: a time that is taken in an outside calendar («Ocupado»), or in which it is not known
    («No se sabe»).
    """
    user_ids = distinct_people(request.user_ids)
    start, end = instants(ctx, request.start_datetime, request.end_datetime)
    excluded = None if request.exclude_event_id is UNSET else request.exclude_event_id
    found = await busy(ctx, user_ids, Interval(start, end), excluded)
    raise_if_any(time_errors(start, end), unknown_errors(found.unknown))
    return found.conflicts


async def busy(ctx: Context, user_ids: Sequence[int], during: Interval, excluded_event_id: int | None) -> BusyAnswer:
    """Find what keeps these people busy during a time, apart from an event."""
    cancelled, read_since = ctx.settings.cancelled_status_ids, ctx.now - UNREAD_FOR
    asked = BusyQuery(user_ids, during.start, during.end, excluded_event_id, cancelled, read_since)
    return await ctx.uow.busy.conflicts(ctx.actor, asked)


def is_unknown(row: AvailabilityConflict) -> bool:
    """Return whether a row says that it is not known whether a person is busy."""
    return row.conflicting_event_id == OUTSIDE_EVENT and row.conflicting_event_title == UNKNOWN_TITLE


def distinct_people(user_ids: Sequence[int]) -> Sequence[int]:
    """Each person once. Raises `Invalid` if there are none or too many."""
    once = list(dict.fromkeys(user_ids))
    if not once:
        raise Invalid.at("userIds", FieldCode.EMPTY)
    if len(once) > MOST_PEOPLE:
        raise Invalid.at("userIds", FieldCode.TOO_LONG, limit=MOST_PEOPLE)
    return once


def unknown_errors(unknown: Sequence[int]) -> list[FieldError]:
    return [FieldError("userIds", FieldCode.UNKNOWN_ID, {"value": each}) for each in unknown]
