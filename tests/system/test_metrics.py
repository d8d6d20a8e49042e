"""`/metrics` of real processes: two workers under load, the bot and the jobs alone."""

import asyncio
import os
import signal
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from aiohttp import ClientSession, TCPConnector
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from bot.app import config
from tests.system.process import TOKEN, Process, status_of
from tests.waiting import until

pytestmark = pytest.mark.long

PATIENCE = 60
ASKED, CLIENTS = 300, 6
LABELS = {"route", "method", "code", "le", "state", "outcome", "job", "duty", "version", "python"}
"""All labels of all metrics: none of them identifies a person."""
METRICS = config.MetricsConfig(enabled=True, port=0)


@pytest.fixture
def metered(settings):
    return msgspec.structs.replace(settings, metrics=METRICS)


async def scraped(address: str) -> dict[str, dict[tuple[tuple[str, str], ...], float]]:
    """Scrape the metrics over a new connection; return the value of each sample by its labels."""
    headers = {"Accept": "application/openmetrics-text"}
    async with ClientSession() as session, session.get(f"{address}/metrics", headers=headers) as answer:
        assert answer.content_type == "application/openmetrics-text"
        text = await answer.text()
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    found: dict[str, dict[tuple[tuple[str, str], ...], float]] = {sample.name: {} for sample in samples}
    for sample in samples:
        found[sample.name][tuple(sorted(sample.labels.items()))] = sample.value
    return found


async def total(address: str, **labels: str) -> float:
    """Return how many requests with these labels were answered."""
    values = (await scraped(address)).get("semaforo_http_requests_total", {})
    return sum(value for each, value in values.items() if labels.items() <= dict(each).items())


async def address_of(service: Process, what: str = "metrics") -> str:
    return (await service.until_logged(f"{what} on http")).rpartition(" ")[2]


async def make_requests(address: str, times: int) -> None:
    """Make `times` requests, every other one for a task with an id of its own."""
    async with ClientSession(connector=TCPConnector(force_close=True)) as session:
        for number in range(times):
            async with session.get(f"{address}/api/v1/tasks/{number}" if number % 2 else f"{address}/ready") as answer:
                assert answer.status == (401 if number % 2 else 200)


def folder_of(pid: int) -> Path:
    """Return where a worker leaves its counts."""
    command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    worker = next(each for each in command if each.startswith(b"--worker="))
    return Path(msgspec.json.decode(worker.removeprefix(b"--worker="))["folder"])


async def test_sums_of_two_workers_under_load_are_right_and_never_go_down_even_when_one_is_killed(metered, tmp_path):
    async with asyncio.timeout(PATIENCE), Process(metered, tmp_path / "log", workers=2) as service:
        await service.until_logged("2 workers ready")
        api, place = await service.address(), await address_of(service)
        load = asyncio.gather(*(make_requests(api, ASKED // CLIENTS) for _ in range(CLIENTS)))
        seen = [0.0]
        while not load.done():
            seen.append(await total(place))
        await load
        await until(lambda: is_whole(place, {"route": "/api/v1/tasks/{id}", "code": "401"}, ASKED / 2))
        await until(lambda: is_whole(place, {"route": "/ready", "code": "200"}, ASKED / 2))
        assert seen == sorted(seen)
        victim, _ = service.workers()
        folder = folder_of(victim)
        os.kill(victim, signal.SIGKILL)
        await service.until_logged("is ready again")
        assert await total(place, route="/ready") == ASKED / 2
        after = await scraped(place)
        assert {dict(labels)["duty"] for labels in after["semaforo_leader"]} == {"jobs"}
        assert {label for samples in after.values() for labels in samples for label, _ in labels} <= LABELS
        assert len(list(folder.glob("*.json"))) == 2
        assert await service.stop() == 0
    assert not folder.exists()


async def is_whole(place: str, labels: Mapping[str, str], expected: float) -> bool:
    """Return whether all are counted; the counts that another worker has not written yet are at most a second old."""
    counted = await total(place, **labels)
    assert counted <= expected
    return counted == expected


@pytest.mark.parametrize(("only", "duty"), [("bot", "polling"), ("jobs", "jobs")])
async def test_the_bot_and_the_jobs_alone_report_their_health_on_a_port_of_their_own(
    metered, sandbox, tmp_path, only, duty
):
    telegram = config.TelegramConfig(token=TOKEN, base_url=sandbox.url)
    alone = msgspec.structs.replace(metered, telegram=telegram)
    async with (
        asyncio.timeout(PATIENCE),
        Process(alone, tmp_path / "log", only, workers=1 + (only == "jobs")) as service,
    ):
        place = await address_of(service, "health")
        assert await status_of(f"{place}/health") == 200

        async def leads() -> bool:
            return (await scraped(place))["semaforo_leader"] == {(("duty", duty),): 1}

        await until(leads)
        found = await scraped(place)
        assert ("semaforo_telegram_calls_total" in found) == (only == "bot")
        assert found["semaforo_store_up"] == {(): 1}
        assert await status_of(f"{place}/ready") == 200
        assert await status_of(f"{place}/api/v1/tasks") == 404
        assert await service.stop() == 0
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")
