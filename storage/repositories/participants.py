"""Participants, each in an event at most once; the busy index is made of them, so every write here refreshes it."""

from collections.abc import Collection, Sequence
from datetime import datetime

import sqlalchemy as sa
from msgspec.structs import asdict

from core.base.model import ParticipationStatus
from core.base.paging import WHOLE, Page
from core.ports.calendar import ParticipantRepository
from core.records.calendar import NewParticipant, Participant, ParticipantResponse
from core.records.people import Actor
from storage.repositories.busy import Busy
from storage.repositories.event_children import EventChildRepository
from storage.schema.calendar import event_participants
from storage.sql.executor import every
from storage.sql.expressions import (
    IdList,
    among,
    by_no_index,
    columns_for,
    fields,
    insert,
    page,
    parameter_of,
    unless_taken,
    update_unless_taken,
)
from storage.sql.statements import Change, Query

ROWS = event_participants.alias("rows")


def participant_response(participation: int, event_id: int, user_id: int, response: str) -> ParticipantResponse:
    return ParticipantResponse(participation, event_id, user_id, ParticipationStatus(response))


def first_response(user_id: sa.ColumnElement[int], by: sa.ColumnElement[int]) -> sa.ColumnElement[str]:
    """The answer of a person whom somebody adds to an event: one who adds themselves has accepted."""
    return sa.case((user_id == by, ParticipationStatus.ACCEPTED.value), else_=ParticipationStatus.NEEDS_ACTION.value)


def insert_people() -> sa.Insert:
    """A participation for each person of a list, in its order."""
    people, rows = IdList("people"), event_participants.c
    at = parameter_of(rows.created_at, "at")
    row = {
        "event_id": parameter_of(rows.event_id),
        "user_id": people.c.value,
        "created_at": at,
        "updated_at": at,
        "response": first_response(people.c.value, sa.bindparam("by", type_=sa.Integer)),
    }
    return sa.insert(event_participants).from_select(list(row), sa.select(*row.values()).order_by(people.place))


class Participants(
    EventChildRepository[Participant, NewParticipant],
    ParticipantRepository,
    rows=ROWS,
    row=Participant,
    new=NewParticipant,
    chosen=[ROWS.c.user_id == sa.bindparam("user_id")],
    few=True,
    unique=("user_id", "customer_id"),
):
    async def list(self, viewer: Actor, page: Page = WHOLE, *, user_id: int | None = None) -> Sequence[Participant]:
        return await self.page(viewer, page, narrowed=user_id is not None, user_id=user_id)

    of_events = every(
        sa.select(*columns_for(ROWS, Participant))
        .where(among(ROWS.c.event_id, "event_ids"), ~ROWS.c.is_deleted)
        .order_by(ROWS.c.id),
        Participant,
    )
    events_with = every(
        sa.select(ROWS.c.event_id).where(
            ROWS.c.user_id == sa.bindparam("user_id"), among(ROWS.c.event_id, "event_ids"), ~ROWS.c.is_deleted
        ),
        int,
    )

    ADD_WITH_RESPONSE = Query(
        insert(event_participants).on_conflict_do_nothing().returning(*columns_for(event_participants, Participant)),
        Participant,
        [*fields(NewParticipant), "response"],
    )

    async def add(
        self, row: NewParticipant, response: ParticipationStatus = ParticipationStatus.NEEDS_ACTION
    ) -> Participant | None:
        added = await self._db.one(self.ADD_WITH_RESPONSE, **asdict(row), response=response)
        if added:
            await Busy(self._db).refresh([added.event_id])
        return added

    ADD_PEOPLE = Change(insert_people())

    async def add_people(self, event_id: int, user_ids: Collection[int], at: datetime, *, by: int) -> None:
        await self._db.run(self.ADD_PEOPLE, event_id=event_id, people=user_ids, at=at, by=by)
        await Busy(self._db).refresh([event_id])

    responses = every(
        page(
            sa.select(*columns_for(ROWS, ParticipantResponse)).where(
                among(ROWS.c.event_id, "event_ids"), ~ROWS.c.is_deleted, ROWS.c.user_id.is_not(None)
            ),
            by_no_index(ROWS.c.id),
        ),
        participant_response,
    )

    RESPOND = Change(
        sa.update(event_participants).where(
            among(event_participants.c.event_id, "event_ids"),
            event_participants.c.user_id == sa.bindparam("person"),
            ~event_participants.c.is_deleted,
        ),
        ["response"],
    )

    async def respond(self, event_ids: Collection[int], user_id: int, response: ParticipationStatus) -> None:
        await self._db.run(self.RESPOND, event_ids=event_ids, person=user_id, response=response)
        await Busy(self._db).refresh(event_ids)

    ASK_AGAIN = Change(
        sa.update(event_participants)
        .where(
            among(event_participants.c.event_id, "event_ids"),
            ~among(event_participants.c.user_id, "but"),
            ~event_participants.c.is_deleted,
        )
        .values(response=ParticipationStatus.NEEDS_ACTION.value)
    )

    async def ask_again(self, event_ids: Collection[int], *, but: Collection[int]) -> None:
        await self._db.run(self.ASK_AGAIN, event_ids=event_ids, but=but)
        await Busy(self._db).refresh(event_ids)

    WRITE_WITH_RESPONSE = Change(
        update_unless_taken(event_participants, ("user_id", "customer_id"), among=["event_id"]),
        [*fields(NewParticipant, "created_at"), "response"],
    )

    async def update(self, row: Participant, response: ParticipationStatus | None = None) -> bool:
        before = await self.get(row.id)
        if before is None:
            return False
        if response is None:
            written = await super().update(row)
        else:
            values = unless_taken(asdict(row)) | {"response": response}
            written = await self._db.run(self.WRITE_WITH_RESPONSE, **values) > 0
        if not written:
            return False
        await Busy(self._db).refresh([before.event_id, row.event_id])
        return True

    async def delete(self, record_id: int, at: datetime) -> None:
        participant = await self.get(record_id)
        if participant:
            await super().delete(record_id, at)
            await Busy(self._db).refresh([participant.event_id])

    async def restore(self, record_ids: Collection[int], at: datetime) -> bool:
        event_ids = await self.events_restored(record_ids, at)
        await Busy(self._db).refresh(set(event_ids))
        return len(event_ids) == len(record_ids)
