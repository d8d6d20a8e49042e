"""The metrics of a service: the sums of what its workers have counted, and gauges from the database.

Each worker writes its counts to a file in a folder that they share, every second and before it answers, so that no sum
ever goes down. The worker that replaces it goes on from that file, except for its gauges. Other gauges are read from
the database at each request, so they are the same whichever worker answers.
"""

import asyncio
import logging
import platform
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from itertools import accumulate
from pathlib import Path

import msgspec
from msgspec import Struct
from prometheus_client import CollectorRegistry, Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, InfoMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from bot.app.backup_folder import BackupFolder
from bot.process import background_tasks
from bot.process.worker import Worker
from core.application.use_case import Pipeline
from core.base.errors import Unavailable
from core.base.metrics import METRICS, SWITCH, Labels
from core.base.metrics import Metric as CountedMetric
from core.base.state_log import StateLog
from core.jobs.service_state import ServiceState, service_state
from core.people.users import OPERATOR_CALLER
from core.ports.chat import ChatStore
from core.records.jobs import LeaseName
from core.records.webhooks import WebhookStop

logger = logging.getLogger(__name__)

LEAVE_SECONDS = 1.0
DATABASE_SECONDS = 2.0
"""The time for which a request for the metrics waits for the database; then its gauges are left out."""

Left = dict[str, list[tuple[Labels, list[float]]]]
"""The counts that a worker leaves: the cells of each metric by its name, with their labels."""


class DatabaseState(Struct, frozen=True):
    """The values that gauges read from the database."""

    state: ServiceState
    pending_updates: int


class SharedCounts:
    """The counts of the workers of one service; of a process that serves alone, its own."""

    def __init__(self, worker: Worker) -> None:
        self.states = StateLog(logger)
        self.file = Path(worker.folder) / f"{worker.number}.json" if worker.folder else None

    def inherit(self) -> None:
        """Start from the counts of this worker's predecessor."""
        if self.file is not None and self.file.exists():
            add_up({name: each for name, each in METRICS.items() if not each.gauge}, self.file)

    def leave(self, *, ended: bool = False) -> None:
        """Write this process's counts to its file, atomically; its gauges are left out if it has ended."""
        if self.file is None:
            return
        draft = self.file.with_suffix(".draft")
        try:
            lasting = {name: [*each.cells.items()] for name, each in METRICS.items() if not (ended and each.gauge)}
            draft.write_bytes(msgspec.json.encode(lasting))
            draft.replace(self.file)
        except OSError as fault:
            self.states.failing("the metrics", fault)
        else:
            self.states.working("the metrics")

    def summed(self) -> dict[str, CountedMetric]:
        """The counts of all workers."""
        self.leave()
        total = {name: metric.copy() for name, metric in METRICS.items()}
        for file in self.file.parent.glob("*.json") if self.file else ():
            if file != self.file:
                add_up(total, file)
        return total


def add_up(metrics: Mapping[str, CountedMetric], file: Path) -> None:
    """Add what a worker left, perhaps of another version."""
    for name, counted in msgspec.json.decode(file.read_bytes(), type=Left).items():
        if name in metrics:
            metrics[name].add(counted)


class Metrics:
    """The metrics that a process answers; `duties`: the leases that a process with its roles may hold."""

    def __init__(
        self,
        pipeline: Pipeline,
        chat: ChatStore,
        counts: SharedCounts,
        duties: Collection[LeaseName],
        backups: BackupFolder | None = None,
    ) -> None:
        self.pipeline = pipeline
        self.chat = chat
        self.counts = counts
        self.duties = duties
        self.backups = backups

    async def shown(self, accept: str) -> tuple[bytes, str]:
        """The metrics in the format that is asked for, and its media type; written in a thread, as it takes a while."""
        encode, media_type = encoder_for(accept)
        database = await self.database_state()
        found = await asyncio.to_thread(registered, self.counts.summed(), database, self.duties, self.backups)
        return await asyncio.to_thread(encode, found), media_type

    async def database_state(self) -> DatabaseState | None:
        """Read the state of the database; None if it does not answer in time."""
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                state = await self.pipeline.run(OPERATOR_CALLER, service_state)
                return DatabaseState(state, await self.chat.count_pending())
        except (Unavailable, TimeoutError):
            return None


@asynccontextmanager
async def counting(counts: SharedCounts) -> AsyncIterator[None]:
    """Count until the block ends, and write the counts to the worker's file."""
    counts.inherit()
    SWITCH.on = True
    leaving = asyncio.create_task(keep_leaving(counts))
    try:
        yield
    finally:
        await background_tasks.cancel([leaving])
        counts.leave(ended=True)


async def keep_leaving(counts: SharedCounts) -> None:
    while True:
        counts.leave()
        await asyncio.sleep(LEAVE_SECONDS)


def encoder_for(accept: str) -> tuple[Callable[[CollectorRegistry], bytes], str]:
    """The writer of the metrics, and its media type: OpenMetrics for those who ask for it, else Prometheus' text."""
    with suppress(TypeError):  # the library's answer to a version that is not a number
        if accept.isascii():
            return choose_encoder(accept)
    return choose_encoder("")


def registered(
    total: Mapping[str, CountedMetric],
    database: DatabaseState | None,
    duties: Collection[LeaseName],
    backups: BackupFolder | None,
) -> CollectorRegistry:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Families([*map(family, total.values()), *gauges(database, duties), *of_backups(backups)]))
    return registry


class Families(Collector):
    def __init__(self, families: Iterable[Metric]) -> None:
        self.families = families

    def collect(self) -> Iterable[Metric]:
        return self.families


def family(counted: CountedMetric) -> Metric:
    if counted.gauge or not counted.bounds:
        kind = GaugeMetricFamily if counted.gauge else CounterMetricFamily
        single = kind(counted.name, counted.meaning, labels=counted.labels)
        for labels, (number,) in counted.cells.items():
            single.add_metric([*map(str, labels)], number)
        return single
    histogram = HistogramMetricFamily(counted.name, counted.meaning, labels=counted.labels)
    names = [*(repr(float(bound)) for bound in counted.bounds), "+Inf"]
    for labels, (*counts, amount) in counted.cells.items():
        buckets = [*zip(names, accumulate(counts), strict=True)]
        histogram.add_metric([*map(str, labels)], buckets, amount)
    return histogram


def gauges(database: DatabaseState | None, duties: Collection[LeaseName]) -> Iterator[Metric]:
    info = {"version": version("semaforo"), "python": platform.python_version()}
    yield InfoMetricFamily("semaforo_build", "What is running.", info)
    up = database is not None
    yield GaugeMetricFamily("semaforo_store_up", "1 while the database answers, else 0.", float(up))
    if database is not None:
        yield from of_database(database, duties)


def of_database(database: DatabaseState, duties: Collection[LeaseName]) -> Iterator[Metric]:
    state, outbox = database.state, database.state.outbox
    by_state = {"sending": outbox.sending, "due": outbox.due, "held": outbox.held, "later": outbox.later}
    oldest = (state.at - outbox.oldest_due_at).total_seconds() if outbox.oldest_due_at else 0
    runs = {job.value: at.timestamp() for job, at in state.last_runs.items()}
    led = {duty.value: float(duty in state.held) for duty in duties}
    yield gauge("outbox_messages", "Messages that wait, by what they wait for.", by_state, "state")
    yield gauge(
        "outbox_oldest_due_seconds", "For how long a message is due that is not sent; 0 if none is.", {"": oldest}
    )
    yield gauge("job_last_success_timestamp_seconds", "When each job last ran.", runs, "job")
    yield gauge("updates_pending", "Updates of the chat that are not answered yet.", {"": database.pending_updates})
    webhooks = {"active": state.webhooks.get(None, 0)} | {why.value: state.webhooks.get(why, 0) for why in WebhookStop}
    yield gauge("webhooks", "Webhooks, those that are stopped by why they are.", webhooks, "state")
    yield gauge("leader", "1 while a process has the lease of a duty, else 0.", led, "duty")


def of_backups(folder: BackupFolder | None) -> Iterator[Metric]:
    """The gauge of the newest backup, for a service that makes backups by itself."""
    if folder is not None:
        last = folder.last()
        meaning = "When the newest backup was made that was proved by restoring it; 0 if there is none."
        yield gauge("backup_verified_timestamp_seconds", meaning, {"": last.timestamp() if last else 0})


def gauge(name: str, meaning: str, values: Mapping[str, float], label: str = "") -> Metric:
    """A gauge with a value for each value of a label, or with one value if there is no label."""
    found = GaugeMetricFamily(f"semaforo_{name}", meaning, labels=[label] if label else [])
    for key, value in values.items():
        found.add_metric([key] if label else [], value)
    return found
