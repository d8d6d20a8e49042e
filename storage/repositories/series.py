"""Series: what holds the events of one rule together. A series is written whole, its people by one statement a kind."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from core.records.calendar import Event, NewEvent, Occurrence, SeenEvent
from storage.repositories.busy import Busy
from storage.repositories.events import event_update, seen_event, seen_events
from storage.schema.calendar import event_participants, event_series, event_visibility, events
from storage.sql.dialect import Dialect, fields, parameter_of
from storage.sql.executor import DatabaseConnection

OF_SERIES = sa.and_(events.c.series_id == sa.bindparam("series_id"), ~events.c.is_deleted)


class SeriesStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        self.seen = sql.query(seen_events().where(OF_SERIES).order_by(events.c.id), seen_event)
        born = ["created_by_user_id", "created_at"]
        self.ids = sql.query(sa.select(events.c.id).where(OF_SERIES), int)
        self.begin = sql.query(sql.insert(event_series).returning(event_series.c.id), int, born)
        self.add_event = sql.change(sql.insert(events), fields(NewEvent))
        self.add_participants = sql.change(for_each_event(sql, event_participants))
        self.add_visibility = sql.change(for_each_event(sql, event_visibility, is_visible=sa.true()))
        self.update = event_update(sql)


class Series:
    """`core.ports.SeriesRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: SeriesStatements, busy: Busy) -> None:
        self._connection = connection
        self._sql = statements
        self._busy = busy

    async def seen(self, series_id: int, viewer_id: int) -> Sequence[SeenEvent]:
        """The series' events, active or not, by id, and how a person stands to each; none where there is no series."""
        return await self._connection.all(self._sql.seen, series_id=series_id, viewer=viewer_id)

    async def add(
        self,
        event: NewEvent,
        times: Sequence[Occurrence],
        *,
        participants: Collection[int],
        visible_to: Collection[int],
    ) -> int:
        """The id of a new series: an event such as this one at each of these times, in order, for these people."""
        values = msgspec.structs.asdict(event)
        series_id: int = await self._connection.only(self._sql.begin, **values)
        values["series_id"] = series_id
        rows = [values | {"start_datetime": time.start, "end_datetime": time.end} for time in times]
        await self._connection.run_many(self._sql.add_event, rows)
        for change, people in ((self._sql.add_participants, participants), (self._sql.add_visibility, visible_to)):
            await self._connection.run(change, series_id=series_id, people=people, at=event.created_at)
        await self._busy.refresh(await self._connection.all(self._sql.ids, series_id=series_id))
        return series_id

    async def update(self, events: Sequence[Event]) -> None:
        """Write every field of these events."""
        rows = [{"event_id": event.id, **msgspec.structs.asdict(event)} for event in events]
        await self._connection.run_many(self._sql.update, rows)
        await self._busy.refresh([event.id for event in events])


def for_each_event(sql: Dialect, table: sa.Table, **values: sa.ColumnElement[Any]) -> sa.Insert:
    """A row of what is attached for each event of a series and each person of a list."""
    people = sql.listed("people").subquery()
    at = parameter_of(table.c.created_at, "at")
    row = {"event_id": events.c.id, "user_id": people.c[0], "created_at": at, "updated_at": at, **values}
    return sa.insert(table).from_select(list(row), sa.select(*row.values()).where(OF_SERIES))
