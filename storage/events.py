"""Events; a deleted one stays as a row. Who sees which is in `storage.event_filter`."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from core.access import Actor, Operation, may
from core.events import Event, NewEvent, SeenEvent
from core.model import INT32_MAX
from storage.busy import Busy
from storage.dialect import SqliteDialect, columns_for, fields, parameter_of
from storage.event_filter import page, participates, shown, visible_events
from storage.executor import Change, Connection, Query
from storage.tables import event_participants, event_reminders, event_visibility, events

EARLIEST, LATEST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)
ATTACHED = (event_participants, event_visibility, event_reminders)


class EventStatements:
    """Compiled once an engine."""

    def __init__(self, sql: SqliteDialect) -> None:
        this = sa.and_(events.c.id == sa.bindparam("event_id"), ~events.c.is_deleted)
        self.seen = sql.query(seen_events().where(this), seen_event)
        self.lists = {
            (everything, dated): event_list(sql, everything=everything, dated=dated)
            for everything in (False, True)
            for dated in (False, True)
        }
        self.add = sql.query(sql.insert(events).returning(events.c.id), int, fields(NewEvent))
        self.update = event_update(sql)
        gone = sa.update(events).where(events.c.id.in_(sql.listed("ids")))
        self.delete = [sql.change(gone.values(is_deleted=sa.true())), *(detach(sql, table) for table in ATTACHED)]


class Events:
    """`core.ports.EventRepository`."""

    def __init__(self, connection: Connection, statements: EventStatements, busy: Busy) -> None:
        self._connection = connection
        self._sql = statements
        self._busy = busy

    async def seen(self, event_id: int, viewer_id: int) -> SeenEvent | None:
        """One event, active or not, and how a person stands to it."""
        return self._connection.one(self._sql.seen, event_id=event_id, viewer=viewer_id)

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
        dated = start is not None or end is not None
        return self._connection.all(
            self._sql.lists[may(viewer, Operation.EVENT_READ), dated],
            viewer=viewer.id,
            after_id=after_id,
            limit=INT32_MAX if limit is None else limit,
            start=start or EARLIEST,
            end=end or LATEST,
        )

    async def add(self, event: NewEvent) -> Event:
        """The new event with its id."""
        values = msgspec.structs.asdict(event)
        return Event(id=self._connection.only(self._sql.add, **values), **values)

    async def update(self, event: Event) -> None:
        """Write every field."""
        self._connection.run(self._sql.update, event_id=event.id, **msgspec.structs.asdict(event))
        self._busy.refresh([event.id])

    async def delete(self, event_ids: Collection[int], at: datetime) -> None:
        """Hide events for good, and with them their live participants, reminders and visibility records."""
        for change in self._sql.delete:
            self._connection.run(change, ids=event_ids, deleted_at=at)
        self._busy.refresh(event_ids)


def seen_event(participates: bool, shown: bool | None, *event: Any) -> SeenEvent:
    """A row as an event and how the viewer stands to it."""
    return SeenEvent(Event(*event), participates, shown)


def seen_events() -> sa.Select[Any]:
    """Events and how the viewer stands to each, as `seen_event` reads them."""
    return sa.select(participates(), shown(), *columns_for(events, Event))


def event_update(sql: SqliteDialect) -> Change:
    """Every field of an undeleted event."""
    this = sa.and_(events.c.id == sa.bindparam("event_id"), ~events.c.is_deleted)
    return sql.change(sa.update(events).where(this), fields(Event, "id"))


def event_list(sql: SqliteDialect, *, everything: bool, dated: bool) -> Query[Event]:
    """One of the four lists: of everything or of what the viewer may see, with or without bounds in time."""
    whole = sa.select(*columns_for(events, Event))
    bounds = overlapping() if dated else []
    if everything:
        return sql.query(page(whole.where(~events.c.is_deleted, *bounds), events.c.id), Event)
    return sql.query(page(whole.where(events.c.id.in_(visible_events(*bounds))), events.c.id), Event)


def overlapping() -> list[sa.ColumnElement[bool]]:
    """What holds of events that overlap the half-open time asked for."""
    return [
        events.c.start_datetime < parameter_of(events.c.start_datetime, "end"),
        events.c.end_datetime > parameter_of(events.c.end_datetime, "start"),
    ]


def detach(sql: SqliteDialect, table: sa.Table) -> Change:
    """Hide what is attached to deleted events."""
    live = sa.and_(table.c.event_id.in_(sql.listed("ids")), ~table.c.is_deleted)
    gone = {"is_deleted": sa.true(), "deleted_at": parameter_of(table.c.deleted_at)}
    return sql.change(sa.update(table).where(live).values(**gone))
