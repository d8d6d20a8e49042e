"""A person's assistant, as the protocol's own client, and what it is told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import msgspec
from jsonschema_rs import Validator, validator_for

from core.records.tokens import Scope
from tests.api.world import World
from tests.tokens import issue

SCHEMAS: dict[str, Validator] = {}
"""The schemas of the tools' content, as the server lists them: the same for all worlds, and made once."""


@asynccontextmanager
async def client_of(address: str, mode: str = "auto", **options: Any) -> AsyncIterator[Any]:
    """The protocol's own client of a server; the options are those of its HTTP client."""
    import httpx2  # noqa: PLC0415 slow to import: only who uses the client needs it
    from mcp import Client  # noqa: PLC0415 the same
    from mcp.client.streamable_http import streamable_http_client  # noqa: PLC0415 the same

    async with (
        httpx2.AsyncClient(**options) as http,
        Client(streamable_http_client(address, http_client=http), mode=mode) as client,
    ):
        yield client


@asynccontextmanager
async def assistant(world: World, who: str = "ana", mode: str = "auto") -> AsyncIterator[Any]:
    """The protocol's own client, with somebody's token."""
    headers = {"Authorization": f"Bearer {world.tokens[who]}"}
    async with client_of(f"{world.server.url}/mcp", mode, headers=headers) as client:
        yield client


def limited(world: World, who: str, *scopes: Scope) -> str:
    """A token of somebody's with these scopes, under a name for the world's calls."""
    name = f"{who}'s"
    world.tokens[name] = issue(world.keyring, world.users[who], timedelta(days=1), world.clock.now(), scopes=scopes)
    return name


async def told(world: World, tool: str, who: str = "ana", **arguments: Any) -> Any:
    """Call a tool for somebody's assistant; its content is checked against the tool's schema as clients do it.

    Those in JavaScript refuse the whole of a result in which a date with its time has no offset.
    """
    result = await called(world, tool, who, arguments)
    assert not result.get("isError"), result["content"]
    content = result["structuredContent"]
    assert msgspec.json.decode(result["content"][-1]["text"]) == content
    if tool not in SCHEMAS:
        listed = await answered(world, who, "tools/list", {})
        SCHEMAS.update(
            (each["name"], validator_for(each["outputSchema"], validate_formats=True)) for each in listed["tools"]
        )
    SCHEMAS[tool].validate(content)
    return content


async def refusal(world: World, tool: str, who: str = "ana", **arguments: Any) -> str:
    """Return what a tool says when it refuses."""
    result = await called(world, tool, who, arguments)
    assert result["isError"]
    assert "structuredContent" not in result
    (said,) = result["content"]
    return said["text"]


async def called(world: World, tool: str, who: str, arguments: Any) -> dict[str, Any]:
    """The result of a tool as it is sent; quicker than by the client, which first looks at the schema for long."""
    return await answered(world, who, "tools/call", {"name": tool, "arguments": arguments})


async def answered(world: World, who: str, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """The result of a method of the protocol."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return msgspec.json.decode((await world.post("//mcp", message, who)).body)["result"]
