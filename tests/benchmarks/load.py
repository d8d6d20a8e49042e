"""A load generator lean enough not to be what is measured: raw bytes out, answers counted by Content-Length."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from itertools import cycle

from msgspec import Struct

CONNECTIONS = 32
WARM_UP_SECONDS = 0.2
PATIENCE_SECONDS = 30
END_OF_HEAD = b"\r\n\r\n"
LENGTH = b"content-length: "
RIGHT = b"HTTP/1.1 200 ", b"HTTP/1.1 304 "


class Result(Struct, frozen=True):
    """Answers a second, all answers with those of the warm-up, and the share of its core that the generator used."""

    rate: float
    total: int
    generator_share: float


class Tally:
    """The counts of all connections of a run together."""

    def __init__(self) -> None:
        self.answers = 0
        self.wrong = b""
        self.running = True


class Client(asyncio.Protocol):
    """A keep-alive connection that asks again as soon as it is answered."""

    def __init__(self, requests: Iterator[bytes], tally: Tally) -> None:
        self.requests = requests
        self.tally = tally
        self.received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        transport.write(next(self.requests))

    def data_received(self, data: bytes) -> None:
        received = self.received + data
        end = received.find(END_OF_HEAD)
        head = received[: max(end, 0)].lower()
        length = int(head.partition(LENGTH)[2].partition(b"\r")[0] or 0)
        if end < 0 or len(received) < end + len(END_OF_HEAD) + length:
            self.received = received
            return
        self.received = b""
        self.tally.answers += 1
        if not received.startswith(RIGHT):
            self.tally.wrong = received[:500]
        if self.tally.running:
            self.transport.write(next(self.requests))


async def load(port: int, requests: Sequence[bytes], seconds: float, connections: int = CONNECTIONS) -> Result:
    """Keep a server busy for some seconds after a warm-up, until it has answered once; requests are sent in turn.

    A warm-up is no longer than what it is for. Raises `RuntimeError` on any answer but 200 and 304.
    """
    tally, turn = Tally(), cycle(requests)
    loop = asyncio.get_running_loop()
    clients = [await loop.create_connection(lambda: Client(turn, tally), "127.0.0.1", port) for _ in range(connections)]
    await asyncio.sleep(min(WARM_UP_SECONDS, seconds))
    before, began, used = tally.answers, time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while tally.answers == before:
            await asyncio.sleep(WARM_UP_SECONDS / 5)
    answers, took, used = tally.answers - before, time.perf_counter() - began, time.process_time() - used
    tally.running = False
    await asyncio.sleep(WARM_UP_SECONDS / 5)
    for transport, _ in clients:
        transport.close()
    if tally.wrong or not tally.answers:
        raise RuntimeError(f"port {port}: a wrong answer, or none: {tally.wrong!r}")
    return Result(answers / took, tally.answers, used / took)
