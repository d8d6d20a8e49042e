"""Backups that the service makes by itself: proved by restoring them, kept by rule, and told where there is none."""

import asyncio
import logging
import os
import shutil
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from unittest.mock import ANY

import msgspec
import pytest
from aiohttp import ClientSession

import storage
from bot.app import backups, config
from bot.app.backup_folder import BackupFolder
from bot.app.backups import BackupFailed, Backups, make_backup
from bot.app.scheduler import Scheduler
from bot.app.tokens import keyring
from core.records.jobs import Job
from core.records.messages import MessageKind, NewMessage, Outcome
from storage.sqlite.connecting import connect
from tests.cast import introduce
from tests.clock import FakeClock
from tests.system.process import Process, children, core_of, over
from tests.system.typed import refused
from tests.tokens import issue
from tests.waiting import until

AT = datetime(2026, 11, 23, 9, 30, tzinfo=UTC)
TASK = {"descripcion": "x", "fechaCumplir": "2026-11-30", "responsibleUserIds": [1]}
NAME = "semaforo-20261123T093000Z.db"


@pytest.fixture
def kept(tmp_path):
    return tmp_path / "backups"


@pytest.fixture
async def team(empty_database, tmp_path, kept):
    """The settings of a service with people, which is backed up at 3:30 by the business zone's clock."""
    file = shutil.copy(empty_database, tmp_path / "team.db")
    settings = over(file, backup=config.BackupConfig(at="03:30", to=str(kept), keep=(2, 1, 1)))
    config.jwt_secret(settings)
    async with core_of(settings) as core:
        for username in ("lucia", "ana", "root"):
            await introduce(core.pipeline, username)
    return settings


async def test_a_backup_is_whole_and_private_and_the_secret_is_beside_it(team, kept, tmp_path):
    file, rows = await make_backup(team, AT)
    assert file == kept / NAME
    with closing(connect(file)) as copy:
        assert copy.execute("SELECT username FROM users ORDER BY id").fetchall() == [("lucia",), ("ana",), ("root",)]
    assert rows > 2
    assert {each.name for each in kept.iterdir()} == {NAME, NAME.replace(".db", ".jwt-secret")}
    assert {stat.S_IMODE(each.stat().st_mode) for each in (kept, *kept.iterdir())} == {0o700, 0o600}
    assert (kept / NAME).with_suffix(".jwt-secret").read_text() == (tmp_path / "team.jwt-secret").read_text()
    assert storage.check(team.database.url) == []


async def test_without_the_secret_where_that_is_asked(team, kept):
    await make_backup(over_backup(team, with_secret=False), AT)
    assert {each.name for each in kept.iterdir()} == {NAME}


def over_backup(team, **changes):
    return msgspec.structs.replace(team, backup=msgspec.structs.replace(team.backup, **changes))


async def test_a_folder_into_which_none_can_be_written_is_named(team, tmp_path):
    place = tmp_path / "team.db" / "kept"
    said = rf"none can be written into {place}: correct backup\.to, or let the service's user, and its unit \(Read"
    with pytest.raises(BackupFailed, match=said):
        await make_backup(over_backup(team, to=str(place)), AT)


async def test_a_damaged_source_makes_no_backup(team, kept, tmp_path):
    damage(tmp_path / "team.db", "tasks")
    with pytest.raises(BackupFailed, match="damaged, nothing was kept"):
        await make_backup(team, AT)
    assert list(kept.iterdir()) == []


def damage(file, table):
    with closing(connect(file)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [table]).fetchall()
        ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(b"\xff" * size)


async def test_a_copy_that_is_damaged_on_its_way_is_noticed_and_kept_as_unproved(team, kept, monkeypatch):
    monkeypatch.setattr(backups.storage, "backup", partial(badly, storage.backup))
    with pytest.raises(BackupFailed):
        await make_backup(team, AT)
    assert [each.name for each in kept.iterdir()] == [f"{NAME}.unproved"]
    monkeypatch.undo()
    await make_backup(team, AT + timedelta(hours=1))
    assert BackupFolder(team).made() == [AT + timedelta(hours=1)]
    assert not [*kept.glob("*.unproved")]


def badly(backup, url, target):
    backup(url, target)
    damage(target, "tasks")


async def test_a_copy_that_lost_rows_on_its_way_is_noticed(team, monkeypatch):
    monkeypatch.setattr(storage.maintenance.restoring, "put_in_place", forgetful)
    with pytest.raises(BackupFailed, match="rows of users are missing"):
        await make_backup(team, AT)


def forgetful(draft, path, beside, now):
    with closing(connect(draft)) as copy:
        copy.execute("DELETE FROM users WHERE username = 'ana'")
    draft.rename(path)
    return []


async def test_a_copy_over_which_the_jobs_do_not_run_is_noticed(team, kept, monkeypatch):
    async def broken(_):
        raise RuntimeError("a job that fails")

    monkeypatch.setattr(backups, "rehearse", lambda *_: broken(_))
    with pytest.raises(BackupFailed, match="a job that fails"):
        await make_backup(team, AT)
    assert [each.name for each in kept.iterdir()] == [f"{NAME}.unproved"]


async def test_the_rehearsal_runs_the_jobs_and_touches_neither_the_database_nor_the_backup(team, kept, caplog):
    async with core_of(team) as core:
        at = core.pipeline.clock.now()
        (_, ana, _) = await core.pipeline.store.read(lambda uow: uow.users.list())
        note = new_message_of(ana.id, at)
        await core.pipeline.store.write(lambda uow: uow.outbox.add([note]))
        file, _ = await make_backup(team, at)
        assert [each.outcome for each in await core.pipeline.store.read(lambda uow: uow.outbox.waiting(ana.id))]
        assert await core.pipeline.store.read(lambda uow: uow.job_runs.last(Job.REMINDERS)) is None
    with closing(connect(file)) as copy:
        assert copy.execute("SELECT count(*) FROM job_runs").fetchall() == [(0,)]


def new_message_of(user_id, at):
    return NewMessage(user_id, MessageKind.BIRTHDAYS, {"day": "2026-11-23"}, "x", at, at)


@pytest.mark.parametrize(
    ("keep", "kept"),
    [
        ((1, 1, 1), []),
        ((3, 1, 1), ["11-28", "11-29"]),
        ((1, 3, 1), ["11-22", "11-29"]),
        ((1, 1, 3), ["09-30", "10-31"]),
    ],
)
def test_the_newest_of_each_day_week_and_month_is_kept_and_all_of_the_last_24_hours(team, keep, kept):
    made = [datetime(2026, 9, 1, 9, 30, tzinfo=UTC) + timedelta(hours=12 * half) for half in range(2 * 91)]
    found = sorted(BackupFolder(over_backup(team, keep=keep)).kept(made))
    told = [f"{at.astimezone(team.zone):%m-%d %H:%M}" for at in found]
    assert told == [*(f"{day} 15:30" for day in kept), "11-30 03:30", "11-30 15:30"]


async def test_what_is_not_kept_is_deleted_with_its_secret_and_nothing_else(team, kept):
    kept.mkdir()
    for hour in ("22T10", "22T11", "23T09", "23T10"):
        for suffix in ("db", "jwt-secret"):
            (kept / f"semaforo-202611{hour}3000Z.{suffix}").touch()
    (kept / "semaforo-of-my-own.db").touch()
    await make_backup(team, AT + timedelta(hours=3))
    stays = ("22T11", "23T09", "23T10", "23T12")
    assert {each.name for each in kept.iterdir()} == {
        "semaforo-of-my-own.db",
        *(f"semaforo-202611{hour}3000Z.{suffix}" for hour in stays for suffix in ("db", "jwt-secret")),
    }


async def test_a_copy_that_another_process_is_proving_stays(team, kept):
    kept.mkdir()
    proving, given_up = AT - timedelta(minutes=59), AT - timedelta(hours=1)
    for at in (proving, given_up):
        BackupFolder(team).unproved(at).touch()
    await make_backup(team, AT)
    assert [*kept.glob("*.unproved")] == [BackupFolder(team).unproved(proving)]


async def test_one_is_due_after_its_hour_once_a_day_and_where_there_is_none(team, kept):
    async with core_of(team) as core:
        due = Backups(team, core.pipeline)
        assert due.is_due(AT)  # 3:30 in Mexico
        assert not due.is_due(AT + timedelta(seconds=59))
        kept.mkdir()
        (kept / NAME).touch()
        assert not due.is_due(AT + timedelta(hours=23, minutes=59))
        assert due.is_due(AT + timedelta(days=1))
        assert not Backups(team, core.pipeline).is_due(AT + timedelta(minutes=1))
        assert Backups(team, core.pipeline).is_due(AT - timedelta(hours=1))  # it is of a clock that was ahead
        (kept / NAME).rename(kept / "semaforo-20261120T093000Z.db")
        assert Backups(team, core.pipeline).is_due(AT - timedelta(hours=1))


async def test_who_leads_the_jobs_makes_it_and_only_admins_are_told_of_a_failure_once_a_day(
    team, kept, caplog, monkeypatch
):
    async def here(made):
        file, rows = await make_backup(team, made.pipeline.clock.now())
        return f"{file}: {rows} rows, restored and checked"

    caplog.set_level(logging.INFO)
    kept.touch()  # a file where the folder should be
    async with core_of(team) as core:
        core.pipeline.clock = clock = FakeClock(AT)
        made = Backups(team, core.pipeline)
        scheduler = Scheduler(core.pipeline, core.chat, made)
        for _ in range(2):
            await scheduler.work(core.pipeline.clock.now())
            await scheduler.backing_up
            clock.advance(minutes=59)
            assert not made.is_due(clock.now())
            clock.advance(minutes=1)
            monkeypatch.setattr(Backups, "run", here)  # once as a process of its own is enough
        told = {
            person.username: [each.params for each in await core.pipeline.store.read(waiting(person.id))]
            for person in await core.pipeline.store.read(lambda uow: uow.users.list())
        }
        assert told == {"lucia": [], "ana": [], "root": [{"why": ANY}]}
        assert str(kept) in told["root"][0]["why"]
        kept.unlink()
        await scheduler.work(core.pipeline.clock.now())
        await scheduler.backing_up
        await scheduler.stop()
    assert len(BackupFolder(team).made()) == 1
    assert "restored and checked" in caplog.text


async def test_a_service_that_stops_ends_the_backup_that_it_has_begun(team, kept):
    async with core_of(team) as core:
        scheduler = Scheduler(core.pipeline, core.chat, Backups(team, core.pipeline))
        others = set(children(os.getpid()))
        await scheduler.work(core.pipeline.clock.now())
        await until(lambda: set(children(os.getpid())) - others)
        await scheduler.stop()
        await until(lambda: set(children(os.getpid())) <= others)  # the loop of the service reaps it a moment later
    assert [each.name for each in kept.glob("**/*")] == []


def waiting(person):
    async def read(uow):
        return [each for each in await uow.outbox.waiting(person) if each.kind is MessageKind.BACKUP_FAILED]

    return read


@pytest.mark.long
async def test_the_service_backs_itself_up(team, kept, tmp_path):
    async with Process(team, tmp_path / "log") as service:
        assert "rows, restored and checked" in await service.until_logged("backup ")
    assert len(BackupFolder(team).made()) == 1


@pytest.mark.long
async def test_a_backup_made_under_writes_has_all_that_was_acknowledged_before_it_on_an_empty_machine(
    team, kept, tmp_path
):
    quiet = over_backup(team, at="")
    async with core_of(quiet) as core:
        at = core.pipeline.clock.now()
        people = {person.username: person for person in await core.pipeline.store.read(lambda uow: uow.users.list())}
        sent = msgspec.structs.replace(new_message_of(people["ana"].id, at), outcome=Outcome.SENT)
        await core.pipeline.store.write(lambda uow: uow.outbox.add([sent]))
    headers = {"Authorization": f"Bearer {issue(keyring(quiet), people['root'], timedelta(hours=1), at)}"}
    written: list[int] = []

    async def write(session: ClientSession, stop: asyncio.Event) -> None:
        while not stop.is_set():
            async with session.post("/api/v1/tasks", json=TASK) as answer:
                written.append((await answer.json())["data"]["id"])
            await asyncio.sleep(0.02)

    async with (
        Process(quiet, tmp_path / "log", "api") as service,
        ClientSession(await service.address(), headers=headers) as session,
    ):
        stop = asyncio.Event()
        writing = [asyncio.create_task(write(session, stop)) for _ in range(4)]
        await until(lambda: len(written) > 50)
        before = set(written)
        said = await Backups(team, core.pipeline).run()
        stop.set()
        await asyncio.gather(*writing)
    empty = tmp_path / "empty" / "team.db"
    empty.parent.mkdir()
    storage.restore(f"{config.SQLITE}{empty}", Path(said.partition(": ")[0]))
    with closing(connect(empty)) as restored:
        there = {number for (number,) in restored.execute("SELECT id FROM tasks WHERE is_active").fetchall()}
        assert ("sent",) in restored.execute("SELECT DISTINCT outcome FROM outbox WHERE kind = 'birthdays'").fetchall()
    assert before <= there <= set(written)


def test_typed_it_makes_one_now_proves_it_and_says_so(semaforo, ana, tmp_path, monkeypatch):
    code, (line, ok), _ = semaforo("db", "backup")
    assert (code, ok) == (0, "ok")
    assert line.startswith(f"{tmp_path}/backups/semaforo-")
    assert line.endswith(" rows, restored and checked")
    (tmp_path / "semaforo.db").unlink()
    assert "no backup was made: there is no database" in refused(semaforo, "db", "backup")


def test_on_postgresql_the_service_makes_none(tmp_path):
    file = tmp_path / "config.toml"
    file.write_text('[database]\nurl = "postgresql+asyncpg://a@b/c"\n[backup]\nat = "03:30"\n', encoding="utf-8")
    with pytest.raises(config.ConfigError, match=r"is for SQLite; PostgreSQL has pg_dump"):
        config.load(file, {})
