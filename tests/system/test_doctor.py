"""`semaforo doctor` names each fault that is planted, says what to do, and finds nothing where all is well."""

import asyncio
import os
import re
import shutil
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from api import app, serve
from bot.app import config
from bot.app.backup_folder import BackupFolder
from bot.cli import doctor
from bot.cli.doctor import ROOT
from core.application.use_case import Caller
from core.base.calendar_time import zone_data_is_old
from core.delivery.begun_work import put_aside
from core.delivery.leases import acquire_lease
from core.delivery.troubles import note_trouble
from core.jobs import timetable
from core.people.users import OPERATOR
from core.records.jobs import LeaseName, WorkKind
from core.records.messages import MessageKind, NewMessage
from storage.sqlite import connecting
from storage.sqlite.connecting import connect
from tests.cast import introduce
from tests.loopback import require_ipv6
from tests.postgresql.guardian import free_port
from tests.system.process import TOKEN, core_of, over

CLOSED = 1
"""A port at which nothing listens."""


class Usage(NamedTuple):
    total: int
    used: int
    free: int


replace = msgspec.structs.replace


@pytest.fixture
async def well(empty_database, tmp_path, sandbox, monkeypatch):
    """The settings of a service that somebody runs: its leases are held, its jobs have run, its data is new."""
    monkeypatch.setattr(doctor, "zone_data_is_old", lambda _today: False)
    file = shutil.copy(empty_database, tmp_path / "team.db")
    file.chmod(0o600)
    telegram = config.TelegramConfig(token=TOKEN, base_url=sandbox.url)
    settings = over(file, telegram=telegram, api=config.ApiConfig(port=CLOSED))
    async with core_of(settings) as core:
        await serve_once(core.pipeline)
    return settings


async def serve_once(pipeline):
    for name in (LeaseName.JOBS, LeaseName.POLLING):
        await pipeline.run(Caller(OPERATOR), acquire_lease, "one", name)
    for planned in timetable.TIMETABLE.values():
        await pipeline.run(Caller(OPERATOR), planned.use_case)


async def found(settings, file=None):
    """Return the faults that are found, by what was looked at."""
    return {each.what: each.wrong async for each in doctor.examined(settings, file) if each.wrong}


async def test_where_all_is_well_nothing_is_wrong(well):
    seen = [each.what async for each in doctor.examined(well, None)]
    assert await found(well) == {}
    assert seen == [
        *(
            "configuration",
            "permissions",
            "time zones",
            "disk",
            "backups",
            "API",
            "database",
            "SQLite",
            "writes",
            "leases",
            "jobs",
            "messages",
            "put aside",
            "outside",
            "webhooks",
        ),
        *("Telegram", "updates", "clock"),
    ]


def configured(**changes):
    return lambda well: replace(well, **changes)


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (
            configured(metrics=config.MetricsConfig(enabled=True, port=CLOSED)),
            f"api.port and metrics.port are the same, {CLOSED}: give one of them another port",
        ),
        (
            lambda well: replace(
                well,
                telegram=replace(
                    well.telegram, webhook_url="https://x.example/t", webhook_secret="s", webhook_port=CLOSED
                ),
            ),
            f"api.port and telegram.webhook_port are the same, {CLOSED}: give one of them another port",
        ),
        (configured(clock_ahead_seconds=3600), "clock_ahead_seconds is 3600: only the demo needs it, set it to 0"),
        (
            lambda well: replace(
                well, telegram=replace(well.telegram, webhook_url="http://x.example/t", webhook_secret="s")
            ),
            "telegram.webhook_url is no https address: Telegram posts to no other",
        ),
        (
            lambda well: replace(well, api=replace(well.api, trusted_proxies=("127.0.0.1",))),
            (
                "there is a proxy (api.trusted_proxies) and no api.public_url: people get no calendar links and"
                " assistants cannot sign on; set it to where clients reach the API"
            ),
        ),
    ],
)
async def test_a_configuration_that_cannot_work_is_named(well, plant, said):
    assert (await found(plant(well)))["configuration"] == said


async def test_the_demos_clock_is_not_a_fault(well, sandbox):
    telegram = replace(well.telegram, base_url=f"{sandbox.url}/a-path-of-the-demo")
    assert "configuration" not in await found(replace(well, telegram=telegram, clock_ahead_seconds=3600))


async def test_a_secret_that_is_none_is_named(well, tmp_path):
    secret = tmp_path / "team.jwt-secret"
    secret.write_text("short", encoding="ascii")
    secret.chmod(0o600)
    assert "holds no secret" in (await found(well))["configuration"]


@pytest.mark.parametrize(
    ("name", "mode", "advice"),
    [
        ("team.jwt-secret", 0o640, "chmod 600"),
        ("team.db", 0o644, "chmod o="),
        ("config.toml", 0o604, "chmod o="),
        ("semaforo-20261127T093000Z.db", 0o604, "chmod o="),
    ],
)
async def test_a_file_that_others_may_read_is_named(well, tmp_path, name, mode, advice):
    config.keep_secret(tmp_path / "team.jwt-secret")
    shutil.copy(tmp_path / "team.db", tmp_path / "semaforo-20261127T093000Z.db")
    well = replace(well, backup=config.BackupConfig(to=str(tmp_path)))
    file = tmp_path / "config.toml"
    file.write_text(f'[telegram]\ntoken = "{TOKEN}"\n', encoding="utf-8")
    file.chmod(0o600)
    assert await found(well, file) == {}
    (tmp_path / name).chmod(mode)
    assert await found(well, file) == {
        "permissions": f"{tmp_path / name} may be read or changed by others: {advice} {tmp_path / name}"
    }


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ('[api]\nport = 9000\n[telegram]\ntoken = ""\n', False),
        ('[database]\nurl = "sqlite+aiosqlite:///x.db"\n', False),
        ('[database]\nurl = "postgresql+asyncpg://u:p@h/d"\n', True),
        ('[jwt]\nsecret = "anything"\n', True),
    ],
)
def test_only_a_configuration_with_secrets_is_to_be_hidden(tmp_path, text, holds):
    file = tmp_path / "config.toml"
    file.write_text(text, encoding="utf-8")
    assert doctor.holds_secrets(file) is holds


async def test_too_little_room_is_named(well, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(100, 99, 2**20))
    assert (await found(well))["disk"].endswith("is: make room for 256 MiB")


@pytest.mark.skipif(os.geteuid() != ROOT, reason="only root can make what belongs to others")
async def test_what_root_has_made_and_the_service_cannot_open_is_named(well, tmp_path):
    os.chown(tmp_path, 65534, 65534)
    assert (await found(well))["permissions"] == (
        f"{tmp_path}/team.db is root's, not the service's: chown --reference={tmp_path} {tmp_path}/team.db"
    )


async def test_backups_that_there_are_none_of_or_that_are_old_or_damaged_are_named(well, tmp_path):
    backed = replace(well, backup=config.BackupConfig(at="03:30", to=str(tmp_path / "kept")))
    folder, now = BackupFolder(backed), backed.clock.now()
    assert (await found(backed))["backups"].startswith(f"there is none in {folder.path}: see the log, or make one by")
    folder.path.mkdir()
    shutil.copy(tmp_path / "team.db", folder.file(now - timedelta(hours=27)))
    made = (now - timedelta(hours=27)).astimezone(backed.zone)
    told = f"was made and proved {made:%Y-%m-%d %H:%M} (America/Mexico_City): see the log for why there is none since"
    assert (await found(backed))["backups"].endswith(told)
    newest = shutil.copy(tmp_path / "team.db", folder.file(now - timedelta(hours=25)))
    assert await found(backed) == {}
    os.truncate(newest, newest.stat().st_size // 2)
    assert "is damaged since (integrity: " in (await found(backed))["backups"]
    assert set(folder.path.iterdir()) == {folder.file(each) for each in folder.made()}


@pytest.mark.parametrize(
    ("host", "other", "one"),
    [
        ("127.0.0.1", "127.0.0.1", True), ("0.0.0.0", "127.0.0.1", True), ("::1", "::", True), ("", "::1", True),
        ("127.0.0.1", "", True), ("localhost", "::", True), ("0.0.0.0", "localhost", True), ("::1", "127.0.0.1", False),
        ("::", "127.0.0.1", False), ("0.0.0.0", "::", False), ("0.0.0.0", "::1", False), ("::1", "::2", False),
    ],
)  # fmt: skip
def test_two_hosts_on_one_port_are_named_where_they_have_an_address_in_common(host, other, one):
    settings = config.Config(
        api=config.ApiConfig(host=host, port=CLOSED),
        metrics=config.MetricsConfig(enabled=True, host=other, port=CLOSED),
    )
    said = f"api.port and metrics.port are the same, {CLOSED}: give one of them another port"
    assert (said in doctor.configuration(settings)) is one


async def test_a_place_for_backups_that_takes_none_is_named(well, tmp_path):
    nowhere = replace(well, backup=config.BackupConfig(at="03:30", to=str(tmp_path / "team.db" / "kept")))
    assert (await found(nowhere))["backups"].startswith(f"none can be written into {tmp_path}/team.db/kept: ")


async def test_a_place_for_backups_into_which_the_service_may_not_look_does_not_end_it(well, monkeypatch, tmp_path):
    closed, glob = tmp_path / "closed", Path.glob

    def unless_closed(path, pattern):
        if path == closed:
            raise PermissionError
        return glob(path, pattern)

    monkeypatch.setattr(Path, "glob", unless_closed)
    wrong = await found(replace(well, backup=config.BackupConfig(at="03:30", to=str(closed))))
    assert wrong["backups"].startswith(f"there is none in {closed}: ")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno", "is taken by another program"),
        (b"220 mail.example ESMTP\r\n", "is taken by another program"),
        (b"", "does not answer"),
        (b'HTTP/1.1 503 X\r\nContent-Length: 39\r\n\r\n{"status":503,"message":"","data":null}', ""),
    ],
)
async def test_what_is_at_the_port_of_the_api_is_named_unless_it_is_ours(well, monkeypatch, answer, said):
    if not answer:
        monkeypatch.setattr(doctor, "PORT_SECONDS", 0.1)

    left = asyncio.Event()

    async def serve(reader, writer):
        writer.write(answer)
        await reader.read()
        writer.close()
        left.set()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        finding = await doctor.port(replace(well, api=config.ApiConfig(port=port)))
        await left.wait()
    assert said in finding.wrong
    assert bool(finding.wrong) == bool(said)


@pytest.mark.parametrize(
    ("host", "place"),
    [("::1", "[::1]"), ("::", "[::1]"), ("", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("localhost", "localhost")],
)
async def test_the_service_is_found_on_whatever_address_it_listens(well, host, place):
    require_ipv6()
    settings = replace(well, api=config.ApiConfig(host=host, port=free_port()))
    async with core_of(settings) as core:
        server = await serve(app.ProbeApp(core.pipeline), host, settings.api.port)
        finding = await doctor.port(settings)
        await server.stop()
    assert (finding.wrong, finding.well) == ("", f"answers at {place}:{settings.api.port}")


async def test_no_folder_is_named(well, tmp_path):
    gone = replace(well, database=config.DatabaseConfig(url=f"sqlite+aiosqlite:///{tmp_path}/gone/team.db"))
    wrong = await found(gone)
    assert wrong["disk"] == f"the folder {tmp_path}/gone does not exist: make it, or correct database.url"
    assert "does not exist" in wrong["database"]


async def test_no_database_is_named(well, tmp_path):
    (tmp_path / "team.db").unlink()
    assert "`semaforo db upgrade` begins one" in (await found(well))["database"]
    (tmp_path / "team.db-wal").touch()
    assert "a backup by `semaforo db restore FILE`" in (await found(well))["database"]


@pytest.mark.parametrize(
    ("revision", "said"),
    [
        ("0001", "the schema of {} is at 0001; this program needs .*, which `semaforo db upgrade` makes"),
        ("9999", "the schema of {} is at 9999; this program knows nothing after "),
    ],
)
async def test_a_schema_of_another_version_is_named(well, tmp_path, revision, said):
    with closing(connect(tmp_path / "team.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
    assert re.match(said.format(tmp_path / "team.db"), (await found(well))["database"])


@pytest.mark.parametrize(
    ("table", "said"),
    [("alembic_version", "malformed"), ("users", "integrity: "), ("sqlite_schema", "is not a database")],
)
async def test_a_damaged_database_is_named(well, tmp_path, table, said):
    with closing(connect(tmp_path / "team.db")) as connection:
        of = "SELECT rootpage FROM sqlite_schema WHERE name = ? UNION ALL SELECT 1"  # page 1 is the schema's
        page, *_ = connection.execute(of, [table]).fetchone()
        ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    with (tmp_path / "team.db").open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    wrong = (await found(well))["database"]
    assert said in wrong
    assert "`semaforo db restore FILE` puts a backup there" in wrong


async def test_an_sqlite_that_can_damage_a_database_is_named(well, monkeypatch):
    monkeypatch.setattr(doctor, "is_risky", lambda: True)
    assert "can corrupt a WAL database" in (await found(well))["SQLite"]


async def test_a_database_that_takes_no_write_is_named(well, tmp_path, monkeypatch):
    monkeypatch.setattr(app, "READY_SECONDS", 0.1)
    monkeypatch.setattr(connecting, "BUSY_SECONDS", 0.2)
    with closing(connect(tmp_path / "team.db")) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert "is its disk full, read-only, or held by another program?" in (await found(well))["writes"]


async def test_a_disk_without_room_takes_no_writes(well, monkeypatch):
    monkeypatch.setattr(connecting, "LEAST_FREE_BYTES", 2**62)
    assert "takes none (database or disk is full: " in (await found(well))["writes"]


async def test_nobody_who_leads_and_jobs_that_are_late_are_named(well):
    async with core_of(well) as core:
        await introduce(core.pipeline)
    later = replace(well, clock_ahead_seconds=3600)
    wrong = await found(later)
    told = "nobody has the lease of {}: start `semaforo run` (its part --only {}), or restart it if the configuration"
    named = [told.format(*each) + " has changed" for each in (("jobs", "jobs"), ("polling", "bot"))]
    assert wrong["leases"] == "; ".join(named)
    assert {"day-prompts", "reminders"} <= set(wrong["jobs"].partition(";")[0].removeprefix("late: ").split(", "))


async def test_messages_that_wait_for_long_are_named(well):
    async with core_of(well) as core:
        await introduce(core.pipeline)
        at = core.pipeline.clock.now()
        new = NewMessage(1, MessageKind.REMINDER, {"event_id": 1}, "x", at, at - timedelta(minutes=30))
        await core.pipeline.store.write(lambda uow: uow.outbox.add([new]))
    assert (await found(well))["messages"].startswith("1 are due, the oldest for 30 minutes: ")


async def test_what_was_put_aside_is_named(well):
    async with core_of(well) as core:
        for kind, item in ((WorkKind.UPDATE, 7), (WorkKind.MESSAGE, 8)):
            await core.pipeline.run(Caller(OPERATOR), put_aside, kind, item)
    assert (await found(well))["put aside"].startswith("update 7, message 8: each ended 3 processes that began it")


async def test_what_telegram_refuses_for_now_or_another_program_took_is_named(well):
    async with core_of(well) as core:
        for thing, fault in (("telegram: webhook", "it was taken down"), ("telegram: chats", "too many requests")):
            await core.pipeline.run(Caller(OPERATOR), note_trouble, thing, fault, timedelta(minutes=5))
    named, _, advice = (await found(well))["outside"].rpartition("; ")
    assert named == "telegram: chats: too many requests; telegram: webhook: it was taken down"
    assert re.fullmatch(r"all is tried again by itself: ask again after \d\d:\d\d:\d\d \(America/Mexico_City\)", advice)
    assert "outside" not in await found(replace(well, clock_ahead_seconds=360))


async def test_a_token_that_telegram_refuses_is_named(well):
    refused = replace(well, telegram=replace(well.telegram, token="7000000001:other"))
    assert (await found(refused))["Telegram"] == (
        "Telegram does not accept telegram.token: get the present one from @BotFather"
    )


async def test_a_telegram_out_of_reach_is_named(well):
    away = replace(well, telegram=replace(well.telegram, base_url="http://127.0.0.1:9"))
    assert (await found(away))["Telegram"].startswith("Connection refused: check telegram.base_url")


@pytest.mark.parametrize(
    ("wanted", "url", "pending", "error", "said"),
    [
        ("https://a/t", "", 0, None, "posts them to nowhere, not to telegram.webhook_url"),
        ("https://a/t", "https://b/t", 0, None, "posts them to https://b/t, not to telegram.webhook_url"),
        ("", "https://b/t", 0, None, "another installation has this bot's token"),
        ("https://a/t", "https://a/t", 0, "Connection refused", "could not post the last: Connection refused"),
        ("", "", 101, None, "101 wait at Telegram"),
        ("", "", 100, "of earlier", ""),
        ("https://a/t", "https://a/t", 0, None, ""),
    ],
)
def test_a_webhook_that_goes_elsewhere_or_fails_is_named(wanted, url, pending, error, said):
    settings = config.Config(telegram=config.TelegramConfig(token=TOKEN, webhook_url=wanted))
    problems = list(doctor.webhook_problems(settings, url, pending, error))
    assert len(problems) == bool(said)
    assert said in "".join(problems)


@pytest.mark.parametrize(("ahead", "said"), [(11, "11 s ahead of"), (-11, "11 s behind"), (9, "")])
def test_a_clock_that_is_wrong_is_named(ahead, said):
    wrong = doctor.skewed("clock", timedelta(seconds=ahead), "Telegram's").wrong
    assert said in wrong
    assert bool(wrong) == bool(said)


async def test_where_the_databases_clock_differs_on_postgresql_it_is_named(postgresql_url, sandbox):
    database = config.DatabaseConfig(url=postgresql_url)
    jwt = config.JwtConfig(secret="a secret of thirty-two bytes and more")
    settings = config.Config(database=database, jwt=jwt)
    seen = [each async for each in doctor.examined(settings, None)]
    (clock,) = [each for each in seen if each.what == "the database's clock"]
    assert not clock.wrong
    assert "SQLite" not in {each.what for each in seen}
    (backups,) = [each.well for each in seen if each.what == "backups"]
    assert backups == "pg_dump makes those of PostgreSQL, which nobody looks at here"
    wrong = await found(replace(settings, clock_ahead_seconds=60))
    assert wrong["the database's clock"].startswith("ours is 60 s ahead of the database's")


def test_typed_it_says_a_line_each_and_exits_with_1_if_anything_is_wrong(semaforo, tmp_path):
    code, lines, _ = semaforo("doctor")
    assert code == 1
    assert lines[0] == "ok     configuration: takes effect"
    (leases,) = [each for each in lines if " leases: " in each]
    assert leases.startswith("WRONG  leases: nobody has the lease of jobs: start `semaforo run` (its part --only jobs)")
    (tmp_path / "config.toml").write_text("[api]\nprot = 1\n", encoding="utf-8")
    code, (line,), _ = semaforo("doctor")
    assert code == 1
    assert line.startswith("WRONG  configuration: config.toml: there is no key api.prot")


def test_typed_where_nothing_is_wrong_it_exits_with_0(semaforo, monkeypatch):
    async def well(*_):
        yield doctor.Finding("everything", well="is well")

    monkeypatch.setattr(doctor, "examined", well)
    assert semaforo("doctor")[:2] == (0, ["ok     everything: is well"])


@pytest.mark.parametrize(
    ("version", "today", "old"),
    [
        ("2026f", "2026-12-31", False),
        ("2026f", "2027-06-30", False),
        ("2026f", "2027-07-01", True),
        ("2025c", "2026-06-30", False),
        ("2024a", "2026-01-01", True),
        ("2027a", "2026-12-31", False),
    ],
)
def test_data_on_clocks_is_old_once_a_year_has_newer_for_sure(version, today, old):
    assert zone_data_is_old(date.fromisoformat(today), version) is old


async def test_old_data_on_clocks_is_wrong(well, monkeypatch):
    monkeypatch.setattr(doctor, "zone_data_is_old", lambda _today: True)
    assert "install the newest package tzdata" in (await found(well))["time zones"]
