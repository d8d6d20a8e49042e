"""Receivers of webhooks on sockets of this machine, in which they misbehave as they are told."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import msgspec

from tests.webhooks import Sent

Answering = Callable[[asyncio.StreamWriter, Sent], Awaitable[None]]


class Receiver:
    """Takes requests; `answer` writes what comes back. `got` is what has come, whole."""

    def __init__(self, answer: Answering) -> None:
        self.answer = answer
        self.got: list[Sent] = []
        self.connections = 0
        self.port = 0
        self.server: asyncio.Server | None = None
        self.open: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}/hook"

    async def start(self) -> None:
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def kill(self) -> None:
        """Cut every connection, and take none."""
        if self.server is not None:
            self.server.close()
            for writer in self.open:
                writer.transport.abort()
            self.server = None

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.open.add(writer)
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                sent = await read_request(reader)
                self.got.append(sent)
                await self.answer(writer, sent)
        writer.close()
        self.open.discard(writer)


async def read_request(reader: asyncio.StreamReader) -> Sent:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:-2])}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Sent(head[0].split(" ")[1], headers, body)


def status(code: int, headers: str = "", body: bytes = b"") -> Answering:
    """Answers like any server."""

    async def answer(writer, _):
        writer.write(f"HTTP/1.1 {code} X\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()

    return answer


async def hang(writer, _sent) -> None:
    """Until the other side gives up, or the receiver is killed."""
    await writer.wait_closed()


@asynccontextmanager
async def receiving(answer: Answering) -> AsyncIterator[Receiver]:
    receiver = Receiver(answer)
    await receiver.start()
    try:
        yield receiver
    finally:
        await receiver.kill()


def seqs(receiver: Receiver) -> list[int]:
    return [msgspec.json.decode(each.body)["data"]["seq"] for each in receiver.got]
