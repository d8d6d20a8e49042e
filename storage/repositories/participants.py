"""Participants. A person takes part in an event once, and a customer too; a deleted one's place is free.

Who takes part is what the busy index is made of: every write here has it refreshed.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

import sqlalchemy as sa

from core.application.access import Operation, may
from core.base.model import INT32_MAX
from core.records.calendar import NewParticipant, Participant
from core.records.people import Actor
from storage.repositories.busy import Busy
from storage.repositories.event_children import EventChildRepository, EventChildStatements
from storage.repositories.event_filter import attached_list, sources
from storage.schema.calendar import event_participants
from storage.sql.dialect import Dialect, columns_for, parameter_of
from storage.sql.executor import DatabaseConnection


class ParticipantStatements(EventChildStatements[Participant, NewParticipant]):
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        super().__init__(sql, event_participants, Participant, NewParticipant, unique=("user_id", "customer_id"))
        self.add_people = sql.change(one_a_person(sql))
        rows = event_participants.alias("rows")
        of_events = sql.among(rows.c.event_id, "event_ids")
        whole = sa.select(*columns_for(rows, Participant)).where(of_events, ~rows.c.is_deleted)
        self.of_events = sql.query(whole.order_by(rows.c.id), Participant)
        of_person = rows.c.user_id == sa.bindparam("user_id")
        self.lists = {
            (everything, one_person): attached_list(
                sql,
                rows,
                Participant,
                *([of_person] if one_person else []),
                among=None if everything else sources(Operation.EVENT_READ),
                few=one_person,
            )
            for everything in (False, True)
            for one_person in (False, True)
        }


class Participants(EventChildRepository[Participant, NewParticipant]):
    """`core.ports.ParticipantRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: ParticipantStatements, busy: Busy) -> None:
        super().__init__(connection, statements)
        self._sql = statements
        self._busy = busy

    async def list(
        self, viewer: Actor, *, after_id: int = 0, limit: int | None = None, user_id: int | None = None
    ) -> Sequence[Participant]:
        """Those of events that the viewer may see, of one person or all, by id."""
        return await self._connection.all(
            self._sql.lists[may(viewer, Operation.EVENT_READ), user_id is not None],
            viewer=viewer.id,
            after_id=after_id,
            limit=INT32_MAX if limit is None else limit,
            user_id=user_id,
        )

    async def of_events(self, event_ids: Collection[int]) -> Sequence[Participant]:
        """Those of these events, by id; whether somebody may see the events is for the caller to know."""
        return await self._connection.all(self._sql.of_events, event_ids=event_ids)

    async def add(self, row: NewParticipant) -> Participant | None:
        """The new participation with its id, or None where the person or the customer takes part already."""
        added = await super().add(row)
        if added:
            await self._busy.refresh([added.event_id])
        return added

    async def add_people(self, event_id: int, user_ids: Collection[int], at: datetime) -> None:
        """Have people, each named once, take part in an event in which none of them does yet."""
        await self._connection.run(self._sql.add_people, event_id=event_id, people=user_ids, at=at)
        await self._busy.refresh([event_id])

    async def update(self, participant: Participant) -> bool:
        """Write every field; False where the person or the customer has another in that event."""
        before = await self.get(participant.id)
        if before is None or not await self.write(participant):
            return False
        await self._busy.refresh([before.event_id, participant.event_id])
        return True

    async def delete(self, record_id: int, at: datetime) -> None:
        """Hide it for good, and let another take its place; its id is not given again."""
        participant = await self.get(record_id)
        if participant:
            await super().delete(record_id, at)
            await self._busy.refresh([participant.event_id])


def one_a_person(sql: Dialect) -> sa.Insert:
    """A participation in an event for each person of a list, in its order."""
    people, rows = sql.numbered("people").subquery(), event_participants.c
    at = parameter_of(rows.created_at, "at")
    row = {"event_id": parameter_of(rows.event_id), "user_id": people.c[0], "created_at": at, "updated_at": at}
    return sa.insert(event_participants).from_select(list(row), sa.select(*row.values()).order_by(people.c[1]))
