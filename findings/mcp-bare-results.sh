#!/usr/bin/env bash
# mcp 1.30.0 and 2.3.0 (Python): a tool that returns a bare date sends no structured content, one that returns a link
# sends an empty object.
#
# Guessed: whatever a tool's return type says, the server lists a schema of it and sends it as structured content, a bare
# value as {"result": …}; and the text holds the same for clients that read text.
# Seen: int, list[date] and `date | None` are sent so. A bare date, datetime or Decimal has no schema and no structured
# content. AnyUrl has a schema without properties, and {} for a link. An empty list and None have no text at all, and a
# list of dates has a text each, in quotes.
# What follows: a tool had better return an object of named fields, always; then text and structured content say the same.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/run.py" <<'PYTHON'
import asyncio
from datetime import date
from decimal import Decimal
from importlib.metadata import version

from pydantic import AnyUrl

try:
    from mcp.server.fastmcp import FastMCP as Server
except ImportError:
    from mcp.server import MCPServer as Server

server = Server("tools")
DAY = date(2026, 11, 30)


@server.tool()
def number() -> int:
    return 3


@server.tool()
def day() -> date:
    return DAY


@server.tool()
def money() -> Decimal:
    return Decimal("1.50")


@server.tool()
def link() -> AnyUrl:
    return AnyUrl("https://example.com/1")


@server.tool()
def days() -> list[date]:
    return [DAY, date(2026, 12, 1)]


@server.tool()
def no_days() -> list[date]:
    return []


@server.tool()
def no_day() -> date | None:
    return None


async def seen():
    if version("mcp").startswith("1."):
        from mcp.shared.memory import create_connected_server_and_client_session as connected

        client = connected(server._mcp_server)
    else:
        from mcp import Client

        client = Client(server)
    async with client as session:
        for tool in (await session.list_tools()).tools:
            result = await session.call_tool(tool.name, {})
            said = result.model_dump(by_alias=True)
            listed = tool.model_dump(by_alias=True)["outputSchema"]
            yield tool.name, listed is not None, said["structuredContent"], [each.text for each in result.content]


async def main():
    found = {name: rest async for name, *rest in seen()}
    for name, rest in found.items():
        print(version("mcp"), name, *rest)
    assert found == {
        "number": [True, {"result": 3}, ["3"]],
        "day": [False, None, ['"2026-11-30"']],
        "money": [False, None, ['"1.50"']],
        "link": [True, {}, ['"https://example.com/1"']],
        "days": [True, {"result": ["2026-11-30", "2026-12-01"]}, ['"2026-11-30"', '"2026-12-01"']],
        "no_days": [True, {"result": []}, []],
        "no_day": [True, {"result": None}, []],
    }


asyncio.run(main())
PYTHON
for version in 1.30.0 2.3.0; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" install --quiet --disable-pip-version-check "mcp==$version"
  "$work/$version/bin/python" "$work/run.py" 2>"$work/log" || { cat "$work/log"; exit 1; }
done
