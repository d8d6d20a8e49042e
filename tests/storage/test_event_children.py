"""What is attached to events is kept, listed for those whom it concerns, and hidden, as the ports say."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import pytest_asyncio

from core.base.model import Role
from core.records.calendar import (
    BusyQuery,
    NewParticipant,
    NewReminder,
    NewVisibilityRecord,
    Participant,
    Reminder,
    VisibilityRecord,
)
from tests.storage.rows import NOW, add_event, add_users, as_actor, delete_events

ANA, LUIS, ALMA = 1, 2, 3
FIRST, SECOND, THEIRS = 1, 2, 3
"""Two events of Ana's, and one of Luis's. Alma sees everything."""

HOUR, TICK = timedelta(hours=1), timedelta(microseconds=1)
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
        """What the repository says, and the row as it was to become."""
        changed = msgspec.structs.replace(row, **fields)
        return await self.store.write(lambda uow: getattr(uow, self.name).update(changed)), changed

    async def delete(self, row_id):
        await self.store.write(lambda uow: getattr(uow, self.name).delete(row_id, LATER))

    async def listed(self, viewer=ALMA, **page):
        actor = await as_actor(self.store, viewer)
        return await self.store.read(lambda uow: getattr(uow, self.name).list(actor, **page))


@pytest_asyncio.fixture(loop_scope="session")
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
def visibility(filled):
    return Rows(filled, "visibility")


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


async def test_there_is_no_row_with_an_id_never_given(rows):
    assert await rows.get(99) is None
    await rows.delete(99)


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


async def test_a_change_of_nothing_is_a_change(unique_rows):
    added = await unique_rows.add()
    assert await unique_rows.update(added) == (True, added)


async def test_a_deleted_row_is_nowhere_and_stays_so_its_place_free_its_id_not_given_again(rows):
    added = await rows.add()
    await rows.delete(added.id)
    assert not (await rows.update(added, updated_at=LATER))[0]
    assert await rows.get(added.id) is None
    for viewer in (ANA, LUIS, ALMA):
        assert await rows.listed(viewer) == []
    assert (await rows.add()).id > added.id


async def test_another_may_be_moved_to_a_deleted_rows_place(unique_rows):
    gone, moved = await unique_rows.add(), await unique_rows.add(SECOND)
    await unique_rows.delete(gone.id)
    assert (await unique_rows.update(moved, event_id=FIRST))[0] is True


async def test_a_deleted_events_rows_are_nowhere(rows):
    gone, kept = await rows.add(), await rows.add(SECOND)
    await delete_events(rows.store, FIRST)
    assert await rows.get(gone.id) is None
    for viewer in (ANA, ALMA):
        assert await rows.listed(viewer) == [kept]


class TestParticipants:
    async def test_several_people_take_part_at_once_each_busy_and_in_their_order(self, participants):
        store = participants.store
        await store.write(lambda uow: uow.participants.add_people(FIRST, [ALMA, LUIS], LATER))
        rows = await participants.listed()
        assert rows == [
            Participant(row.id, FIRST, user, None, False, None, LATER, LATER)
            for row, user in zip(rows, (ALMA, LUIS), strict=True)
        ]
        asked = BusyQuery([ANA, LUIS, ALMA], NOW, NOW + timedelta(days=1), None, ())
        viewer = await as_actor(store, ALMA)
        busy = await store.read(lambda uow: uow.busy.conflicts(viewer, asked))
        assert [row.user_id for row in busy.conflicts] == [LUIS, ALMA]

    async def test_nobody_at_once_is_nobody(self, participants):
        await participants.store.write(lambda uow: uow.participants.add_people(FIRST, [], LATER))
        assert await participants.listed() == []

    async def test_a_live_one_takes_its_persons_and_its_customers_place(self, participants):
        taken = await participants.add(customer_id=7)
        assert await participants.add() is None
        assert await participants.add(user_id=ANA, customer_id=7) is None
        other = await participants.add(SECOND, customer_id=7)
        assert await participants.update(other, event_id=FIRST) == (
            False,
            msgspec.structs.replace(other, event_id=FIRST),
        )
        third = await participants.add(user_id=ANA)
        for clash in ({"user_id": LUIS}, {"customer_id": 7}):
            assert (await participants.update(third, **clash))[0] is False
        assert await participants.listed() == [taken, other, third]

    async def test_many_without_a_person_or_without_a_customer_are_in_nobodys_way(self, participants):
        rows = [await participants.add(user_id=user) for user in (ANA, LUIS)]
        rows += [await participants.add(user_id=None, customer_id=customer) for customer in (1, 2)]
        assert await participants.listed() == rows
        assert (await participants.update(rows[0], user_id=ALMA))[0] is True
        assert (await participants.update(rows[2], customer_id=3))[0] is True

    async def test_a_list_is_of_the_events_that_the_viewer_may_see_in_pages(self, participants):
        customer = await participants.add(user_id=None, customer_id=7)
        luis = await participants.add(SECOND)
        alma = await participants.add(THEIRS, user_id=ALMA)
        both = await participants.add(SECOND, user_id=ALMA)
        assert await participants.listed(ANA) == [customer, luis, both]
        assert await participants.listed(LUIS) == [luis, alma, both]
        assert await participants.listed() == [customer, luis, alma, both]
        assert await participants.listed(ANA, limit=1) == [customer]
        assert await participants.listed(after_id=customer.id, limit=2) == [luis, alma]

    async def test_a_persons_list_holds_of_those_what_is_theirs(self, participants):
        alma = [await participants.add(event, user_id=ALMA) for event in (THEIRS, FIRST, SECOND)]
        luis = await participants.add()
        assert await participants.listed(user_id=ALMA) == alma
        assert await participants.listed(ANA, user_id=ALMA) == alma[1:]
        assert await participants.listed(LUIS, user_id=ALMA) == alma[:2]
        assert await participants.listed(LUIS, user_id=LUIS) == [luis]
        assert await participants.listed(user_id=ALMA, after_id=alma[0].id, limit=1) == alma[1:2]
        assert await participants.listed(user_id=99) == []

    async def test_a_persons_list_has_none_that_is_deleted_nor_of_a_deleted_event(self, participants):
        gone, _, kept = [await participants.add(event) for event in (THEIRS, FIRST, SECOND)]
        await participants.delete(gone.id)
        await delete_events(participants.store, FIRST)
        for viewer in (ANA, LUIS, ALMA):
            assert await participants.listed(viewer, user_id=LUIS) == [kept]

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


class TestVisibility:
    async def test_a_live_one_takes_its_persons_place_in_its_event(self, visibility):
        taken, other = await visibility.add(), await visibility.add(SECOND)
        assert await visibility.add(is_visible=False) is None
        assert await visibility.update(other, event_id=FIRST) == (
            False,
            msgspec.structs.replace(other, event_id=FIRST),
        )
        third = await visibility.add(user_id=ANA)
        assert (await visibility.update(third, user_id=LUIS))[0] is False
        assert await visibility.listed() == [taken, other, third]

    async def test_a_list_is_of_the_viewers_events_and_of_what_is_about_them(self, visibility):
        mine = await visibility.add()
        about_me = await visibility.add(THEIRS, user_id=ANA, is_visible=False)
        neither = await visibility.add(THEIRS, user_id=ALMA)
        both = await visibility.add(SECOND, user_id=ANA)
        assert await visibility.listed(ANA) == [mine, about_me, both]
        assert await visibility.listed(LUIS) == [mine, about_me, neither]
        assert await visibility.listed() == [mine, about_me, neither, both]
        assert await visibility.listed(ANA, limit=1) == [mine]
        assert await visibility.listed(ANA, after_id=mine.id) == [about_me, both]
        assert await visibility.listed(after_id=mine.id, limit=2) == [about_me, neither]

    async def test_an_events_list_holds_of_those_what_is_that_events(self, visibility):
        mine = [await visibility.add(user_id=user) for user in (ALMA, LUIS)]
        await visibility.add(SECOND)
        about_me = await visibility.add(THEIRS, user_id=ANA)
        await visibility.add(THEIRS, user_id=ALMA)
        assert await visibility.listed(ANA, event_id=FIRST) == mine
        assert await visibility.listed(ANA, event_id=THEIRS) == [about_me]
        assert await visibility.listed(LUIS, event_id=FIRST) == mine[1:]
        assert await visibility.listed(event_id=FIRST, after_id=mine[0].id) == mine[1:]
        assert await visibility.listed(event_id=FIRST, limit=1) == mine[:1]
        assert await visibility.listed(event_id=99) == []

    async def test_a_deleted_events_list_is_empty(self, visibility):
        await visibility.add()
        await delete_events(visibility.store, FIRST)
        for viewer in (ANA, LUIS, ALMA):
            assert await visibility.listed(viewer, event_id=FIRST) == []


class TestReminders:
    async def test_an_event_may_have_the_same_one_twice(self, reminders):
        assert (await reminders.add()).id < (await reminders.add()).id

    async def test_a_list_is_of_the_events_that_its_viewer_may_see(self, reminders):
        public = await add_event(reminders.store, is_public=True)
        private, shown, theirs, more = [await reminders.add(event) for event in (FIRST, public.id, THEIRS, FIRST)]
        assert await reminders.listed(ANA) == [private, shown, more]
        assert await reminders.listed(LUIS) == [shown, theirs]
        assert await reminders.listed() == [private, shown, theirs, more]
        assert await reminders.listed(ANA, limit=2) == [private, shown]
        assert await reminders.listed(ANA, after_id=private.id) == [shown, more]
        assert await reminders.listed(after_id=private.id, limit=2) == [shown, theirs]

    @pytest.mark.parametrize("viewer", [ANA, ALMA])
    async def test_a_list_between_two_instants_excludes_the_second(self, reminders, viewer):
        first, second, third = [await reminders.add(remind_at=NOW + place * TICK) for place in (-1, 0, 1)]
        assert await reminders.listed(viewer, start=NOW) == [second, third]
        assert await reminders.listed(viewer, end=NOW) == [first]
        assert await reminders.listed(viewer, start=NOW - TICK, end=NOW + TICK) == [first, second]
        assert await reminders.listed(viewer, start=NOW - TICK, limit=1, after_id=first.id) == [second]
        assert await reminders.listed(viewer, start=LATER, end=LATER + HOUR) == []
        await delete_events(reminders.store, FIRST)
        assert await reminders.listed(viewer, start=NOW) == []

    async def test_one_events_reminders_are_told_by_when_they_are_due(self, reminders):
        async def of_event():
            return await reminders.store.read(lambda uow: uow.reminders.of_event(FIRST))

        late, early = [await reminders.add(remind_at=NOW + place * HOUR) for place in (2, 1)]
        await reminders.add(SECOND)
        await reminders.delete((await reminders.add()).id)
        assert await of_event() == [early, late]
        await delete_events(reminders.store, FIRST)
        assert await of_event() == []
