"""Events; a deleted one stays as a row. Who sees which is in `storage.repositories.event_filter`."""

from collections.abc import Collection, Sequence
from datetime import datetime
from math import isqrt
from typing import Any

import msgspec
import sqlalchemy as sa

from core.application.access import Operation, may
from core.base.model import INT32_MAX
from core.records.calendar import Event, NewEvent, SeenEvent
from core.records.people import Actor
from storage.repositories.busy import Busy
from storage.repositories.event_filter import by_id, page, participates, shown, visible
from storage.repositories.spans import ids_by_time, instants, overlapping
from storage.schema.calendar import event_participants, event_reminders, event_visibility, events
from storage.sql.dialect import Dialect, columns_for, fields, parameter_of
from storage.sql.executor import Change, DatabaseConnection, Query

ATTACHED = (event_participants, event_visibility, event_reminders)
CALENDAR, LISTED = 100_000, 1000
"""How large a calendar, and how long a page, it is weighed for whether a time's events are few."""


class EventStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        this = sa.and_(events.c.id == sa.bindparam("event_id"), ~events.c.is_deleted)
        self.seen = sql.query(seen_events().where(this), seen_event)
        self.lists = {
            (everything, dated): event_list(sql, everything=everything, dated=dated)
            for everything in (False, True)
            for dated in (False, True)
        }
        self.add = sql.query(sql.insert(events).returning(events.c.id), int, fields(NewEvent))
        self.update = event_update(sql)
        gone = sa.update(events).where(sql.among(events.c.id, "ids"))
        self.delete = [sql.change(gone.values(is_deleted=sa.true())), *(detach(sql, table) for table in ATTACHED)]


class Events:
    """`core.ports.EventRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: EventStatements, busy: Busy) -> None:
        self._connection = connection
        self._sql = statements
        self._busy = busy

    async def seen(self, event_id: int, viewer_id: int) -> SeenEvent | None:
        """One event, active or not, and how a person stands to it."""
        return await self._connection.one(self._sql.seen, event_id=event_id, viewer=viewer_id)

    async def list(
        self,
        viewer: Actor,
        *,
        after_id: int = 0,
        limit: int | None = None,
        start: datetime | None = None,
        end: datetime | None = None,
    ) -> Sequence[Event]:
        """The events that the viewer may see, active or not, by id; those that overlap [start, end)."""
        dated, most = start is not None or end is not None, INT32_MAX if limit is None else limit
        return await self._connection.all(
            self._sql.lists[may(viewer, Operation.EVENT_READ), dated],
            viewer=viewer.id,
            after_id=after_id,
            limit=most,
            few=few(most),
            **instants(start, end),
        )

    async def add(self, event: NewEvent) -> Event:
        """The new event with its id."""
        values = msgspec.structs.asdict(event)
        return Event(id=await self._connection.only(self._sql.add, **values), **values)

    async def update(self, event: Event) -> None:
        """Write every field."""
        await self._connection.run(self._sql.update, event_id=event.id, **msgspec.structs.asdict(event))
        await self._busy.refresh([event.id])

    async def delete(self, event_ids: Collection[int], at: datetime) -> None:
        """Hide events for good, and with them their live participants, reminders and visibility records."""
        for change in self._sql.delete:
            await self._connection.run(change, ids=event_ids, deleted_at=at)
        await self._busy.refresh(event_ids)


def seen_event(participates: bool, shown: bool | None, *event: Any) -> SeenEvent:
    """A row as an event and how the viewer stands to it."""
    return SeenEvent(Event(*event), participates, shown)


def seen_events() -> sa.Select[Any]:
    """Events and how the viewer stands to each, as `seen_event` reads them."""
    return sa.select(participates(), shown(), *columns_for(events, Event))


def event_update(sql: Dialect) -> Change:
    """Every field of an undeleted event."""
    this = sa.and_(events.c.id == sa.bindparam("event_id"), ~events.c.is_deleted)
    return sql.change(sa.update(events).where(this), fields(Event, "id"))


def event_list(sql: Dialect, *, everything: bool, dated: bool) -> Query[Event]:
    """One of the four lists: of everything or of what the viewer may see, with or without bounds in time."""
    if dated:
        condition = [sql.within(events.c.id, of_a_time(everything=everything)), *([] if everything else [visible()])]
    elif everything:
        condition = [~events.c.is_deleted]
    else:
        condition = [sql.within(events.c.id, sa.union_all(*by_id(everything=False)))]
    return sql.query(page(sa.select(*columns_for(events, Event)).where(*condition), events.c.id), Event)


def of_a_time(*, everything: bool) -> sa.CompoundSelect[Any]:
    """Ids of the page's events of a time, and of others beyond it or that the viewer may not see.

    Where the time has few events these are all that it has; where it has many they are found by id.
    """
    most = sa.bindparam("few", type_=sa.Integer)
    found = sa.select(ids_by_time().subquery().c.id).limit(most + 1).cte("found")
    held = sa.select((sa.func.count() > most).label("many")).select_from(found).cte("held")
    many = sa.select(held.c.many).scalar_subquery()
    by_time = sa.select(found.c.id).limit(sa.case((many, 0), else_=INT32_MAX)).subquery()
    return sa.union_all(sa.select(by_time.c.id), *by_id(*overlapping(), everything=everything, only=many))


def few(most: int) -> int:
    """So many events as cost no more to look at, one and all, than a page of `most` costs to find among all by id.

    Of n evenly spread events a page of p is found among n · p / k where k are in the time: as many as k for k² = n · p.
    """
    return isqrt(CALENDAR * min(LISTED, most))


def detach(sql: Dialect, table: sa.Table) -> Change:
    """Hide what is attached to deleted events."""
    live = sa.and_(sql.among(table.c.event_id, "ids"), ~table.c.is_deleted)
    gone = {"is_deleted": sa.true(), "deleted_at": parameter_of(table.c.deleted_at)}
    return sql.change(sa.update(table).where(live).values(**gone))
