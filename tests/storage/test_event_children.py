"""Rows attached to events are kept, listed for those whom they concern, and hidden, as the ports say."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import sqlalchemy as sa

from core.base.model import ParticipationStatus, Role
from core.base.paging import Page
from core.records.calendar import (
    BusyQuery,
    NewParticipant,
    NewReminder,
    NewVisibilityRecord,
    Participant,
    Reminder,
    VisibilityRecord,
)
from storage.schema.metadata import metadata
from tests.storage.raw import execute
from tests.storage.rows import NOW, add_event, add_users, as_actor, delete_events

ANA, LUIS, ALMA = 1, 2, 3
FIRST, SECOND, THEIRS = 1, 2, 3
"""Two events of Ana's, and one of Luis's. Alma sees everything."""

HOUR = timedelta(hours=1)
LATER = NOW + HOUR
EARLY, LATE = datetime(1900, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, 23, 59, 59, 1, tzinfo=UTC)

BORN = {"event_id": FIRST, "created_at": NOW, "updated_at": NOW}
NEW = {
    "participants": NewParticipant(**BORN, user_id=LUIS, customer_id=None),
    "visibility": NewVisibilityRecord(**BORN, user_id=LUIS, is_visible=True),
    "reminders": NewReminder(**BORN, remind_at=NOW, sent=False),
}


class Rows:
    """A repository of what is attached, each call a unit of work."""

    def __init__(self, store, name):
        self.store = store
        self.name = name

    async def add(self, event_id=FIRST, **fields):
        row = msgspec.structs.replace(NEW[self.name], event_id=event_id, **fields)
        return await self.store.write(lambda uow: getattr(uow, self.name).add(row))

    async def get(self, row_id):
        return await self.store.read(lambda uow: getattr(uow, self.name).get(row_id))

    async def update(self, row, **fields):
        """Update a row; return what the repository returns, and the row as it is to be."""
        changed = msgspec.structs.replace(row, **fields)
        return await self.store.write(lambda uow: getattr(uow, self.name).update(changed)), changed

    async def delete(self, row_id):
        await self.store.write(lambda uow: getattr(uow, self.name).delete(row_id, LATER))

    async def restore(self, *row_ids):
        return await self.store.write(lambda uow: getattr(uow, self.name).restore(row_ids, LATER))

    async def listed(self, viewer=ALMA):
        actor = await as_actor(self.store, viewer)
        return await self.store.read(lambda uow: getattr(uow, self.name).list(actor))


@pytest.fixture
async def filled(store):
    await add_users(store, "ana", "luis")
    await add_users(store, "alma", role=Role.ADMIN)
    for creator in (ANA, ANA, LUIS):
        await add_event(store, created_by_user_id=creator)
    return store


@pytest.fixture(params=NEW)
def rows(request, filled):
    return Rows(filled, request.param)


@pytest.fixture(params=["participants", "visibility"])
def unique_rows(request, filled):
    return Rows(filled, request.param)


@pytest.fixture
def participants(filled):
    return Rows(filled, "participants")


@pytest.fixture
def reminders(filled):
    return Rows(filled, "reminders")


@pytest.mark.parametrize(
    ("name", "kind", "fields"),
    [
        *(
            ("participants", Participant, {"user_id": user, "customer_id": customer, "created_at": EARLY})
            for user, customer in ((LUIS, None), (None, 2**31 - 1), (LUIS, 1))
        ),
        *(("visibility", VisibilityRecord, {"is_visible": shows, "created_at": EARLY}) for shows in (True, False)),
        *(("reminders", Reminder, {"remind_at": at, "sent": at == EARLY}) for at in (EARLY, LATE)),
    ],
)
async def test_a_row_comes_back_with_every_field_as_it_was(filled, name, kind, fields):
    rows = Rows(filled, name)
    added = await rows.add(updated_at=LATER, **fields)
    given = msgspec.structs.asdict(NEW[name]) | fields | {"updated_at": LATER}
    assert added == kind(id=added.id, is_deleted=False, deleted_at=None, **given)
    found = await rows.get(added.id)
    assert found == added
    assert [type(value) for value in msgspec.structs.astuple(found)] == [
        type(value) for value in msgspec.structs.astuple(added)
    ]
    assert type(found.is_deleted) is bool


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("participants", {"user_id": None, "customer_id": 9}),
        ("visibility", {"user_id": ANA, "is_visible": False}),
        ("reminders", {"remind_at": LATER, "sent": True}),
    ],
)
async def test_every_field_but_its_birth_can_be_changed(filled, name, fields):
    rows = Rows(filled, name)
    added, other = await rows.add(), await rows.add(SECOND)
    written, changed = await rows.update(added, event_id=THEIRS, updated_at=LATER, **fields)
    assert written is not False
    assert (await rows.get(added.id), await rows.get(other.id)) == (changed, other)
    assert await rows.add()


async def test_a_deleted_row_is_nowhere_and_stays_so_its_place_free_its_id_not_given_again(rows):
    added = await rows.add()
    await rows.delete(99)
    await rows.delete(added.id)
    assert not (await rows.update(added, updated_at=LATER))[0]
    assert await rows.get(added.id) is None
    for viewer in (ANA, LUIS, ALMA):
        assert await rows.listed(viewer) == []
    assert (await rows.add()).id > added.id


async def test_deleted_rows_can_be_had_back_together(rows):
    first, second = await rows.add(), await rows.add(SECOND)
    assert not await rows.restore(first.id)
    for each in (first, second):
        await rows.delete(each.id)
    assert await rows.restore(first.id, second.id)
    assert await rows.listed() == [msgspec.structs.replace(each, updated_at=LATER) for each in (first, second)]
    assert not await rows.restore(first.id, second.id)
    assert await rows.restore()


async def test_another_may_be_moved_to_a_deleted_rows_place_to_which_that_does_not_come_back(unique_rows):
    gone, moved = await unique_rows.add(), await unique_rows.add(SECOND)
    await unique_rows.delete(gone.id)
    assert (await unique_rows.update(moved, event_id=FIRST))[0] is True
    assert not await unique_rows.restore(gone.id)
    await unique_rows.delete(moved.id)
    assert await unique_rows.restore(gone.id)


async def test_a_deleted_events_rows_are_nowhere_and_marked_as_deleted_once(rows):
    gone, kept = await rows.add(), await rows.add(SECOND)
    for at in (LATER, LATER + HOUR):
        await rows.store.write(lambda uow, at=at: uow.events.delete([FIRST], at))
    assert await rows.get(gone.id) is None
    for viewer in (ANA, ALMA):
        assert await rows.listed(viewer) == [kept]
    table = metadata.tables[f"event_{rows.name}"].c
    marks = sa.select(table.is_deleted, table.deleted_at, table.updated_at).order_by(table.id)
    assert await execute(rows.store, marks) == [(True, LATER, NOW), (False, None, NOW)]


async def test_a_live_row_takes_its_persons_place_in_its_event(unique_rows):
    taken, other, third = await unique_rows.add(), await unique_rows.add(SECOND), await unique_rows.add(user_id=ANA)
    assert await unique_rows.add() is None
    assert await unique_rows.update(taken) == (True, taken), "a change of nothing is one"
    assert await unique_rows.update(other, event_id=FIRST) == (False, msgspec.structs.replace(other, event_id=FIRST))
    assert (await unique_rows.update(third, user_id=LUIS))[0] is False
    assert await unique_rows.listed() == [taken, other, third]


class TestParticipants:
    async def test_several_people_take_part_at_once_each_busy_in_their_order_who_adds_them_has_accepted(
        self, participants
    ):
        store = participants.store
        await store.write(lambda uow: uow.participants.add_people(FIRST, [ALMA, LUIS], LATER, by=LUIS))
        rows = await participants.listed()
        assert rows == [
            Participant(row.id, FIRST, user, None, False, None, LATER, LATER)
            for row, user in zip(rows, (ALMA, LUIS), strict=True)
        ]
        asked = BusyQuery([ANA, LUIS, ALMA], NOW, NOW + timedelta(days=1), None, ())
        viewer = await as_actor(store, ALMA)
        busy = await store.read(lambda uow: uow.busy.conflicts(viewer, asked))
        assert [row.user_id for row in busy.conflicts] == [LUIS, ALMA]
        said = {person: response for _, _, person, response in await answers(store)}
        assert said == {ALMA: ParticipationStatus.NEEDS_ACTION, LUIS: ParticipationStatus.ACCEPTED}

    async def test_a_customer_too_takes_part_in_an_event_once(self, participants):
        await participants.add(customer_id=7)
        other = await participants.add(user_id=ANA)
        assert await participants.add(user_id=ALMA, customer_id=7) is None
        assert (await participants.update(other, customer_id=7))[0] is False
        assert await participants.add(SECOND, user_id=ALMA, customer_id=7)

    async def test_many_without_a_person_or_without_a_customer_are_in_nobodys_way(self, participants):
        rows = [await participants.add(user_id=user) for user in (ANA, LUIS)]
        rows += [await participants.add(user_id=None, customer_id=customer) for customer in (1, 2)]
        assert await participants.listed() == rows
        assert (await participants.update(rows[0], user_id=ALMA))[0] is True
        assert (await participants.update(rows[2], customer_id=3))[0] is True

    async def test_those_of_some_events_are_found_together_by_id(self, participants):
        rows = [await participants.add(each) for each in (SECOND, FIRST, THEIRS)]
        gone = await participants.add(user_id=None, customer_id=7)
        await participants.delete(gone.id)
        await delete_events(participants.store, THEIRS)

        async def of_events(*ids):
            return await participants.store.read(lambda uow: uow.participants.of_events(ids))

        assert await of_events(FIRST, SECOND, THEIRS) == rows[:2]
        assert await of_events(FIRST) == [rows[1]]
        assert await of_events() == []

    async def test_those_in_which_somebody_takes_part(self, participants):
        for event, who in ((SECOND, LUIS), (FIRST, LUIS), (FIRST, ANA), (THEIRS, LUIS)):
            row = await participants.add(event, user_id=who)
        await participants.delete(row.id)
        found = await participants.store.read(lambda uow: uow.participants.events_with(LUIS, [FIRST, THEIRS]))
        assert set(found) == {FIRST}


class TestReminders:
    async def test_one_events_reminders_are_told_by_when_they_are_due_and_may_be_alike(self, reminders):
        async def of_event():
            return await reminders.store.read(lambda uow: uow.reminders.of_event(FIRST))

        late, early, same = [await reminders.add(remind_at=NOW + place * HOUR) for place in (2, 1, 1)]
        await reminders.add(SECOND)
        await reminders.delete((await reminders.add()).id)
        assert await of_event() == [early, same, late]
        await delete_events(reminders.store, FIRST)
        assert await of_event() == []


async def answers(store, event_ids=(FIRST, SECOND), **page):
    found = await store.read(lambda uow: uow.participants.responses(event_ids, Page(**page)))
    return [(row.id, row.event_id, row.user_id, row.response) for row in found]


async def test_answers_are_kept_beside_the_participants_and_are_peoples_only(filled, participants):
    await participants.add()
    await filled.write(lambda uow: uow.participants.respond([FIRST], LUIS, ParticipationStatus.ACCEPTED))
    await participants.add(SECOND)
    await participants.add(user_id=None, customer_id=7)
    await participants.add(SECOND, user_id=ANA)
    first, second, mine = (
        (1, FIRST, LUIS, ParticipationStatus.ACCEPTED),
        (2, SECOND, LUIS, ParticipationStatus.NEEDS_ACTION),
        (4, SECOND, ANA, ParticipationStatus.NEEDS_ACTION),
    )
    assert await answers(filled) == [first, second, mine]
    assert await answers(filled, [SECOND]) == [second, mine]
    assert await answers(filled, after_id=1, limit=1) == [second]
    await participants.delete(2)
    assert await answers(filled) == [first, mine]


async def test_an_answer_is_set_for_a_person_in_these_events_alone_and_stays_when_the_row_is_written(
    filled, participants
):
    declined = ParticipationStatus.DECLINED
    rows = [await participants.add(event_id, user_id=person) for event_id in (FIRST, SECOND) for person in (ANA, LUIS)]
    await filled.write(lambda uow: uow.participants.respond([SECOND], LUIS, declined))
    said = [response for *_, response in await answers(filled)]
    assert said == [*[ParticipationStatus.NEEDS_ACTION] * 3, declined]
    await participants.update(rows[3], updated_at=LATER, customer_id=7)
    assert [response for *_, response in await answers(filled)] == said


async def test_answers_are_set_back_for_all_but_one_person(filled, participants):
    declined = ParticipationStatus.DECLINED
    for event_id, person in ((FIRST, ANA), (FIRST, LUIS), (SECOND, LUIS)):
        await participants.add(event_id, user_id=person)
        await filled.write(lambda uow, each=event_id, who=person: uow.participants.respond([each], who, declined))
    await filled.write(lambda uow: uow.participants.ask_again([FIRST], but=[ANA]))
    assert [response for *_, response in await answers(filled)] == [
        declined, ParticipationStatus.NEEDS_ACTION, declined,
    ]  # fmt: skip
