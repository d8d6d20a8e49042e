"""Which event is whose birthday."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from core.records.calendar import Event, KeptBirthday
from storage.schema.calendar import birthdays, events
from storage.sql.dialect import Dialect, columns_for
from storage.sql.executor import DatabaseConnection


class BirthdayStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        whole = sa.select(birthdays.c.user_id, *columns_for(events, Event))
        live = whole.join(events, events.c.id == birthdays.c.event_id).where(~events.c.is_deleted)
        self.kept = sql.query(live.order_by(birthdays.c.user_id), kept_birthday)
        row = sql.insert(birthdays)
        again = row.on_conflict_do_update(
            index_elements=[birthdays.c.user_id], set_={"event_id": row.excluded.event_id}
        )
        self.keep = sql.change(again, ["user_id", "event_id"])


class Birthdays:
    """`core.ports.jobs.BirthdayRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: BirthdayStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def kept(self) -> Sequence[KeptBirthday]:
        """Every birthday whose event is not deleted, by person."""
        return await self._connection.all(self._sql.kept)

    async def keep(self, events: Mapping[int, int]) -> None:
        """Write a person's event, by their ids, in place of an earlier one."""
        rows = [{"user_id": person, "event_id": event} for person, event in events.items()]
        await self._connection.run_many(self._sql.keep, rows)


def kept_birthday(user_id: int, *event: Any) -> KeptBirthday:
    """A row as a birthday."""
    return KeptBirthday(user_id, Event(*event))
