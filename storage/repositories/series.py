"""Series: what holds the events of one rule together. A series is written whole, its people by one statement a kind."""

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from core.base.calendar_time import Interval
from core.ports.calendar import SeriesRepository
from core.records.calendar import Event, NewEvent, SeriesIds
from storage.repositories.busy import Busy
from storage.repositories.events import Events, seen_event, seen_events
from storage.repositories.participants import first_response
from storage.schema.calendar import event_participants, event_series, event_visibility, events
from storage.sql.executor import Repository, every
from storage.sql.expressions import IdList, fields, parameter_of
from storage.sql.statements import Change, Query

OF_SERIES = sa.and_(events.c.series_id == sa.bindparam("series_id"), ~events.c.is_deleted)


EACH = IdList("people")


def for_each_event(table: sa.Table, **values: sa.ColumnElement[Any]) -> Change:
    """A row for each event of a series and each person of a list."""
    at = parameter_of(table.c.created_at, "at")
    row = {"event_id": events.c.id, "user_id": EACH.c.value, "created_at": at, "updated_at": at, **values}
    return Change(sa.insert(table).from_select(list(row), sa.select(*row.values()).where(OF_SERIES)))


class Series(Repository, SeriesRepository):
    seen = every(seen_events().where(OF_SERIES).order_by(events.c.id), seen_event)

    BEGIN = Query(sa.insert(event_series).returning(event_series.c.id), int, ["created_by_user_id", "created_at"])
    ADD_EVENT = Change(sa.insert(events), fields(NewEvent))
    ADD_PARTICIPANTS = for_each_event(
        event_participants, response=first_response(EACH.c.value, events.c.created_by_user_id)
    )
    ADD_VISIBILITY = for_each_event(event_visibility, is_visible=sa.true())
    IDS = Query(sa.select(events.c.id).where(OF_SERIES).order_by(events.c.id), int)

    async def add(
        self,
        event: NewEvent,
        times: Sequence[Interval],
        *,
        participants: Collection[int],
        visible_to: Collection[int],
    ) -> SeriesIds:
        values = asdict(event)
        series_id: int = await self._db.only(self.BEGIN, **values)
        values["series_id"] = series_id
        rows = [values | {"start_datetime": time.start, "end_datetime": time.end} for time in times]
        await self._db.run_many(self.ADD_EVENT, rows)
        for change, people in ((self.ADD_PARTICIPANTS, participants), (self.ADD_VISIBILITY, visible_to)):
            await self._db.run(change, series_id=series_id, people=people, at=event.created_at)
        event_ids = await self._db.all(self.IDS, series_id=series_id)
        await Busy(self._db).refresh(event_ids)
        return SeriesIds(series_id, event_ids)

    async def update(self, events: Sequence[Event]) -> None:
        rows = [{"event_id": event.id, **asdict(event)} for event in events]
        await self._db.run_many(Events.UPDATE, rows)
        await Busy(self._db).refresh([event.id for event in events])
