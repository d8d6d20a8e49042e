"""The journal: whatever writes, by whatever statement, leaves a row for each thing with what differs, and no other."""

import asyncio
import json
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from functools import partial

import msgspec
import pytest
import sqlalchemy as sa

import storage
from core.records.calendar import NewEventType
from core.records.journal import Entity, Origin, Via
from core.records.people import Actor
from storage.maintenance import schema_of
from storage.repositories.journal import THINGS
from storage.schema.journal import JOURNALED, OMITTED, journal
from storage.schema.metadata import metadata
from storage.schema.migrations.journal import FLAG, INSTANT, JSON, PLAIN
from storage.sql.column_types import Instant, Json
from storage.sql.statements import Query
from tests.journaled import Row, assert_says_all, rows_of_journal, things
from tests.storage.raw import on, ran, rows_of
from tests.storage.rows import new_user

BY_TABLE = {journaled.table: journaled for journaled in JOURNALED}
KINDS = {sa.Boolean: FLAG, Instant: INSTANT, Json: JSON}
AT = datetime(2026, 11, 25, 18, 30, 0, 250, UTC)
NEW_TYPE = NewEventType(code="X", name="Ñ\"'\\\n")
ANA = Origin(1, Via.CHAT, "it's\ta token", AT, 77)


@pytest.mark.parametrize("table", BY_TABLE)
def test_every_column_is_journaled_as_what_it_is_or_left_out_on_purpose(table):
    columns = {column.name: column for column in metadata.tables[table].c}
    journaled = BY_TABLE[table].columns
    assert journaled.keys() | OMITTED.get(table, set()) | {"id", "updated_at"} >= columns.keys()
    assert journaled.keys().isdisjoint(OMITTED.get(table, ()))
    for name, how in journaled.items():
        kind = next((how for of, how in KINDS.items() if isinstance(columns[name].type, of)), PLAIN)
        assert kind == how, name


def renamed(kind, name):
    return msgspec.structs.replace(kind, name=name)


@pytest.fixture(params=["sqlite", "postgresql"])
def full_url(request, filled, copy_filled, tmp_path):
    """A database with some rows in every table."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{shutil.copy(filled, tmp_path / 'full.db')}"
    postgresql = request.getfixturevalue("postgresql")
    return postgresql.server.url(postgresql.emptied(copy_filled))


@pytest.fixture(scope="module")
def copy_filled(filled):
    """How a database on PostgreSQL gets those rows."""
    return lambda url: asyncio.run(storage.copy(f"sqlite+aiosqlite:///{filled}", url))


def journal_of(url):
    return [Row(row) for row in on(url, "SELECT * FROM journal ORDER BY seq")]


def otherwise(table, column):
    """The value of a column for another row, as SQL, or for the same row something else."""
    kind = metadata.tables[table].c[column].type
    if isinstance(kind, sa.Boolean):
        return f"NOT {column}"
    return f"(SELECT max({column}) FROM {table} WHERE {column} IS NOT NULL)"


def test_whoever_writes_by_whatever_statement_is_journaled(full_url):
    for table in BY_TABLE:
        schema_of(full_url).transaction(partial(look_at_what_is_journaled_of, table))
    assert {(row.via, row.actor_user_id, row.unit) for row in journal_of(full_url)} == {("cli", None, None)}


def look_at_what_is_journaled_of(table, connection):
    def new():
        return [Row(row) for row in ran(connection, f"SELECT * FROM journal WHERE seq > {before} ORDER BY seq")]

    ((before,),) = ran(connection, "SELECT max(seq) FROM journal")
    journaled = BY_TABLE[table]
    for column in ("updated_at", *OMITTED.get(table, ())):
        if column in metadata.tables[table].c and column != "span":
            ran(connection, f"UPDATE {table} SET {column} = {column}")
    assert new() == []
    free = {"location", "reason", "descripcion", "comentario", "orden", "fecha", "customer_id", "task_count", "name"}
    free |= {"display_name", "created_by_user_id", "is_visible", "sent"}
    column = next(name for name in journaled.columns if name in free)
    differing = f"SELECT id FROM {table} WHERE {column} IS DISTINCT FROM {otherwise(table, column)}"
    changed = [] if table == "daily_logs" else ran(connection, differing)  # a date is one's own
    if table != "daily_logs":
        ran(connection, f"UPDATE {table} SET {column} = {otherwise(table, column)}")
    assert sorted(row.entity_id for row in new()) == sorted(row_id for (row_id,) in changed), table
    assert {*(name for row in new() for name in row.changed)} <= {journaled.name_of(column)}
    assert {row.kind for row in new()} <= {f"{journaled.entity}.updated"}


async def test_a_database_filled_by_hand_is_told_whole(full_url):
    async with storage.open_store(full_url) as store:
        await assert_says_all(store)


async def test_where_it_comes_from_is_said_and_not_of_the_next(store):
    async def work(uow):
        return await uow.event_types.add(NEW_TYPE)

    added = await store.write(work, origin=ANA)
    await store.write(lambda uow: uow.event_types.update(renamed(added, "Otra")))
    first, second = await rows_of_journal(store)
    assert (first.kind, first.entity_id, first.root, first.root_id) == (
        "event_type.created", added.id, "event_type", added.id
    )  # fmt: skip
    assert (first.actor_user_id, first.via, first.token, first.at, first.unit) == (1, "chat", "it's\ta token", AT, 77)
    assert first.changed == {
        "code": [None, "X"], "name": [None, "Ñ\"'\\\n"], "systemManaged": [None, False],
        "autoGenerated": [None, False], "isActive": [None, True], "isDeleted": [None, False],
    }  # fmt: skip
    assert (second.actor_user_id, second.via, second.token, second.unit) == (None, "job", None, None)
    assert second.changed == {"name": ["Ñ\"'\\\n", "Otra"]}
    assert second.seq > first.seq


async def test_the_last_units_of_a_person_are_found_from_one_on(store):
    for unit, person in ((77, 1), (78, 2), (79, 1), (2**62, 1)):
        code = f"X{unit}"
        origin = msgspec.structs.replace(ANA, unit=unit, person=person)
        await store.write(lambda uow, code=code: added_twice(uow, code), origin=origin)
    for most, first, expected in (
        (9, 0, [2**62, 79, 77]),
        (2, 0, [2**62, 79]),
        (9, 78, [2**62, 79]),
        (9, 2**62 + 1, []),
    ):
        assert list(await store.read(lambda uow, a=(1, first, most): uow.journal.units_of(*a))) == expected


async def added_twice(uow, code):
    for name in ("a", "b"):
        await uow.event_types.add(msgspec.structs.replace(NEW_TYPE, code=code + name))


async def test_what_differs_in_nothing_leaves_nothing(store):
    added = await store.write(lambda uow: uow.event_types.add(NEW_TYPE))
    await store.write(lambda uow: uow.event_types.update(added), origin=ANA)
    assert len(await rows_of_journal(store)) == 1


async def test_a_unit_that_fails_leaves_nothing(store):
    async def work(uow):
        await uow.event_types.add(NEW_TYPE)
        raise ValueError("changed its mind")

    with pytest.raises(ValueError, match="its mind"):
        await store.write(work, origin=ANA)
    assert await rows_of_journal(store) == []


async def test_a_flag_that_goes_and_comes_back_is_a_deletion_and_a_restoration(store):
    added = await store.write(lambda uow: uow.users.add(new_user("ana")))
    for active in (False, True):
        user = msgspec.structs.replace(added, is_active=active)
        await store.write(lambda uow, user=user: uow.users.update(user))
    kinds = [(row.kind, row.changed.get("isActive")) for row in await rows_of_journal(store)]
    assert kinds == [
        ("person.created", [None, True]), ("person.deleted", [True, False]), ("person.restored", [False, True])
    ]  # fmt: skip


async def test_what_takes_something_back_says_so_and_not_what_is_written_next(store):
    added = await store.write(lambda uow: uow.event_types.add(NEW_TYPE), origin=ANA)
    (made,) = await rows_of_journal(store)

    async def work(uow):
        await uow.journal.note_undo(made.seq)
        await uow.event_types.update(renamed(added, "Otra"))

    await store.write(work, origin=ANA)
    await store.write(lambda uow: uow.event_types.update(renamed(added, "X")), origin=ANA)
    assert [row.undoes for row in await rows_of_journal(store)] == [None, made.seq, None]
    undoing = await store.read(lambda uow: uow.journal.undoing(ANA.unit, Entity.EVENT_TYPE, [added.id, 99]))
    assert [(row.undoes, row.changed["name"]) for row in undoing] == [(made.seq, [NEW_TYPE.name, "Otra"])]
    assert await store.read(lambda uow: uow.journal.undoing(1, Entity.EVENT_TYPE, [added.id])) == []
    assert (await store.read(lambda uow: uow.journal.get(made.seq))).entity_id == added.id
    assert [row.unit for row in await store.read(lambda uow: uow.journal.of_unit(ANA.unit))] == [ANA.unit] * 3


async def test_what_things_have_is_told_as_their_rows_tell_it(full_url):
    async with storage.open_store(full_url) as store:
        everything = await things(store)
        for entity in Entity:
            there = {thing: values for (kind, thing), values in everything.items() if kind == entity}
            assert there, entity
            ids = [*there, 10**6]
            assert await store.read(lambda uow, e=entity, ids=ids: uow.journal.values(e, ids)) == there


async def test_old_rows_are_forgotten_some_at_a_time_and_no_number_is_given_again(store):
    added = await store.write(lambda uow: uow.event_types.add(NEW_TYPE), origin=ANA)
    for number in range(4):
        later = msgspec.structs.replace(ANA, at=AT + timedelta(days=number // 3))
        await store.write(lambda uow, to=str(number): uow.event_types.update(renamed(added, to)), origin=later)
    seqs = [row.seq for row in await rows_of_journal(store)]
    before = AT + timedelta(hours=1)
    forgotten = [await store.write(lambda uow: uow.journal.prune(before, 3)) for _ in range(3)]
    assert forgotten == [3, 1, 0]
    assert [row.seq for row in await rows_of_journal(store)] == seqs[4:]
    assert await rows_of(store, "SELECT pruned_to FROM journal_state") == [(seqs[3],)]
    assert await store.write(lambda uow: uow.journal.prune(AT + timedelta(days=9), 100)) == 0  # the last row stays
    await store.write(lambda uow: uow.event_types.update(renamed(added, "z")), origin=ANA)
    assert [row.seq > seqs[-1] for row in await rows_of_journal(store)] == [False, True]


WRITERS, WRITES = 32, 6


async def follow(store, done):
    """The numbers that a reader is given who asks again and again for what follows the last."""
    position, found = 0, []
    while True:
        last_round = done.is_set()
        settled = await store.read(lambda uow: uow.journal.settled())
        new = await rows_up_to(store, position, settled)
        found += new
        position = settled
        if last_round:
            return found
        await asyncio.sleep(0)


async def rows_up_to(store, after, until):
    statement = sa.select(journal.c.seq).where(journal.c.seq > after, journal.c.seq <= until).order_by(journal.c.seq)
    query = Query(statement, int)
    return await store.read(lambda uow: uow.outbox._db.all(query))


async def test_readers_with_a_position_miss_nothing_and_see_nothing_twice(served_store):
    done = asyncio.Event()
    readers = [asyncio.create_task(follow(served_store, done)) for _ in range(3)]
    await write_all(served_store, "C", WRITERS)
    done.set()
    everything = [row.seq for row in await rows_of_journal(served_store)]
    assert len(everything) == WRITERS + 2 * WRITERS * WRITES
    assert [await reader for reader in readers] == [everything] * 3


async def write_all(store, prefix, writers):
    """So many at once, each with a thing of its own."""

    async def write(code):
        kind = await store.write(lambda uow: uow.event_types.add(msgspec.structs.replace(NEW_TYPE, code=code)))
        for number in range(WRITES):

            async def work(uow, number=number):
                for part in "ab":
                    await uow.event_types.update(renamed(kind, f"{number}{part}"))

            await store.write(work, origin=ANA)

    await asyncio.gather(*(write(f"{prefix}{number}") for number in range(writers)))


WORKER = """
import asyncio, json, sys
import storage
from tests.storage.test_journal import WRITERS, follow, write_all

async def main():
    async with storage.open_store(sys.argv[1]) as store:
        done = asyncio.Event()
        reader = asyncio.create_task(follow(store, done))
        print("reading", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await write_all(store, sys.argv[2], WRITERS // 2)
        print("written", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        done.set()
        print(json.dumps(await reader), flush=True)

asyncio.run(main())
"""


@pytest.fixture(params=["url", "new_postgresql_url"])
def shared_url(request):
    """An empty database for several processes."""
    url = request.getfixturevalue(request.param)
    storage.upgrade(url)
    return url


@pytest.mark.long
def test_nor_do_readers_in_several_processes_whose_writers_race(shared_url):
    def started(prefix):
        command = [sys.executable, "-c", WORKER, shared_url, prefix]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    with started("A") as one, started("B") as other:
        for said in ("reading", "written"):
            assert [worker.stdout.readline() for worker in (one, other)] == [f"{said}\n"] * 2
            for worker in (one, other):
                worker.stdin.write("go on\n")
                worker.stdin.flush()
        found = [json.loads(worker.stdout.readline()) for worker in (one, other)]
    everything = [row.seq for row in journal_of(shared_url)]
    assert len(everything) == WRITERS + 2 * WRITERS * WRITES
    assert found == [everything] * 2


async def test_each_of_several_may_read_what_they_may_read_alone(full_url):
    async with storage.open_store(full_url) as store:
        people = await store.read(lambda uow: uow.users.list())
        actors = [
            Actor(user, frozenset(await store.read(lambda uow, user=user: uow.users.team_ids(user.id))))
            for user in people
        ]
        for entity, table in THINGS.items():
            ids = [thing for (thing,) in await rows_of(store, f"SELECT id FROM {table.name}")]
            alone = {
                (actor.id, thing)
                for actor in actors
                for thing in await store.read(lambda uow, a=actor, e=entity, ids=ids: uow.journal.readable(a, e, ids))
            }
            asked = [user.id for user in people], entity, ids
            assert set(await store.read(lambda uow, asked=asked: uow.journal.readable_by_each(*asked))) == alone
            assert alone or entity is Entity.PERSON
