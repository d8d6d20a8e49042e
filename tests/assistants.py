"""A person's assistant, as the protocol's own client, and what it is told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import httpx2
import msgspec
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from core.records.tokens import Scope
from tests.api.world import World
from tests.tokens import issue


@asynccontextmanager
async def assistant(world: World, who: str = "ana", mode: str = "auto") -> AsyncIterator[Client]:
    """The protocol's own client, with somebody's token."""
    headers = {"Authorization": f"Bearer {world.tokens[who]}"}
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        Client(streamable_http_client(f"{world.server.url}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


def limited(world: World, who: str, *scopes: Scope) -> str:
    """A token of somebody's with these scopes, under a name for the world's calls."""
    name = f"{who}'s"
    world.tokens[name] = issue(world.keyring, world.users[who], timedelta(days=1), world.clock.now(), scopes=scopes)
    return name


async def told(world: World, tool: str, who: str = "ana", **arguments: Any) -> Any:
    """What a tool tells somebody's assistant; the client checks it against the tool's schema."""
    async with assistant(world, who) as client:
        result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert msgspec.json.decode(result.content[-1].text) == result.structured_content
    return result.structured_content


async def refusal(world: World, tool: str, who: str = "ana", **arguments: Any) -> str:
    """What a tool says where it refuses."""
    result = await called(world, tool, who, arguments)
    assert result["isError"]
    assert "structuredContent" not in result
    (said,) = result["content"]
    return said["text"]


async def called(world: World, tool: str, who: str, arguments: Any) -> dict[str, Any]:
    """The result of a tool as it is sent; quicker than by the client."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    return msgspec.json.decode((await world.post("//mcp", message, who)).body)["result"]
