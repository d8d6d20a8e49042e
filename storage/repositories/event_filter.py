"""The events that a viewer sees, and the rows attached to them, in SQL from core's table of permissions.

For each relation that suffices, the first rows of a page are found by an index; the page is the first of these. So a
page costs what it shows, however many events the viewer may not see.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from core.application.access import Operation, Relation
from core.base.model import INT32_MAX
from storage.repositories import viewers
from storage.repositories.viewers import Viewer, sufficient
from storage.schema.calendar import event_participants, event_visibility, events
from storage.sql.column_types import Limit
from storage.sql.expressions import by_no_index, columns_for, page, within, within_reach
from storage.sql.statements import Query

T = TypeVar("T", bound=msgspec.Struct)
VIEWER = viewers.VIEWER.id


class Source(msgspec.Struct, frozen=True):
    """A way to find events or rows attached to them: the column with the event's id, and a condition."""

    event_id: sa.ColumnElement[int]
    condition: sa.ColumnElement[bool]
    few: bool = False
    """True where they are the viewer's own, and found by that without a look at what is attached."""


def record_of(table: sa.Table, viewer: Viewer = viewers.VIEWER) -> sa.ColumnElement[bool]:
    """The condition that a row is the viewer's live one of the current event."""
    return sa.and_(table.c.event_id == events.c.id, table.c.user_id == viewer.id, ~table.c.is_deleted)


def participates(viewer: Viewer = viewers.VIEWER) -> sa.ColumnElement[bool]:
    return sa.exists().where(record_of(event_participants, viewer)).label("participates")


def shown(viewer: Viewer = viewers.VIEWER) -> sa.ColumnElement[bool]:
    """The viewer's live record of visibility, null without one."""
    record = sa.select(event_visibility.c.is_visible).where(record_of(event_visibility, viewer))
    return record.scalar_subquery().label("shown")


def visible(viewer: Viewer = viewers.VIEWER) -> sa.ColumnElement[bool]:
    """The condition that the viewer may read the current event. The cheapest part is first; participants are many."""
    holds: dict[Relation, list[sa.ColumnElement[bool]]] = {
        Relation.CREATOR: [events.c.created_by_user_id == viewer.id],
        Relation.ADMITTED: [sa.func.coalesce(shown(viewer), events.c.is_public)],
        Relation.PARTICIPANT: [participates(viewer)],
    }
    return sa.or_(*sufficient(Operation.EVENT_READ, holds))


BY_RELATION: Mapping[Relation, Sequence[Source]] = {
    Relation.CREATOR: [Source(events.c.id, events.c.created_by_user_id == VIEWER, few=True)],
    Relation.PARTICIPANT: [Source(event_participants.c.event_id, record_of(event_participants), few=True)],
    Relation.ADMITTED: [
        Source(
            event_visibility.c.event_id, sa.and_(record_of(event_visibility), event_visibility.c.is_visible), few=True
        ),
        Source(events.c.id, sa.and_(events.c.is_public, shown().is_not(sa.false()))),
    ],
}
"""The sources that together find all events to which a viewer stands in a relation."""


def by_id(
    *conditions: sa.ColumnElement[bool], everything: bool, only: sa.ColumnElement[bool] | None = None
) -> list[sa.Select[Any]]:
    """Ids of the first events of each source, of which the page is made; some lie beyond the page.

    None, at no cost, unless `only` holds, which is a condition on the request, not on rows.
    """
    if everything:
        return [first(events.c.id, *conditions, only=only)]
    sources = sufficient(Operation.EVENT_READ, BY_RELATION)
    (of_many,) = (page_of(each.event_id, each.condition, *conditions, only=only) for each in sources if not each.few)
    many = of_many.cte("of_many")
    near = [
        first(each.event_id, each.condition, *conditions, each.event_id <= last_of(many), only=only)
        for each in sources
        if each.few
    ]
    return [sa.select(many.c.id), *near]


def last_of(found: sa.CTE) -> sa.ScalarSelect[int]:
    """The last id of a full page, beyond which no event is in the page; the highest possible id, if it is not full."""
    full = sa.func.count() == sa.bindparam("limit", type_=Limit)
    return sa.select(sa.case((full, sa.func.max(found.c.id)), else_=INT32_MAX)).select_from(found).scalar_subquery()


def attached_list(
    rows: sa.FromClause,
    into: type[T],
    *conditions: sa.ColumnElement[bool],
    among: Sequence[Source] | None,
    few: bool = False,
) -> Query[T]:
    """A page, by id, of live rows attached to events: all of them, or those that the sources `among` find.

    `rows` is an alias of their table, to which the conditions refer; sources may name the table itself. `few`: the
    conditions find few rows. Takes `after_id` and `limit`, with sources also `viewer`.
    """
    whole = sa.select(*columns_for(rows, into))
    live = [~rows.c.is_deleted, *conditions]
    if among is None:
        return Query(page(whole.where(*live), rows.c.id), into)
    key = by_no_index(rows.c.id) if few else rows.c.id
    by_join = [first(key, rows.c.event_id == each.event_id, each.condition, *live) for each in among]
    by_event = [
        first_of_few(rows, each, *live) if each.few else found for each, found in zip(among, by_join, strict=True)
    ]
    listed = (page(whole.where(within(rows.c.id, sa.union_all(*found))), rows.c.id) for found in (by_join, by_event))
    return Query(next(listed), into, postgresql=next(listed))


def attached_near(rows: sa.FromClause, into: type[T]) -> Query[T]:
    """A page, by id, of live rows attached to events that the viewer may read, up to the id `reach`."""
    found = sa.select(*columns_for(rows, into)).join_from(rows, events, rows.c.event_id == events.c.id)
    live = ~rows.c.is_deleted, ~events.c.is_deleted
    return Query(page(found.where(*live, within_reach(rows.c.id), visible()), rows.c.id), into)


def first_of_few(rows: sa.FromClause, source: Source, *live: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """The first ids attached to a source's few events, found first, for an engine that chooses the order of joins."""
    its_events = sa.select(source.event_id).where(source.condition, ~events.c.is_deleted)
    found = sa.select(rows.c.id.label("id")).where(within(rows.c.event_id, its_events), *live)
    return sa.select(page(found, rows.c.id).subquery().c.id)


def first(
    key: sa.ColumnElement[int], *conditions: sa.ColumnElement[bool], only: sa.ColumnElement[bool] | None = None
) -> sa.Select[Any]:
    """The first ids for which conditions hold, a page of them; never of deleted events."""
    return sa.select(page_of(key, *conditions, only=only).subquery().c.id)


def page_of(
    key: sa.ColumnElement[int], *conditions: sa.ColumnElement[bool], only: sa.ColumnElement[bool] | None = None
) -> sa.Select[Any]:
    return page(sa.select(key.label("id")).where(*conditions, ~events.c.is_deleted), key, only)
