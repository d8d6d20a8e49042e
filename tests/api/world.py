"""The vocabulary of the API's tests: people with tokens, calls over HTTP, and the answers' envelope."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any, Self, TypeVar

import aiohttp
import msgspec

from api import Authenticator, Keyring, Outside, Server, create_app, serve
from core.application.use_case import Caller, Pipeline
from core.base.settings import Settings
from core.people import users
from core.people.users import OPERATOR
from core.records.people import User
from tests.api import contract
from tests.clock import FakeClock
from tests.tokens import issue
from tests.webhooks import FakeWebhookClient

SECRET = "a secret for the tests only, of more than 32 bytes"


class Reply(msgspec.Struct):
    """An answer as it arrived."""

    status: int
    headers: Any
    body: bytes

    @property
    def envelope(self) -> dict[str, Any]:
        return msgspec.json.decode(self.body)

    @property
    def data(self) -> Any:
        return self.envelope["data"]

    @property
    def faults(self) -> dict[str, str]:
        """The code of each field at fault."""
        errors = self.data.get("errors", []) if self.status == 400 else []
        return {fault["field"]: fault["code"] for fault in errors}

    @property
    def refused(self) -> tuple[int, str]:
        return self.status, self.data["code"]


class World:
    """A running service, its clock, its people and a client."""

    def __init__(self, server: Server, pipeline: Pipeline, clock: FakeClock, keyring: Keyring) -> None:
        self.server = server
        self.pipeline = pipeline
        self.clock = clock
        self.keyring = keyring
        self.users: dict[str, User] = {}
        self.tokens: dict[str, str] = {}
        self.webhooks = FakeWebhookClient()

    async def __aenter__(self) -> Self:
        self.client = aiohttp.ClientSession(self.server.url)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.close()

    async def people(self) -> None:
        """Know everybody in the directory, and hold a token of each."""
        for user in await self.operate(users.list_users):
            self.users[user.username] = user
            self.tokens[user.username] = issue(self.keyring, user, timedelta(days=30), self.clock.now())

    async def operate(self, use_case: Any, *args: Any) -> Any:
        """Run a use case as the operator of the command line."""
        return await self.pipeline.run(Caller(OPERATOR), use_case, *args)

    def id(self, username: str) -> int:
        return self.users[username].id

    async def call(self, method: str, path: str, who: str | None = "ana", json: Any = None, **options: Any) -> Reply:
        """One request, its answer as the document says; `path` is below /api/v1 unless it begins with "//"."""
        headers = dict(options.pop("headers", {}))
        if who is not None:
            headers.setdefault("Authorization", f"Bearer {self.tokens[who]}")
        if json is not None:
            options["data"] = msgspec.json.encode(json)
            headers.setdefault("Content-Type", "application/json")
        if isinstance(options.get("data"), bytes):
            options["data"] = io.BytesIO(options["data"])
        options.setdefault("skip_auto_headers", ["Content-Type"])
        path = path[1:] if path.startswith("//") else f"/api/v1{path}"
        async with self.client.request(method, path, headers=headers, **options) as response:
            body = await response.read()
            contract.check(method, path, response.status, response.headers, body)
            return Reply(response.status, response.headers, body)

    async def get(self, path: str, who: str | None = "ana", **options: Any) -> Reply:
        return await self.call("GET", path, who, **options)

    async def post(self, path: str, json: Any = None, who: str | None = "ana", **options: Any) -> Reply:
        return await self.call("POST", path, who, json, **options)

    async def patch(self, path: str, json: Any = None, who: str | None = "ana", **options: Any) -> Reply:
        return await self.call("PATCH", path, who, json, **options)

    async def task(self, who: str = "ana", **fields: Any) -> dict[str, Any]:
        """A new task, made over HTTP; its leader is set by an admin, who may name anybody."""
        leader = {"leaderUserId": fields.pop("leaderUserId")} if fields.get("leaderUserId") else {}
        reply = await self.post("/tasks", {"descripcion": "Revisar", "fechaCumplir": "2026-11-30", **fields}, who)
        if leader:
            required = {name: reply.data[name] for name in ("descripcion", "fechaCumplir")}
            reply = await self.patch(f"/tasks/{reply.data['id']}", required | leader, "root")
        assert reply.status == 200, reply.body
        return reply.data

    async def log(self, who: str = "ana", fecha: str = "2026-11-23") -> dict[str, Any]:
        """Somebody's log, opened over HTTP."""
        reply = await self.post("/daily-logs/open", {"fecha": fecha}, who)
        assert reply.status == 200, reply.body
        return reply.data


W = TypeVar("W", bound=World)


@contextlib.asynccontextmanager
async def serving(store: Any, kind: type[W]) -> AsyncIterator[W]:
    """The app over a store with the cast in it, served until the end."""
    clock, keyring = FakeClock(), Keyring(SECRET)
    pipeline = Pipeline(store, clock, Settings())
    authenticator = Authenticator(pipeline, keyring, cache=timedelta(seconds=1))
    webhooks = FakeWebhookClient()
    server = await serve(create_app(pipeline, authenticator, outside=Outside(webhooks)), "127.0.0.1", 0)
    try:
        async with kind(server, pipeline, clock, keyring) as world:
            world.webhooks = webhooks
            await world.people()
            yield world
    finally:
        await server.stop(grace=1)


@contextlib.asynccontextmanager
async def served_again(world: W, **options: Any) -> AsyncIterator[W]:
    """The world's service once more, with other options of `create_app`."""
    authenticator = Authenticator(world.pipeline, world.keyring)
    server = await serve(create_app(world.pipeline, authenticator, **options), "127.0.0.1", 0)
    try:
        async with type(world)(server, world.pipeline, world.clock, world.keyring) as other:
            other.users, other.tokens = world.users, world.tokens
            yield other
    finally:
        await server.stop(grace=1)


@contextlib.asynccontextmanager
async def connected(world: World) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection for bytes as they are."""
    reader, writer = await asyncio.open_connection(world.server.host, world.server.port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def request(world: World, method: str = "GET", path: str = "/tasks", body: bytes = b"", more: str = "") -> bytes:
    """The bytes of a request of Ana's, perhaps with more header lines."""
    head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Authorization: Bearer {world.tokens['ana']}\r\n{more}\r\n".encode() + body


async def raw(world: World, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """(status, headers by lower-case name, body) of the answer to bytes sent as they are."""
    async with connected(world) as (reader, writer):
        writer.write(request)
        return await answer(reader)


async def answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    """(status, headers by lower-case name, body) of the next answer on a connection."""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:-2])}
    return int(lines[0].split(" ")[1]), headers, await reader.readexactly(int(headers["content-length"]))
