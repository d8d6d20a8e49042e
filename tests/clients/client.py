"""An assistant by the package `mcp`: it signs on, or has a token, and calls a tool.

Each step is a line of JSON on standard output; the address to which its person's browser was sent comes on standard
input.
"""

import asyncio
import json
import sys
from importlib.metadata import version
from urllib.parse import parse_qs, urlsplit

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

BACK = "http://127.0.0.1:33418/callback"
NAME = f"mcp {version('mcp')}"


def say(**step):
    sys.stdout.write(f"{json.dumps(step)}\n")
    sys.stdout.flush()


class Kept:
    """The state that a client stores of its sign-on."""

    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


def signed_on(url, kept):
    from mcp.client.auth import OAuthClientProvider  # noqa: PLC0415 not in the oldest
    from mcp.shared.auth import OAuthClientMetadata  # noqa: PLC0415 the same

    asked = OAuthClientMetadata(
        client_name=NAME,
        redirect_uris=[BACK],
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
        token_endpoint_auth_method="client_secret_post",
        scope="tasks:read events:read logs:read offline_access",
    )

    async def opens(address):
        say(authorize=address)

    async def comes_back():
        line = await asyncio.to_thread(sys.stdin.readline)
        told = parse_qs(urlsplit(line.strip()).query)
        return told["code"][0], told.get("state", [None])[0]

    return {"auth": OAuthClientProvider(url, asked, kept, opens, comes_back)}


async def main(url, token):
    kept = Kept()
    how = {"headers": {"Authorization": f"Bearer {token}"}} if token else signed_on(url, kept)
    async with (
        streamablehttp_client(url, **how) as (reads, writes, _),
        ClientSession(reads, writes) as session,
    ):
        begun = await session.initialize()
        tools = [tool.name for tool in (await session.list_tools()).tools]
        day = await session.call_tool("my_day", {})
        granted = kept.tokens.scope if kept.tokens else None
        told = json.loads(day.content[-1].text)
        say(revisions=[begun.protocolVersion], tools=tools, day=told, granted=granted)


asyncio.run(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""))
