"""Series: the rows that hold the events of one recurrence together.

A series is written with all its events; participants and visibility records of all events by one statement each.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict

from core.base.calendar_time import Interval
from core.base.external_ids import NO_EXTERNAL_ID, ExternalId
from core.ports.calendar import SeriesRepository
from core.records.calendar import Event, NewEvent, SeriesIds, SeriesPattern, SeriesRule
from storage.repositories.busy import Busy
from storage.repositories.events import EXTERNAL_ID, Events, seen_event, seen_events
from storage.repositories.participants import first_response
from storage.schema.calendar import event_participants, event_series, event_visibility, events
from storage.sql.executor import Repository, change, every, one, only
from storage.sql.expressions import IdList, columns_for, fields, looked_up, parameter_of
from storage.sql.statements import Change, Query

OF_SERIES = sa.and_(events.c.series_id == sa.bindparam("series_id"), ~events.c.is_deleted)
"""The events of a series that are not deleted."""

EACH = IdList("people")


def for_each_event(table: sa.Table, **values: sa.ColumnElement[Any]) -> Change:
    """A row for each event of a series and each person of a list."""
    at = parameter_of(table.c.created_at, "at")
    row = {"event_id": events.c.id, "user_id": EACH.c.value, "created_at": at, "updated_at": at, **values}
    return Change(sa.insert(table).from_select(list(row), sa.select(*row.values()).where(OF_SERIES)))


def pattern(rule: str | None, starts: str | None) -> SeriesPattern:
    return SeriesPattern(
        None if rule is None else msgspec.json.decode(rule, type=SeriesRule),
        None if starts is None else msgspec.json.decode(starts, type=list[datetime]),
    )


class Series(Repository, SeriesRepository):
    seen = every(seen_events().where(OF_SERIES).order_by(events.c.id), seen_event)

    BEGIN = Query(
        sa.insert(event_series).returning(event_series.c.id),
        int,
        ["created_by_user_id", "created_at", "rule", "starts", *EXTERNAL_ID],
    )
    ADD_EVENT = Change(sa.insert(events), fields(NewEvent))
    ADD_PARTICIPANTS = for_each_event(
        event_participants, response=first_response(EACH.c.value, events.c.created_by_user_id)
    )
    ADD_VISIBILITY = for_each_event(event_visibility, is_visible=sa.true())
    THIS = event_series.c.id == sa.bindparam("series_id")
    PATTERN = Query(sa.select(event_series.c.rule, event_series.c.starts).where(THIS), pattern)
    SET_PATTERN = Change(sa.update(event_series).where(THIS), ["rule", "starts"])
    IDS = Query(sa.select(events.c.id).where(OF_SERIES).order_by(events.c.id), int)

    async def add(
        self,
        event: NewEvent,
        times: Sequence[Interval],
        *,
        rule: SeriesRule | None = None,
        participants: Collection[int],
        visible_to: Collection[int],
        external_id: ExternalId = NO_EXTERNAL_ID,
    ) -> SeriesIds:
        values = asdict(event) | {"rule": rule, "starts": [time.start for time in times]}
        series_id: int = await self._db.only(self.BEGIN, **values, **asdict(external_id))
        values["series_id"] = series_id
        rows = [values | {"start_datetime": time.start, "end_datetime": time.end} for time in times]
        await self._db.run_many(self.ADD_EVENT, rows)
        for statement, people in ((self.ADD_PARTICIPANTS, participants), (self.ADD_VISIBILITY, visible_to)):
            await self._db.run(statement, series_id=series_id, people=people, at=event.created_at)
        event_ids = await self._db.all(self.IDS, series_id=series_id)
        await Busy(self._db).refresh(event_ids)
        return SeriesIds(series_id, event_ids)

    async def update(self, events: Sequence[Event]) -> None:
        rows = [{"event_id": event.id, **asdict(event)} for event in events]
        await self._db.run_many(Events.UPDATE, rows)
        await Busy(self._db).refresh([event.id for event in events])

    async def pattern(self, series_id: int) -> SeriesPattern:
        return await self._db.only(self.PATTERN, series_id=series_id)

    async def set_pattern(self, series_id: int, pattern: SeriesPattern) -> None:
        await self._db.run(self.SET_PATTERN, series_id=series_id, rule=pattern.rule, starts=pattern.starts)

    LIVE = looked_up(sa.select(events.c.id).where(events.c.series_id == event_series.c.id, ~events.c.is_deleted))
    by_external_id = one(
        sa.select(event_series.c.id).where(
            *(event_series.c[name] == parameter_of(event_series.c[name]) for name in EXTERNAL_ID), LIVE
        ),
        int,
    )
    external_id_of = only(sa.select(*columns_for(event_series, ExternalId)).where(THIS), ExternalId)
    set_external_id = change(sa.update(event_series).where(THIS), EXTERNAL_ID)
