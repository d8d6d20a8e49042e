"""The same app over each real store: a day from first to last, and many clients at once."""

import asyncio
import shutil
import sys
import threading
from contextlib import asynccontextmanager, closing
from pathlib import Path

import asyncpg
import msgspec
import pytest
from aiohttp.test_utils import make_mocked_request

import storage
from api.http.endpoints import endpoints
from api.routes import TRIGGERS
from core.application.requests import build
from core.application.use_case import Caller, Pipeline
from core.base.errors import Code, Conflict, Unavailable
from core.base.settings import Settings
from core.calendar import calendar_links
from core.jobs.reminders import send_reminders
from core.people import users
from core.people.users import OPERATOR
from core.records.jobs import Job
from core.work import tasks
from storage.postgres.connecting import arguments_of, url_of
from storage.sqlite.connecting import connect
from tests.api.world import World, serving
from tests.cast import NOW, introduce
from tests.clock import FakeClock
from tests.storage.raw import on, rows_of
from tests.waiting import until

TODAY = {"fecha": "2026-11-23"}
TASK = build(tasks.TaskCreate, {"descripcion": "x", "fechaCumplir": NOW.date().isoformat()})


@pytest.fixture
def sqlite_url(empty_database, tmp_path):
    return f"sqlite+aiosqlite:///{shutil.copy(empty_database, tmp_path / 'api.db')}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request):
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
async def world(url):
    async with storage.open_store(url) as store:
        await introduce(Pipeline(store, FakeClock(), Settings()))
        async with serving(store, World) as world:
            yield world


async def test_a_member_lives_their_day_and_their_leader_reads_it(world):
    contract = await world.task("ana", descripcion="Revisar contrato", prioridad="ALTA")
    meeting = await world.task("lucia", descripcion="Preparar junta", responsibleUserIds=[world.id("ana")])
    secret = await world.task("pablo", descripcion="Negociación")
    log = await world.log("ana")
    assert [item["taskId"] for item in log["items"]] == [contract["id"], meeting["id"]]
    first, second = (f"/daily-logs/items/{item['id']}" for item in log["items"])
    await world.patch(f"{first}/semaforo", {**TODAY, "semaforo": "ROJO"})
    await world.post(f"/tasks/{contract['id']}/comments", {"comentario": "Falta la firma ✍️"})
    await world.patch(f"{first}/avance", {**TODAY, "porcentaje": 40})
    await world.patch(f"{second}/avance", {**TODAY, "porcentaje": 100})
    world.clock.advance(hours=8)
    await world.post(f"/daily-logs/{log['id']}/avance", TODAY)
    closed = (await world.post(f"/daily-logs/{log['id']}/close", TODAY)).data
    assert [(item["semaforo"], item["porcentaje"], item["estatus"]) for item in closed["items"]] == [
        ("ROJO", 40, "EN_PROCESO"),
        ("VERDE", 100, "CERRADA"),
    ]
    assert closed["closedAt"] == closed["avanceAt"] == "2026-11-23T23:00:00Z"
    assert (await world.get("/daily-logs/me?fecha=2026-11-23")).data == closed
    assert (await world.get("/daily-logs/me/history?desde=2026-11-01&hasta=2026-11-30")).data == [closed]
    for path in ("team?fecha=2026-11-23", "team/history?desde=2026-11-23&hasta=2026-11-23"):
        rows = (await world.get(f"/daily-logs/{path}", "lucia")).data
        assert [(row["itemId"], row["semaforo"]) for row in rows] == [
            (item["id"], item["semaforo"]) for item in closed["items"]
        ]
    assert (await world.get(f"/tasks/{secret['id']}", "ana")).status == 404
    assert (await world.patch(f"{first}/avance", {**TODAY, "porcentaje": 50})).refused == (409, "daily_log_closed")


async def test_a_log_opened_from_many_places_at_once_is_one(world):
    await world.task()
    logs = await asyncio.gather(*(world.log("ana") for _ in range(20)))
    assert all(log == logs[0] for log in logs)
    assert len(logs[0]["items"]) == 1


async def test_of_many_guarded_writes_at_once_one_is_done(world):
    task = await world.task()
    path = f"/tasks/{task['id']}"
    guard = {"If-Match": (await world.get(path)).headers["ETag"]}
    edits = [{"descripcion": f"{number}", "fechaCumplir": "2026-11-30"} for number in range(20)]
    replies = await asyncio.gather(*(world.patch(path, edit, headers=guard) for edit in edits))
    assert sorted(reply.status for reply in replies) == [200, *[412] * 19]
    (done,) = (reply for reply in replies if reply.status == 200)
    assert (await world.get(path)).data == done.data
    assert (await world.get(path)).headers["ETag"] == done.headers["ETag"]


async def test_a_post_repeated_at_once_and_later_is_applied_once(world):
    task = await world.task()
    path, key = f"/tasks/{task['id']}/comments", {"Idempotency-Key": "una-vez"}
    replies = await asyncio.gather(*(world.post(path, {"comentario": "x"}, headers=key) for _ in range(20)))
    replies.append(await world.post(path, {"comentario": "x"}, headers=key))
    assert {reply.status for reply in replies} <= {200, 409}
    assert {reply.body for reply in replies if reply.status == 200} == {replies[-1].body}
    assert (await world.post(path, {"comentario": "y"}, headers=key)).refused == (409, "cause_reused")
    assert (await world.get(path)).data == [replies[-1].data]


@asynccontextmanager
async def long_write(store):
    """The process writes, as for a run that takes long."""
    done = threading.Event()

    async def write(_uow):
        done.wait()

    writing = asyncio.create_task(store.write(write))
    await asyncio.sleep(0)
    yield
    done.set()
    await writing


@asynccontextmanager
async def foreign_write(url):
    """Another process writes."""
    with closing(connect(Path(url.partition("///")[2]))) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("holder", ["this process", "another"])
async def test_a_trigger_that_does_not_get_its_turn_is_409_and_nothing_runs_later(world, url, holder):
    (route,) = (route for route in TRIGGERS if route.use_case is send_reminders)
    (impatient,) = endpoints([msgspec.structs.replace(route, timeout=0.1)])
    actor = await world.operate(users.actor, world.id("root"))
    async with long_write(world.pipeline.store) if holder == "this process" else foreign_write(url):
        with pytest.raises(Conflict) as refused:
            await impatient.handle(world.pipeline, Caller(actor), make_mocked_request("POST", "/"), [], b"")
        assert refused.value.code is Code.JOB_RUNNING
    assert (await world.post("/internal/jobs/birthday-sync/run", who="root")).status == 200
    assert await rows_of(world.pipeline.store, "SELECT job FROM job_runs") == [(Job.BIRTHDAY_SYNC,)]


async def test_a_store_that_takes_no_write_is_not_ready_until_it_does(world, url):
    assert (await world.get("//ready", None)).status == 200
    on(url, "ALTER TABLE leads RENAME TO elsewhere")
    assert (await world.get("//ready", None)).refused == (503, "unavailable")
    on(url, "ALTER TABLE elsewhere RENAME TO leads")
    assert (await world.get("//ready", None)).status == 200
    written = await rows_of(world.pipeline.store, "SELECT holder FROM leads WHERE name = 'readiness'")
    assert [len(holder) for (holder,) in written] == [8000], "too little to find out that a disk is full"


async def test_without_its_store_the_service_is_alive_but_not_ready(world):
    await world.pipeline.store.close()
    assert (await world.get("//ready", None)).refused == (503, "unavailable")
    assert (await world.get("/tasks")).refused == (503, "unavailable")
    assert (await world.get("//health", None)).status == 200


# Calendar links


async def linked(world):
    """The id of a new link to Ana's tasks, and whether it answers a client that has the last text with a status."""
    world.pipeline.settings = Settings(public_url=world.server.url)
    made = (await world.post("/me/calendars", {"kind": "tasks"})).data
    path = f"/{made['url'].removeprefix(world.server.url)}"
    tags = [(await world.get(path, None)).headers["ETag"]]

    async def is_answered(status):
        reply = await world.get(path, None, headers={"If-None-Match": tags[-1]})
        tags.append(reply.headers.get("ETag", ""))
        return reply.status == status

    return made["id"], is_answered


async def test_a_calendar_shows_what_another_process_writes_and_one_that_it_ends_is_missing(world, url):
    link_id, is_answered = await linked(world)
    assert await is_answered(304)
    async with storage.open_store(url) as other:
        ana = Caller(await world.pipeline.run(Caller(OPERATOR), users.actor, world.id("ana")))
        theirs = Pipeline(other, FakeClock(), Settings())
        await theirs.run(ana, tasks.create_task, TASK)
        await until(lambda: is_answered(200))
        await until(lambda: is_answered(304))
        await theirs.run(ana, calendar_links.end_link, link_id)
        await until(lambda: is_answered(404))


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_a_calendar_shows_what_the_journal_hides_behind_an_open_transaction(world, url):
    task = await world.task()
    _, is_answered = await linked(world)
    connection = await asyncpg.connect(**arguments_of(url_of(url)))
    try:
        await connection.execute(f"BEGIN; UPDATE tasks SET prioridad = 'BAJA' WHERE id = {task['id']}")
        await world.task()
        assert [await is_answered(status) for status in (200, 304)] == [True, True]
        await world.task()
        assert await is_answered(200)
    finally:
        await connection.close()


# Requests that wait for changes

WRITERS = 8
TIMES = 60
READERS = ("ana", "luis", "lucia", "root")


async def write_all(store, writers, times):
    """So many at once, each making tasks of one of two people."""
    pipeline = Pipeline(store, FakeClock(), Settings())
    people = {user.username: user.id for user in await pipeline.run(Caller(OPERATOR), users.list_users)}

    async def write(number):
        person = people["ana" if number % 2 else "luis"]
        caller = Caller(await pipeline.run(Caller(OPERATOR), users.actor, person))
        for _ in range(times):
            await pipeline.run(caller, tasks.create_task, TASK)

    await asyncio.gather(*map(write, range(writers)))


WRITER = """
import asyncio, sys
import storage
from tests.api.test_on_real_stores import write_all

async def main():
    async with storage.open_store(sys.argv[1]) as store:
        await write_all(store, int(sys.argv[2]), int(sys.argv[3]))

asyncio.run(main())
"""


@asynccontextmanager
async def writing(url, writers, times):
    """Another process that writes."""
    other = await asyncio.create_subprocess_exec(sys.executable, "-c", WRITER, url, str(writers), str(times))
    try:
        yield other
        assert await other.wait() == 0
    finally:
        if other.returncode is None:
            other.kill()
            await other.wait()


async def seqs_of(world, who, position):
    """Return all that somebody may read after a position, asked for without waiting."""
    found = []
    while rows := (part := (await world.get(f"/changes?after={position}&limit=1000", who)).data)["rows"]:
        found += [row["seq"] for row in rows]
        position = part["next"]
    return found


async def follow(world, who, position, done, found):
    while not done.is_set():
        part = (await world.get(f"/changes?after={position}&wait=20&limit=7", who)).data
        found += [row["seq"] for row in part["rows"]]
        position = part["next"]


async def test_a_commit_elsewhere_answers_who_waits(world, url):
    waiting = asyncio.create_task(world.get("/changes?after=now&wait=30", "ana"))
    await until(lambda: world.server.app.held.held)
    async with storage.open_store(url) as other:
        await write_all(other, 2, 1)
    (row,) = (await waiting).data["rows"]
    assert (row["kind"], row["actor"]) == ("task.created", world.id("ana"))


@pytest.mark.long
async def test_who_waits_misses_nothing_and_gets_nothing_twice_under_writers_in_two_processes(world, url):
    position = (await world.get("/changes?after=now", "root")).data["next"]
    done, found = asyncio.Event(), {who: [] for who in READERS}
    readers = [asyncio.create_task(follow(world, who, position, done, found[who])) for who in READERS]
    async with writing(url, WRITERS // 2, TIMES):
        await write_all(world.pipeline.store, WRITERS // 2, TIMES)
    wanted = {who: await seqs_of(world, who, position) for who in READERS}
    assert {who: len(seqs) for who, seqs in wanted.items()} == {
        "ana": WRITERS // 2 * TIMES, "luis": WRITERS // 2 * TIMES, "lucia": WRITERS * TIMES, "root": WRITERS * TIMES
    }  # fmt: skip
    await until(lambda: found == wanted)
    done.set()
    world.server.app.held.release()
    await asyncio.gather(*readers)
    assert found == wanted


HIDING = """INSERT INTO event_types (code, code_key, name, system_managed, auto_generated, is_active, is_deleted)
VALUES ('Z', 'z', 'Z', false, false, true, false)"""


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("end", ["ROLLBACK", "COMMIT"])
async def test_rows_that_an_open_transaction_hides_are_told_when_it_ends(world, url, end):
    other = await asyncpg.connect(**arguments_of(url_of(url)))
    try:
        await other.execute("BEGIN")
        await other.execute(HIDING)
        waiting = asyncio.create_task(world.get("/changes?after=now&wait=30", "ana"))
        await until(lambda: world.server.app.held.held)
        made = await world.task("ana")
        await asyncio.sleep(0.2)
        assert not waiting.done()
        await other.execute(end)
        rows = (await asyncio.wait_for(waiting, 5)).data["rows"]
        kinds = [(row["kind"], row["entityId"]) for row in rows if row["entity"] == "task"]
        assert kinds == [("task.created", made["id"])]
        assert len(rows) == (2 if end == "COMMIT" else 1)
    finally:
        await other.close()


async def test_who_waits_while_the_database_is_away_is_answered_afterwards(world, before_each):
    waiting = asyncio.create_task(world.get("/changes?after=now&wait=30", "ana"))
    await until(lambda: world.server.app.held.held)
    failures = []

    async def fail_once(unit):
        if unit == "changes.new_rows" and not failures:
            failures.append(unit)
            raise Unavailable(Code.UNAVAILABLE)

    before_each("read", fail_once)
    made = await world.task("ana")
    assert [row["entityId"] for row in (await asyncio.wait_for(waiting, 5)).data["rows"]] == [made["id"]]
    assert failures
