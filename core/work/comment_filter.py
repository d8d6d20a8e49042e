"""Lists of the comments of a task that meet some conditions: the request, and what the store is asked for it."""

from datetime import date
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from core.application.use_case import Context
from core.base.date_times import DateTime
from core.base.model import Int32
from core.base.paging import FROM, TO, OrderedPage, set_or_none
from core.calendar.event_filter import bounds
from core.records.work import CommentConditions


class CommentQuery(OrderedPage, frozen=True, kw_only=True):
    """Comments of a task for which all that is given holds; `from` and `to` bound the date of createdAt."""

    from_date: Annotated[date, Meta(description="The first date of createdAt, included.")] | UnsetType = FROM
    to_date: Annotated[date, Meta(description="The last date of createdAt, included.")] | UnsetType = TO
    created_by_user_id: Annotated[Int32, Meta(description="Its author.")] | UnsetType = UNSET
    changed_since: Annotated[DateTime, Meta(description="The earliest updatedAt.")] | UnsetType = UNSET


ALL_COMMENTS = CommentQuery()


def conditions_of(ctx: Context, asked: CommentQuery) -> CommentConditions:
    """Return the conditions of a query for the store. Raises `Invalid` on inverted dates."""
    start, end = bounds(ctx, *asked.dates())
    zone = ctx.settings.zone
    return CommentConditions(
        author=set_or_none(asked.created_by_user_id),
        start=start,
        end=end,
        changed_since=None if asked.changed_since is UNSET else asked.changed_since.instant("changedSince", zone),
    )
