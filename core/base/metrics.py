"""Numbers that the service counts of itself, in memory, by labels that name no person and no thing of theirs.

Each metric is written by one thread. `bot.app.metrics` sums those of several processes and shows them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Self

from msgspec import Struct

Labels = tuple[str | int, ...]


class Metric:
    """Numbers by labels. `bounds`: of a histogram, whose cells are a count for each bound, one above, and the sum.

    A `gauge` says how many there are now: it ends with its process.
    """

    def __init__(
        self,
        name: str,
        meaning: str,
        labels: Sequence[str] = (),
        bounds: Sequence[float] = (),
        *,
        gauge: bool = False,
    ) -> None:
        self.name = name
        self.meaning = meaning
        self.labels = labels
        self.bounds = bounds
        self.gauge = gauge
        self.cells: dict[Labels, list[float]] = {}

    def of(self, labels: Labels) -> list[float]:
        found = self.cells.get(labels)
        if found is None:
            found = self.cells[labels] = [0.0] * (len(self.bounds) + 2 if self.bounds else 1)
        return found

    def count(self, *labels: str | int) -> None:
        (self.cells.get(labels) or self.of(labels))[0] += 1

    def set(self, value: float, *labels: str | int) -> None:
        self.of(labels)[0] = value

    def observe(self, value: float, *labels: str | int) -> None:
        cells = self.cells.get(labels) or self.of(labels)
        cells[bisect_left(self.bounds, value)] += 1
        cells[-1] += value

    def add(self, counted: Iterable[tuple[Labels, Sequence[float]]]) -> Self:
        """Add what another process has counted, unless its version counts differently."""
        for labels, cells in counted:
            own = self.of(labels)
            if len(labels) == len(self.labels) and len(cells) == len(own):
                own[:] = [mine + theirs for mine, theirs in zip(own, cells, strict=True)]
        return self

    def copy(self) -> "Metric":
        return Metric(self.name, self.meaning, self.labels, self.bounds, gauge=self.gauge).add(self.cells.items())


class Switch(Struct):
    """A switch for what would be counted at each request: it is off while nobody asks for metrics."""

    on: bool = False


SWITCH = Switch()

REQUESTS = Metric("semaforo_http_requests", "Requests that the API has answered.", ["route", "method", "code"])
REQUEST_SECONDS = Metric(
    "semaforo_http_request_duration_seconds",
    "How long it took until an answer began.",
    ["route", "method"],
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
)
HELD_REQUESTS = Metric(
    "semaforo_held_requests", "Requests that wait for changes (`wait=`), of all workers.", gauge=True
)
TELEGRAM_CALLS = Metric(
    "semaforo_telegram_calls", "Calls of the Bot API, by what became of them.", ["method", "outcome"]
)
PROMPT_LATENESS = Metric(
    "semaforo_prompt_lateness_seconds",
    "How late messages were accepted by Telegram, from when they were due.",
    bounds=[1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200],
)
STORE_BATCH_UNITS = Metric(
    "semaforo_store_batch_units",
    "How many writes were committed together.",
    bounds=[1, 2, 4, 8, 16, 32, 64, 128, 256],
)
STORE_COMMIT_SECONDS = Metric(
    "semaforo_store_commit_seconds",
    "How long a commit took.",
    bounds=[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
)
WEBHOOK_DELIVERIES = Metric(
    "semaforo_webhook_deliveries", "Events sent to webhooks, each attempt, by what became of it.", ["outcome"]
)
WEBHOOK_LATENESS = Metric(
    "semaforo_webhook_lateness_seconds",
    "How late events arrived at webhooks at the first attempt, from when they happened.",
    bounds=[0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3600],
)
METRICS = {
    metric.name: metric
    for metric in (
        *(REQUESTS, REQUEST_SECONDS, HELD_REQUESTS, TELEGRAM_CALLS, PROMPT_LATENESS),
        *(STORE_BATCH_UNITS, STORE_COMMIT_SECONDS),
        *(WEBHOOK_DELIVERIES, WEBHOOK_LATENESS),
    )
}
