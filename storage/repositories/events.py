"""Events; a deleted one stays as a row. Who sees which is in `storage.repositories.event_filter`."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from math import isqrt
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from core.application.access import Operation, may
from core.base.external_ids import NO_EXTERNAL_ID, ExternalId
from core.base.model import INT32_MAX
from core.base.paging import WHOLE, OrderedPage, Page
from core.ports.calendar import EventRepository
from core.records.calendar import Event, EventConditions, NewEvent, SeenEvent
from core.records.people import Actor
from storage.repositories.busy import Busy
from storage.repositories.event_filter import by_id, participates, shown, visible
from storage.repositories.event_lists import begin_with, ordered_events, parameters_for
from storage.repositories.spans import ids_by_time, instants, overlapping
from storage.schema.calendar import event_participants, event_reminders, event_visibility, events
from storage.sql.executor import Repository, change, one, only, parameters_of
from storage.sql.expressions import among, columns_for, fields, page, parameter_of, variants, within
from storage.sql.ordered import Sees, place_of
from storage.sql.statements import Change, Query

CALENDAR, LISTED = 100_000, 1000
"""The events of a calendar, and of a page at most, by which `most_read_in_full` weighs the costs."""

EXTERNAL_ID = fields(ExternalId)
IS_IT = events.c.id == sa.bindparam("event_id")
THIS = sa.and_(events.c.id == sa.bindparam("event_id"), ~events.c.is_deleted)


def seen_event(participates: bool, shown: bool | None, *event: Any) -> SeenEvent:
    return SeenEvent(Event(*event), participates, shown)


def seen_events() -> sa.Select[Any]:
    return sa.select(participates(), shown(), *columns_for(events, Event))


def event_list(everything: bool, dated: bool) -> Query[Event]:
    if dated:
        condition = [within(events.c.id, of_a_time(everything=everything)), *([] if everything else [visible()])]
    elif everything:
        condition = [~events.c.is_deleted]
    else:
        condition = [within(events.c.id, sa.union_all(*by_id(everything=False)))]
    return Query(page(sa.select(*columns_for(events, Event)).where(*condition), events.c.id), Event, passed_on=True)


def of_a_time(*, everything: bool) -> sa.CompoundSelect[Any]:
    """Ids of the page's events within a time, and some beyond the page or invisible to the viewer.

    If the time has few events, these are all of them; if many, they are found by id.
    """
    limit = sa.bindparam("few", type_=sa.Integer)
    found = sa.select(ids_by_time().subquery().c.id).limit(limit + 1).cte("found")
    held = sa.select((sa.func.count() > limit).label("many")).select_from(found).cte("held")
    many = sa.select(held.c.many).scalar_subquery()
    by_time = sa.select(found.c.id).limit(sa.case((many, 0), else_=INT32_MAX)).subquery()
    return sa.union_all(sa.select(by_time.c.id), *by_id(*overlapping(), everything=everything, only=many))


def most_read_in_full(most: int) -> int:
    """Return how many events cost no more to read in full than to find a page of `most` among all by id.

    Of n evenly spread events a page of p is found among n · p / k if k are in the time: equal costs at k² = n · p.
    """
    return isqrt(CALENDAR * min(LISTED, most))


def detach(table: sa.Table) -> Change:
    live = sa.and_(among(table.c.event_id, "ids"), ~table.c.is_deleted)
    gone = {"is_deleted": sa.true(), "deleted_at": parameter_of(table.c.deleted_at)}
    return Change(sa.update(table).where(live).values(**gone))


class Events(Repository, EventRepository):
    seen = one(seen_events().where(THIS), seen_event)

    LISTS = variants(event_list)

    async def list(
        self, viewer: Actor, page: Page = WHOLE, *, start: datetime | None = None, end: datetime | None = None
    ) -> Sequence[Event]:
        dated = start is not None or end is not None
        return await self._db.all(
            self.LISTS[may(viewer, Operation.EVENT_READ), dated],
            viewer=viewer.id,
            few=most_read_in_full(page.most or INT32_MAX),
            **parameters_of(page),
            **instants(start, end),
        )

    async def matching(self, viewer: Actor, page: OrderedPage, conditions: EventConditions) -> Sequence[Event]:
        asked = {"viewer": viewer.id, **place_of(page), **parameters_for(conditions)}
        field, _ = page.SORTS[page.sort_key]
        begin = begin_with(conditions, field)
        form = partial(ordered_events, begin, field=field, descends=page.descends)
        if may(viewer, Operation.EVENT_READ):
            return await self._db.all(form(Sees.ALL), **asked)
        return await self.ordered_page(form, page, few=begin.finds_few, **asked)

    ADD = Query(sa.insert(events).returning(events.c.id), int, [*fields(NewEvent), *EXTERNAL_ID])

    async def add(self, event: NewEvent, external_id: ExternalId = NO_EXTERNAL_ID) -> Event:
        values = asdict(event)
        return Event(id=await self._db.only(self.ADD, **values, **asdict(external_id)), **values)

    by_external_id = one(
        seen_events().where(
            ~events.c.is_deleted, *(events.c[name] == parameter_of(events.c[name]) for name in EXTERNAL_ID)
        ),
        seen_event,
    )
    external_id_of = only(sa.select(*columns_for(events, ExternalId)).where(IS_IT), ExternalId)
    set_external_id = change(sa.update(events).where(IS_IT), EXTERNAL_ID)

    UPDATE = Change(sa.update(events).where(THIS), fields(Event, "id"))

    async def update(self, event: Event) -> None:
        await self._db.run(self.UPDATE, event_id=event.id, **asdict(event))
        await Busy(self._db).refresh([event.id])

    DELETE = (
        Change(sa.update(events).where(among(events.c.id, "ids")).values(is_deleted=sa.true())),
        *map(detach, (event_participants, event_visibility, event_reminders)),
    )

    async def delete(self, event_ids: Collection[int], at: datetime) -> None:
        await self._db.run_each(self.DELETE, ids=event_ids, deleted_at=at)
        await Busy(self._db).refresh(event_ids)

    RESTORE = Change(
        sa.update(events)
        .where(among(events.c.id, "ids"), events.c.is_deleted)
        .values(is_deleted=sa.false(), updated_at=parameter_of(events.c.updated_at))
    )

    async def restore(self, event_ids: Collection[int], at: datetime) -> None:
        await self._db.run(self.RESTORE, ids=event_ids, updated_at=at)
        await Busy(self._db).refresh(event_ids)
