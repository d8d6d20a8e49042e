"""Participants. A person or customer takes part in an event at most once, deleted participations apart.

The busy index is made of participations: every write here refreshes it.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

import sqlalchemy as sa

from core.application.access import Operation, may
from core.ports.calendar import ParticipantRepository
from core.records.calendar import NewParticipant, Participant
from core.records.people import Actor
from storage.repositories.busy import Busy
from storage.repositories.event_children import EventChildRepository
from storage.repositories.event_filter import attached_list, sources
from storage.schema.calendar import event_participants
from storage.sql.expressions import IdList, among, columns_for, most, parameter_of, variants
from storage.sql.statements import Change, Query

ROWS = event_participants.alias("rows")


def participant_list(everything: bool, of_person: bool) -> Query[Participant]:
    condition = [ROWS.c.user_id == sa.bindparam("user_id")] if of_person else []
    readable = None if everything else sources(Operation.EVENT_READ)
    return attached_list(ROWS, Participant, *condition, among=readable, few=of_person)


def one_a_person() -> sa.Insert:
    """A participation for each person of a list, in its order."""
    people, rows = IdList("people"), event_participants.c
    at = parameter_of(rows.created_at, "at")
    row = {"event_id": parameter_of(rows.event_id), "user_id": people.c.value, "created_at": at, "updated_at": at}
    return sa.insert(event_participants).from_select(list(row), sa.select(*row.values()).order_by(people.place))


class Participants(
    EventChildRepository[Participant, NewParticipant],
    ParticipantRepository,
    table=event_participants,
    row=Participant,
    new=NewParticipant,
    unique=("user_id", "customer_id"),
):
    LISTS = variants(participant_list)

    async def list(
        self, viewer: Actor, *, after_id: int = 0, limit: int | None = None, user_id: int | None = None
    ) -> Sequence[Participant]:
        return await self._db.all(
            self.LISTS[may(viewer, Operation.EVENT_READ), user_id is not None],
            viewer=viewer.id,
            after_id=after_id,
            limit=most(limit),
            user_id=user_id,
        )

    OF_EVENTS = Query(
        sa.select(*columns_for(ROWS, Participant))
        .where(among(ROWS.c.event_id, "event_ids"), ~ROWS.c.is_deleted)
        .order_by(ROWS.c.id),
        Participant,
    )

    async def of_events(self, event_ids: Collection[int]) -> Sequence[Participant]:
        return await self._db.all(self.OF_EVENTS, event_ids=event_ids)

    async def add(self, row: NewParticipant) -> Participant | None:
        added = await super().add(row)
        if added:
            await Busy(self._db).refresh([added.event_id])
        return added

    ADD_PEOPLE = Change(one_a_person())

    async def add_people(self, event_id: int, user_ids: Collection[int], at: datetime) -> None:
        await self._db.run(self.ADD_PEOPLE, event_id=event_id, people=user_ids, at=at)
        await Busy(self._db).refresh([event_id])

    async def update(self, participant: Participant) -> bool:
        before = await self.get(participant.id)
        if before is None or not await self.write(participant):
            return False
        await Busy(self._db).refresh([before.event_id, participant.event_id])
        return True

    async def delete(self, record_id: int, at: datetime) -> None:
        participant = await self.get(record_id)
        if participant:
            await super().delete(record_id, at)
            await Busy(self._db).refresh([participant.event_id])
