"""The metrics of several processes are one: sums that never go down, gauges as the database has them."""

import asyncio
from datetime import UTC, datetime

import pytest
from aiohttp import ClientSession
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from prometheus_client.parser import text_string_to_metric_families as text_families

from api import ProbeApp, serve
from bot.app import metrics
from bot.app.backup_folder import BackupFolder
from bot.app.config import BackupConfig, Config
from bot.app.metrics import Metrics, SharedCounts, counting
from bot.process.worker import Worker
from core.base.errors import Code, Unavailable
from core.base.metrics import METRICS, SWITCH, Metric
from core.records.jobs import LeaseName
from tests.waiting import until

DUTIES = frozenset(LeaseName) - {LeaseName.READINESS}
TEXT, OPENMETRICS = (
    "text/plain; version=0.0.4; charset=utf-8",
    "application/openmetrics-text; version=1.0.0; charset=utf-8",
)
PROMETHEUS = (
    "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=0.0.4;q=0.2,*/*;q=0.1"
)
"""The `Accept` of a Prometheus server."""


@pytest.fixture
def counted(monkeypatch):
    """The counts of a process from now on; it becomes another one by `become`."""
    monkeypatch.setattr(SWITCH, "on", False)

    def become():
        fresh = {"calls": Metric("calls", "Calls.", ["method"]), "seconds": Metric("seconds", "S.", [], [1, 2])}
        monkeypatch.setattr(metrics, "METRICS", fresh)
        return fresh

    return become


def worker(number, folder):
    return SharedCounts(Worker(number, folder=str(folder)))


def values(total):
    return {name: metric.cells for name, metric in total.items()}


def test_a_process_alone_shows_what_it_has_counted_and_leaves_nothing(counted, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    counted()["calls"].count("GET")
    alone = SharedCounts(Worker())
    alone.inherit()
    assert values(alone.summed()) == {"calls": {("GET",): [1]}, "seconds": {}}
    assert list(tmp_path.iterdir()) == []


def test_workers_are_summed_and_a_successor_goes_on_from_its_predecessor(counted, tmp_path):
    first = counted()
    first["calls"].count("GET")
    first["seconds"].observe(3)
    worker(1, tmp_path).leave()
    second = counted()
    second["calls"].count("GET")
    second["calls"].count("PUT")
    assert values(worker(2, tmp_path).summed()) == {
        "calls": {("GET",): [2], ("PUT",): [1]},
        "seconds": {(): [0, 0, 1, 3]},
    }
    successor = counted()
    worker(1, tmp_path).inherit()
    successor["seconds"].observe(1)
    assert values(worker(1, tmp_path).summed()) == {
        "calls": {("GET",): [2], ("PUT",): [1]},
        "seconds": {(): [1, 0, 1, 4]},
    }
    assert {each.name for each in tmp_path.iterdir()} == {"1.json", "2.json"}


def test_what_one_has_shown_is_in_what_another_shows_next(counted, tmp_path):
    counted()["calls"].count("GET")
    shown = values(worker(1, tmp_path).summed())
    counted()
    assert values(worker(2, tmp_path).summed()) == shown


def test_a_worker_of_another_version_spoils_nothing(counted, tmp_path):
    (tmp_path / "1.json").write_text('{"calls": [[["GET", "x"], [1]], [["GET"], [1, 2]]], "gone": [[[], [1]]]}')
    counted()["calls"].count("GET")
    assert values(worker(2, tmp_path).summed())["calls"][("GET",)] == [1]


def test_what_is_held_now_is_summed_and_ends_with_the_process_that_held_it(counted, tmp_path):
    def begun(number):
        own = counted()
        own["held"] = Metric("held", "Held.", gauge=True)
        counts = worker(number, tmp_path)
        counts.inherit()
        own["held"].set(2)
        counts.leave()
        return counts

    for number in (1, 2):
        counts = begun(number)
    assert values(counts.summed())["held"] == {(): [4]}
    assert values(begun(2).summed())["held"] == {(): [4]}
    family = metrics.family(counts.summed()["held"])
    assert (family.type, [sample.value for sample in family.samples]) == ("gauge", [4])


async def test_while_it_counts_it_leaves_its_counts_and_once_more_at_its_end(counted, tmp_path, monkeypatch):
    monkeypatch.setattr(metrics, "LEAVE_SECONDS", 0.001)
    own = counted()
    own["held"] = Metric("held", "Held.", gauge=True)
    own["held"].set(2)
    async with counting(worker(1, tmp_path)):
        assert SWITCH.on
        own["calls"].count("GET")
        await until(lambda: b"GET" in b"".join(each.read_bytes() for each in tmp_path.glob("*.json")))
        monkeypatch.setattr(metrics, "LEAVE_SECONDS", 3600)
        await asyncio.sleep(0.01)
        own["calls"].count("PUT")
    assert b"PUT" in (tmp_path / "1.json").read_bytes()
    assert values(worker(2, tmp_path).summed())["calls"] == {("GET",): [2], ("PUT",): [2]}
    assert b"held" not in (tmp_path / "1.json").read_bytes(), "a process that has ended holds nothing"


async def test_a_folder_that_takes_nothing_is_a_line_and_nothing_else(counted, tmp_path, caplog):
    counted()["calls"].count("GET")
    counts = worker(1, tmp_path / "gone")
    async with counting(counts):
        assert values(counts.summed())["calls"] == {("GET",): [1]}
    (line,) = caplog.records
    assert line.getMessage().startswith("the metrics: [Errno 2] No such file")


async def shown(world, duties=DUTIES, backups=None):
    """Every family by its name, with (labels, value) of its samples."""
    text, _ = await Metrics(world.pipeline, world.chat, SharedCounts(Worker()), duties, backups).shown(OPENMETRICS)
    assert not [name for name in ("Ana", "ana", "Lucía", "lucia", "Secreto") if name in text.decode()]
    return {
        family.name: [(sample.name, sample.labels, sample.value) for sample in family.samples]
        for family in text_string_to_metric_families(text.decode())
    }


@pytest.mark.parametrize(
    ("accept", "media_type", "parse"),
    [
        ("", TEXT, text_families),
        ("*/*", TEXT, text_families),
        ("text/plain", TEXT, text_families),
        ("application/openmetrics-text;version=x", TEXT, text_families),
        ("application/openmetrics-text;version=\u0662.0.0", TEXT, text_families),
        ("application/openmetrics-text", OPENMETRICS, text_string_to_metric_families),
        (PROMETHEUS, f"{OPENMETRICS}; escaping=allow-utf-8", text_string_to_metric_families),
    ],
)
async def test_the_answer_is_in_the_format_that_is_asked_for(world, accept, media_type, parse):
    own = Metrics(world.pipeline, world.chat, SharedCounts(Worker()), DUTIES)
    server = await serve(ProbeApp(world.pipeline, metrics=own.shown), "127.0.0.1", 0)
    try:
        async with (
            ClientSession(server.url) as session,
            session.get("/metrics", headers={"Accept": accept}, skip_auto_headers=["Accept"]) as answer,
        ):
            assert (answer.status, answer.headers["Content-Type"]) == (200, media_type)
            assert "semaforo_store_up" in {family.name for family in parse(await answer.text())}
    finally:
        await server.stop(grace=1)


async def test_everything_is_there_in_a_form_that_a_parser_takes(world):
    await world.task("ana", text="Secreto")
    await world.says("ana", "/tareas", "Secreto")
    found = await shown(world)
    assert set(METRICS) < set(found)
    assert set(found) - set(METRICS) == {
        *("semaforo_build", "semaforo_store_up", "semaforo_outbox_messages", "semaforo_outbox_oldest_due_seconds"),
        *("semaforo_job_last_success_timestamp_seconds", "semaforo_updates_pending", "semaforo_leader"),
        "semaforo_webhooks",
    }
    assert found["semaforo_store_up"] == [("semaforo_store_up", {}, 1)]
    ((_, version, _),) = found["semaforo_build"]
    assert set(version) == {"version", "python"}
    assert {labels["duty"]: value for _, labels, value in found["semaforo_leader"]} == {"jobs": 0, "polling": 1}
    calls = {(labels["method"], labels["outcome"]) for _, labels, _ in found["semaforo_telegram_calls"]}
    assert {("getUpdates", "ok"), ("sendMessage", "ok")} <= calls


async def test_who_has_no_part_in_a_duty_says_nothing_of_it(world):
    assert (await shown(world, frozenset()))["semaforo_leader"] == []


async def test_without_the_database_what_was_counted_is_shown_and_that_it_is_away(world, monkeypatch):
    async def away(*_, **__):
        raise Unavailable(Code.UNAVAILABLE)

    monkeypatch.setattr(type(world.pipeline.store), "read", away)
    found = await shown(world)
    assert found["semaforo_store_up"] == [("semaforo_store_up", {}, 0)]
    assert set(found) == {*METRICS, "semaforo_build", "semaforo_store_up"}


async def test_a_database_that_is_silent_is_not_waited_for(world, monkeypatch):
    async def silent(*_, **__):
        await asyncio.sleep(3600)

    monkeypatch.setattr(metrics, "DATABASE_SECONDS", 0.01)
    monkeypatch.setattr(type(world.pipeline.store), "read", silent)
    assert (await shown(world))["semaforo_store_up"] == [("semaforo_store_up", {}, 0)]


async def test_when_the_newest_backup_was_made_where_the_service_makes_them(world, tmp_path):
    name = "semaforo_backup_verified_timestamp_seconds"
    folder = BackupFolder(Config(backup=BackupConfig(to=str(tmp_path))))
    assert name not in await shown(world)
    assert (await shown(world, backups=folder))[name] == [(name, {}, 0)]
    for hour in (9, 8):
        folder.file(datetime(2026, 11, 23, hour, tzinfo=UTC)).touch()
    assert (await shown(world, backups=folder))[name] == [(name, {}, datetime(2026, 11, 23, 9, tzinfo=UTC).timestamp())]
