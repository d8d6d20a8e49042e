"""REST throughput beside a bare aiohttp + uvloop handler whose answers are as long, and beside its twins, in turn.

All servers have one core, the generator another. Runs are short and many, so that other work on the machine falls on
all alike; a ratio is the median over the rounds of (service / other) within a round. µs are the server's own CPU time
an answer; `by CPU` is the ratio of those: other work disturbs it least, waiting for the disk is not in it. Another
checkout of the service takes its turn too, where one is given: `of base` is (service µs / its µs), the less the better.
"""

import asyncio
import contextlib
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

import msgspec
import uvloop
from msgspec import Struct

from api.http.conditions import etag_of
from core.base import calendar_time
from tests.benchmarks import availability, base
from tests.benchmarks.contenders import Measured, Running, run, running, twins, writing
from tests.benchmarks.data import COMMENTED
from tests.benchmarks.load import END_OF_HEAD
from tests.benchmarks.servers import LOAD_CORE, pin
from tests.benchmarks.twins import TWINS

EVENTS, LISTED, QUESTIONS = 100_000, 100, 50
BUSY = 0.9
FILTERS = "estatus=PENDIENTE,EN_PROCESO&prioridad=MEDIA"
"""With whose they are, three filters that all of the tasks pass."""
WARM_UP = 3
"""Lengths of a run before the rounds of a row: a just-in-time compiler answers at a third of its speed at first."""
INSTANT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.0+)?Z?")
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


ALONE = "one durable write alone, the use case without HTTP"
MOST = {
    "POST event, durable": 0.6, "POST comment, durable": 0.6, "GET list of 100 events": 0.75,
    "GET list of 100 tasks": 0.8, ALONE: 0.55,
}  # fmt: skip
"""Of what the same took in commit 4fe0218c, which was the base when it was asked for."""


class Row(Struct, frozen=True):
    """A kind of request, what bare is asked instead, the least ratio asked for, and whether the twins have it too."""

    name: str
    requests: Sequence[bytes]
    bare: bytes
    least: float | None
    twinned: bool


def section(seconds: float, rounds: int, events: int = EVENTS, tree: Path | None = None) -> str:
    """The table, after up to `rounds` × 45 × (`seconds` + 0.25) seconds; `tree` is the base's."""
    before = os.sched_getaffinity(0)
    pin(LOAD_CORE)
    try:
        with tempfile.TemporaryDirectory(prefix="semaforo-bench-") as folder, contextlib.ExitStack() as stack:
            trees = [base.HERE, *([tree] if tree else [])]
            paths = [Path(folder) / f"bench{number}.db" for number in range(len(trees))]
            for each, path in zip(trees, paths, strict=True):
                base.fill(each, path, events)
            urls = [f"sqlite+aiosqlite:///{path}" for path in paths]
            alone = one_after_the_other(trees, urls, seconds, rounds)
            others = stack.enter_context(twins(paths[0]))
            bare = stack.enter_context(running("bare"))
            services = [
                stack.enter_context(running("service", url, tree=each)) for each, url in zip(trees, urls, strict=True)
            ]
            return uvloop.run(table(bare, services, others, alone, seconds, rounds))
    finally:
        os.sched_setaffinity(0, before)


async def table(
    bare: Running, services: Sequence[Running], others: Sequence[Running], alone: str, seconds: float, rounds: int
) -> str:
    """Every row beside bare and the base, those that the twins have beside them too, laid out in Markdown."""
    heads = ["req/s over 32 connections", "bare", "µs", "service", "µs", "ratio", "by CPU", "least"]
    beside_bare = header([*heads, *(["base µs", "of base by CPU", "at most"] if services[1:] else [])])
    beside_twins = header(
        ["service ahead", *(name for twin in others for name in (f"{twin.name} µs", "ahead", "by CPU"))]
    )
    shares = []
    service = services[0]
    for row, *same in zip(*[await rows(each) for each in services], strict=True):
        beside = others if row.twinned else []
        for other in beside:
            await compare(service, other, row.requests[0])
        turns = [(bare, [row.bare]), (service, row.requests)]
        turns += [(each, theirs.requests) for each, theirs in zip(services[1:], same, strict=True)]
        turns += [(each, row.requests) for each in beside]
        for each, requests in turns:
            await run(each, requests, WARM_UP * seconds)
        runs = [await one_round(turns, number, seconds) for number in range(rounds)]
        first, ours, *theirs = zip(*runs, strict=True)
        compared = [row.name, *figures(first), *figures(ours), *ratios(ours, first, 2), asked(row.least)]
        beside_bare.append(cells([*compared, *beside_base(row.name, ours, theirs[: len(same)])]))
        if beside:
            compared = [cell for runs in theirs[len(same) :] for cell in (figures(runs)[1], *ratios(ours, runs, 1))]
            beside_twins.append(cells([row.name, *compared]))
        shares += [each.generator_share for one in runs for each in one]
    tables = [*beside_bare, alone, *(["", *beside_twins] if others else [])]
    return "\n".join([*tables, "", limit(max(shares)), *absent()])


async def one_round(turns: Sequence[tuple[Running, Sequence[bytes]]], number: int, seconds: float) -> list[Measured]:
    """A run of each, in every second round the last one first: who comes next may find the machine another."""
    order = turns[:: -1 if number % 2 else 1]
    runs = [await run(each, requests, seconds) for each, requests in order]
    return runs[:: -1 if number % 2 else 1]


def one_after_the_other(trees: Sequence[Path], urls: Sequence[str], seconds: float, rounds: int) -> str:
    """The row of a write that nobody else's shares a commit with; bare has none."""
    with contextlib.ExitStack() as stack:
        writers = [stack.enter_context(writing(url, tree)) for tree, url in zip(trees, urls, strict=True)]
        for write in writers:
            write(WARM_UP * seconds)
        runs = [[write(seconds) for write in writers] for _ in range(rounds)]
    ours, *theirs = zip(*runs, strict=True)
    return cells([ALONE, "", "", *figures(ours), "", "", "", *beside_base(ALONE, ours, theirs)])


def beside_base(name: str, ours: Sequence[Measured], bases: Sequence[Sequence[Measured]]) -> list[str]:
    """CPU µs of the base, which share of it ours take, and which is asked for: nothing without one."""
    return [
        cell
        for theirs in bases
        for cell in (
            figures(theirs)[1],
            f"{median(one.cpu_us / other.cpu_us for one, other in zip(ours, theirs, strict=True)):.2f}",
            asked(MOST.get(name)),
        )
    ]


def asked(goal: float | None) -> str:
    """A ratio, if one is asked for."""
    return "" if goal is None else f"{goal:.2f}"


def figures(runs: Sequence[Measured]) -> list[str]:
    """Answers a second and CPU µs an answer."""
    return [f"{median(each.rate for each in runs):,.0f}", f"{median(each.cpu_us for each in runs):.0f}"]


def ratios(ours: Sequence[Measured], theirs: Sequence[Measured], digits: int) -> list[str]:
    """Return the ratios of answers a second, and of answers a CPU second: medians over the rounds."""
    pairs = list(zip(ours, theirs, strict=True))
    return [f"{median(of(one) / of(other) for one, other in pairs):.{digits}f}" for of in (speed, thrift)]


def speed(run: Measured) -> float:
    """Answers a second."""
    return run.rate


def thrift(run: Measured) -> float:
    """Answers a CPU second."""
    return 1e6 / run.cpu_us


def header(names: Sequence[str]) -> list[str]:
    """The first two lines of a Markdown table: names, and which columns are figures."""
    return [cells(names), cells(["---", *["---:"] * (len(names) - 1)])]


def cells(texts: Sequence[str]) -> str:
    return f"| {' | '.join(texts)} |"


def limit(busiest: float) -> str:
    """Return the remark on whether the load generator was fast enough."""
    what = "the load generator, at its limit in some run: ratios are too good" if busiest > BUSY else "the server"
    return f"What limits: {what} (generator at {busiest:.0%} of its core)."


def absent() -> list[str]:
    """The twins that were not measured."""
    return [f"Without the {twin.name} twin: {twin.absent}." for twin in TWINS if twin.absent]


async def rows(service: Running) -> list[Row]:
    """Return the requests to measure; a bare request asks for an answer as long as the service's."""
    worker, person = (authorized(service.said[key]) for key in ("worker", "person"))
    tasks = service.said["tasks"]
    comment = {"comentario": "Llamé al proveedor: confirma la entrega para el viernes."}
    listed = get(person, f"/events?limit={LISTED}")
    events = [event["id"] for event in (await data(service, listed))]
    database, _, last = (await data(service, get(worker, "/changes?after=now")))["next"].partition("-")
    began = int(last) - len(tasks) - COMMENTED
    (first,) = await data(service, get(worker, "/tasks?limit=1"))
    return [
        await row(service, "GET one event", [get(person, f"/events/{each}") for each in events], 0.6),
        await row(service, f"GET list of {LISTED} events", [listed], 0.10),
        await row(service, "POST event, durable", [post(person, "/events", EVENT)], 0.38),
        await row(service, "availability of 10 people", [get(person, path) for path in questions()], 0.33),
        await row(service, "GET one task", [get(worker, f"/tasks/{each}") for each in tasks], 0.5, twinned=False),
        await row(service, f"GET list of {len(tasks)} tasks", [get(worker, "/tasks")], None, twinned=False),
        await row(
            service,
            f"GET list of {len(tasks)} tasks by three filters",
            [get(worker, f"/tasks?responsibleUserId={first['responsibleUserId']}&{FILTERS}")],
            None,
            twinned=False,
        ),
        await row(
            service,
            f"GET {LISTED} changes",
            [get(worker, f"/changes?after={database}-{began}&limit={LISTED}")],
            0.14,
            twinned=False,
        ),
        await row(
            service,
            "POST comment, durable",
            [post(worker, f"/tasks/{each}/comments", comment) for each in tasks],
            0.25,
            twinned=False,
        ),
        Row(
            "304 of a calendar link",
            [await unchanged(service, worker)],
            b"GET /0 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            None,
            twinned=False,
        ),
    ]


async def unchanged(service: Running, worker: str) -> bytes:
    """The request of a calendar program for a link of which it has the text; when it asked last makes no difference."""
    made = await data(service, post(worker, "/me/calendars", {"kind": "mine"}))
    path = made["url"].partition("localhost")[2]
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n".encode()
    tag = etag_of(await answer(service, request + b"\r\n"))
    return request + f"If-None-Match: {tag}\r\n\r\n".encode()


EVENT = {
    "eventTypeId": 2, "title": "Reunión con el proveedor de empaques", "startDatetime": "2026-11-24T15:00:00Z",
    "endDatetime": "2026-11-24T16:00:00Z", "statusId": 1,
    "description": "Por la entrega de mayo: precios, plazos y la muestra.", "location": "Sala 2, segundo piso",
}  # fmt: skip


def questions() -> Iterator[str]:
    """Paths that ask about ten people each."""
    for asked in islice(availability.questions(), QUESTIONS):
        start, end = (calendar_time.EPOCH + asked[name] * calendar_time.INSTANT for name in ("start", "end"))
        query = [("startDatetime", written(start)), ("endDatetime", written(end))]
        yield "/events/availability?" + urlencode([*query, *(("userIds", each) for each in asked["user_ids"])])


def written(instant: datetime) -> str:
    """An instant as a query has it."""
    return instant.isoformat().replace("+00:00", "Z")


def authorized(token: str) -> str:
    return f"Host: localhost\r\nAuthorization: Bearer {token}\r\n"


def get(head: str, path: str) -> bytes:
    return f"GET /api/v1{path} HTTP/1.1\r\n{head}\r\n".encode()


def post(head: str, path: str, body: object) -> bytes:
    content = msgspec.json.encode(body)
    about = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
    return f"POST /api/v1{path} HTTP/1.1\r\n{head}{about}\r\n".encode() + content


async def row(
    service: Running, name: str, requests: Sequence[bytes], least: float | None, *, twinned: bool = True
) -> Row:
    """A row whose bare answer is as long as the service's to the first request."""
    method, _, rest = requests[0].partition(b" ")
    length = len(await answer(service, requests[0]))
    return Row(name, requests, b"%b /%d %b" % (method, length, rest.partition(b" ")[2]), least, twinned)


async def answer(server: Running, request: bytes) -> bytes:
    """The body of an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request)
    head = await reader.readuntil(END_OF_HEAD)
    body = await reader.readexactly(int(LENGTH.search(head)[1]))
    writer.close()
    return body


async def data(server: Running, request: bytes) -> Any:
    """Return what is in the envelope, its instants spelled alike."""
    return msgspec.json.decode(INSTANT.sub(r"\1Z", (await answer(server, request)).decode()))["data"]


async def compare(service: Running, other: Running, request: bytes) -> None:
    """Raise `RuntimeError` unless a twin answers as the service does."""
    if request.startswith(b"GET") and (ours := await data(service, request)) != (theirs := await data(other, request)):
        raise RuntimeError(f"{other.name} answers {theirs} where the service answers {ours}")
