"""The busy index tells what the tables it follows from tell, whatever was done to them before."""

import random
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from core.base.calendar_time import EPOCH, INSTANT, Interval
from core.base.model import ParticipationStatus, Role
from core.records.calendar import BusyQuery, NewEventType
from core.records.people import Actor
from storage.repositories.busy import LENGTHS, Busy, occupied
from storage.schema.calendar import busy
from storage.sql.statements import Change
from storage.sqlite.engine import drive
from storage.sqlite.executor import COMPILED
from tests.memory_store import MemoryStore
from tests.storage.rows import (
    BIRTHDAY,
    NOW,
    REUNION,
    VISITA,
    add_event,
    add_participant,
    add_users,
    as_actor,
    new_event,
    new_user,
)
from tests.storage.test_statements import costs, plan

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 12))]
PEOPLE, STEPS, QUESTIONS = 5, 150, 60
CANCELLED = 3
DAY = timedelta(days=1)
SHORTEST = timedelta(microseconds=1)
BOUNDARIES = [DAY, 32 * DAY]
FIRST, LAST = datetime(1900, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)


def a_length(chance):
    """Mostly under a day, some of weeks, a few of years, and those at the bounds of the span classes."""
    bound = chance.choice(BOUNDARIES)
    return chance.choice(
        [
            SHORTEST,
            chance.randint(1, 96) * timedelta(minutes=15),
            chance.randint(1, 96) * timedelta(minutes=15),
            chance.randint(1, 90) * DAY,
            chance.randint(1, 9) * 365 * DAY,
            bound - SHORTEST,
            bound,
            bound + SHORTEST,
        ]
    )


def a_time(chance):
    """A time within some weeks, or at a bound of what may be written; it starts on the quarter of an hour or beside."""
    length = a_length(chance)
    if chance.random() < 0.05:
        return chance.choice([(FIRST, FIRST + length), (LAST - length, LAST), (FIRST, LAST)])
    start = NOW.replace(minute=0, second=0, microsecond=0) + chance.randint(-3000, 3000) * timedelta(minutes=15)
    start += chance.choice([timedelta(), timedelta(), SHORTEST, -SHORTEST])
    return start, start + length


class History:
    """Random writes to events, series and participants, each through the repositories."""

    def __init__(self, store, chance):
        self.store = store
        self.chance = chance
        self.events = []
        self.participants = []

    async def step(self):
        moves = [self.create] * 3 + [self.join] * 8 + [self.respond] * 4 + [self.change] * 4 + [self.move] * 2
        moves += [self.leave, self.delete]
        await self.chance.choice([*moves, self.repeat, self.change_series, self.delete_series])()

    async def create(self):
        start, end = a_time(self.chance)
        fields = {"start_datetime": start, "end_datetime": end, "is_public": self.chance.random() < 0.3}
        self.events.append(await add_event(self.store, created_by_user_id=self.person(), **fields))

    async def repeat(self):
        times = [Interval(*a_time(self.chance)) for _ in range(self.chance.randint(1, 3))]
        people = self.chance.sample(range(1, PEOPLE + 1), self.chance.randint(0, 3))
        event = new_event(created_by_user_id=self.person())

        async def work(uow):
            made = await uow.series.add(event, times, participants=people, visible_to=[self.person()])
            return [seen.event for seen in await uow.series.seen(made.id, 1)]

        made = await self.store.write(work)
        root = await as_actor(self.store, PEOPLE)
        taking_part = await self.store.read(lambda uow: uow.participants.list(root))
        self.events += made
        self.participants += [row for row in taking_part if row.event_id in {event.id for event in made}]

    async def change_series(self):
        fields = self.chance.choice(
            [{"event_type_id": self.chance.choice([BIRTHDAY, REUNION, VISITA])}, {"title": "Otra"}]
        )
        changed = [msgspec.structs.replace(event, **fields) for event in self.of_a_series()]
        await self.store.write(lambda uow: uow.series.update(changed))
        by_id = {event.id: event for event in changed}
        self.events = [by_id.get(event.id, event) for event in self.events]

    async def delete_series(self):
        chosen = {event.id for event in self.of_a_series()}
        await self.store.write(lambda uow: uow.events.delete(sorted(chosen), NOW))
        self.events = [event for event in self.events if event.id not in chosen]

    def of_a_series(self):
        known = {event.series_id for event in self.events if event.series_id}
        series_id = self.chance.choice(sorted(known)) if known else 0
        return [event for event in self.events if event.series_id == series_id]

    async def change(self):
        if not self.events:
            return
        place = self.chance.randrange(len(self.events))
        start, end = a_time(self.chance)
        fields = self.chance.choice(
            [
                {"start_datetime": start, "end_datetime": end},
                {"is_active": self.chance.random() < 0.5},
                {"status_id": self.chance.choice([1, 2, CANCELLED])},
                {"event_type_id": self.chance.choice([BIRTHDAY, REUNION, VISITA])},
            ]
        )
        changed = msgspec.structs.replace(self.events[place], **fields)
        await self.store.write(lambda uow: uow.events.update(changed))
        self.events[place] = changed

    async def join(self):
        if self.events:
            who = self.chance.choice([None, *range(1, PEOPLE + 1)])
            fields = {"customer_id": 7 if who is None else None}
            added = await add_participant(self.store, self.event(), who, **fields)
            self.participants += [added] if added else []

    async def move(self):
        if self.participants:
            row = self.chance.choice(self.participants)
            fields = {"event_id": self.event(), "user_id": self.person()} if self.events else {"user_id": None}
            fields |= {"customer_id": self.chance.choice([None, 8]) if fields["user_id"] else 8}
            moved = msgspec.structs.replace(row, **fields)
            await self.store.write(lambda uow: uow.participants.update(moved))

    async def respond(self):
        if self.participants and self.events:
            row = self.chance.choice(self.participants)
            chosen, who = [row.event_id, self.event()], row.user_id or self.person()
            response = self.chance.choice([*[ParticipationStatus.DECLINED] * 2, ParticipationStatus.ACCEPTED])
            await self.store.write(lambda uow: uow.participants.respond(chosen, who, response))
            if self.chance.random() < 0.2:
                await self.store.write(lambda uow: uow.participants.ask_again(chosen, but=[self.person()]))

    async def leave(self):
        if self.participants:
            row = self.participants.pop(self.chance.randrange(len(self.participants)))
            await self.store.write(lambda uow: uow.participants.delete(row.id, NOW))

    async def delete(self):
        chosen = {self.event() for _ in range(2)} if self.events else set()
        await self.store.write(lambda uow: uow.events.delete(sorted(chosen), NOW))
        self.events = [event for event in self.events if event.id not in chosen]

    def event(self):
        return self.chance.choice(self.events).id

    def person(self):
        return self.chance.randint(1, PEOPLE)


async def lived(store, seed):
    """A history over a few people, the last of whom sees everything."""
    await add_users(store, *(f"u{number}" for number in range(1, PEOPLE)))
    await add_users(store, "root", role=Role.ADMIN)
    history = History(store, random.Random(seed))
    for _ in range(STEPS):
        await history.step()
    return history


def questions(chance):
    """Random people and times; at times an event that does not count, and none or several cancelled statuses."""
    for _ in range(QUESTIONS):
        start, end = a_time(chance)
        people = chance.sample(range(1, PEOPLE + 1), chance.randint(1, PEOPLE))
        excluded = chance.choice([None, None, chance.randint(1, 30)])
        yield BusyQuery(people, start, end, excluded, chance.choice([[], [CANCELLED], [CANCELLED, 2]]))


async def answered(store, viewer, asked):
    found = await store.read(lambda uow: uow.busy.conflicts(viewer, asked))
    assert found.unknown == []
    return found.conflicts


@pytest.mark.parametrize("seed", SEEDS)
async def test_after_any_history_the_index_is_what_the_tables_say(memory, seed):
    store = MemoryStore()
    await lived(store, seed)
    connection = store.database.connection
    kept = connection.execute("SELECT * FROM busy ORDER BY 1, 2, 3, 4, 5").fetchall()
    definition = COMPILED[Change(occupied())]
    wanted = connection.execute(definition.text, definition.parameters({})).fetchall()
    assert kept == sorted(wanted)
    assert kept


@pytest.mark.parametrize("seed", SEEDS)
async def test_every_store_gives_the_answer_that_follows_from_events_and_participants(store, seed):
    history = await lived(store, seed)
    admin = await as_actor(store, PEOPLE)
    events = {event.id: event for event in await store.read(lambda uow: uow.events.list(admin))}
    said = await store.read(lambda uow: uow.participants.responses(list(events)))
    declined = {answer.id for answer in said if answer.response is ParticipationStatus.DECLINED}
    rows = await store.read(lambda uow: uow.participants.list(admin))
    taking_part = [row for row in rows if row.id not in declined]
    found = 0
    for asked in questions(history.chance):
        viewer = await as_actor(store, history.person())
        visible = {event.id for event in await store.read(lambda uow, v=viewer: uow.events.list(v))}
        wanted = sorted(
            (row.user_id, event.start_datetime, event.id, event.title if event.id in visible else "Ocupado")
            for row in taking_part
            if row.user_id in asked.user_ids and counts(event := events[row.event_id], asked)
        )
        rows = await answered(store, viewer, asked)
        assert [
            (row.user_id, row.start_datetime, row.conflicting_event_id, row.conflicting_event_title) for row in rows
        ] == wanted
        found += len(rows)
    assert found


def counts(event, asked):
    """Return whether an event makes busy in the time asked about, in the rule's own words."""
    overlaps = event.start_datetime < asked.end and asked.start < event.end_datetime
    alive = event.is_active and event.status_id not in asked.cancelled and event.event_type_id != BIRTHDAY
    return overlaps and alive and event.id != asked.excluded_event_id


async def test_a_row_shows_person_event_and_instants_as_they_are(store):
    await add_users(store, "ana", "luis")
    times = {"start_datetime": NOW, "end_datetime": NOW + 40 * DAY}
    event = await add_event(store, title="Ñ", **times)
    await add_participant(store, event.id, 2)
    viewer = await as_actor(store, 1)
    (row,) = await answered(store, viewer, BusyQuery([1, 2], NOW + 20 * DAY, NOW + 21 * DAY, None, []))
    shown = msgspec.structs.asdict(row)
    assert shown == {
        "user_id": 2,
        "username": "luis",
        "conflicting_event_id": event.id,
        "conflicting_event_title": "Ñ",
        **times,
    }


@pytest.mark.parametrize("role", [Role.MEMBER, Role.ADMIN])
async def test_who_is_asked_about_and_nobody_is_named_beside_the_conflicts_of_the_others(store, role):
    await add_users(store, "ana", role=role)
    await add_users(store, "luis", is_active=False)
    event = await add_event(store)
    await add_participant(store, event.id, 2)
    viewer = await as_actor(store, 1)
    asked = BusyQuery([99, 2, 0, 1, -1], NOW, NOW + DAY, None, [])
    found = await store.read(lambda uow: uow.busy.conflicts(viewer, asked))
    assert found.unknown == [99, 0, -1]
    assert [row.user_id for row in found.conflicts] == [2]


async def test_an_event_of_a_type_that_jobs_make_makes_nobody_busy(store):
    await add_users(store, "ana")
    generated = NewEventType(code="A", name="", system_managed=False, auto_generated=True, is_active=True)
    made = await store.write(lambda uow: uow.event_types.add(generated))
    event = await add_event(store, event_type_id=made.id)
    await add_participant(store, event.id, 1)
    asked = BusyQuery([1], NOW, NOW + DAY, None, [])
    assert await answered(store, await as_actor(store, 1), asked) == []


@pytest.mark.parametrize("bound", BOUNDARIES)
@pytest.mark.parametrize("beside", [-SHORTEST, timedelta(), SHORTEST])
async def test_the_first_and_the_last_microsecond_of_an_event_count(store, bound, beside):
    await add_users(store, "ana")
    end = NOW + bound + beside
    event = await add_event(store, start_datetime=NOW, end_datetime=end)
    await add_participant(store, event.id, 1)
    viewer = await as_actor(store, 1)
    for start, until, busy_then in (
        (NOW - SHORTEST, NOW, False),
        (NOW, NOW + SHORTEST, True),
        (end - SHORTEST, end, True),
        (end, end + SHORTEST, False),
    ):
        assert bool(await answered(store, viewer, BusyQuery([1], start, until, None, []))) is busy_then


def test_the_last_span_class_takes_whatever_may_be_written():
    assert LENGTHS[-1] >= (LAST - FIRST) // INSTANT
    assert abs(FIRST - EPOCH) // INSTANT + LENGTHS[-1] < 2**63


@pytest.mark.parametrize("analyzed", [False, True])
@pytest.mark.parametrize("everything", [False, True])
def test_a_question_is_one_seek_a_person_and_span_class(connection, everything, analyzed):
    if analyzed:
        connection.execute("ANALYZE")
    steps = plan(connection, COMPILED[Busy.CONFLICTS[everything]])
    assert f"SEARCH {busy.name} USING PRIMARY KEY (user_id=? AND span=? AND starts_at>? AND starts_at<?)" in steps
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()}
    assert [step for step in steps if step.startswith("SCAN") and step.split()[1] in tables] == []


@pytest.mark.parametrize("everything", [False, True])
def test_a_refresh_and_a_question_are_the_same_few_statements_whatever_their_number(connection, uow, everything):
    for statement in (COMPILED[each] for each in Busy.REFRESH):
        assert not [step for step in plan(connection, statement) if step.startswith("SCAN event")]
    texts = []
    connection.set_trace_callback(texts.append)
    drive(uow.busy.refresh(range(1, 1000)))
    assert len(texts) == 2
    connection.set_trace_callback(None)
    role = Role.ADMIN if everything else Role.MEMBER
    viewer = Actor(drive(uow.users.add(new_user("ana", role=role))))
    asked = BusyQuery(range(1, 101), NOW, NOW + DAY, None, [CANCELLED])
    costs(connection, (uow.busy.conflicts(viewer, asked), 1, None))
