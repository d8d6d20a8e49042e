#!/usr/bin/env bash
# Python's mcp 1.30.0 beside @modelcontextprotocol/sdk 1.12.3 and 1.32.2 and @modelcontextprotocol/client 2.4.0: a result
# that the one's server sends and its client takes is refused whole by the others.
#
# Guessed: whoever checks structured content against its schema agrees about it, or does not check formats.
# Seen: a model with a `datetime` without a zone, or a `time`, is listed as format date-time or time. Python's client does
# not check formats. Those in JavaScript want an offset and refuse the whole result, with its text, as an error -32602; the
# one of 1.12 takes the time. They take it all if one has not asked for the list of tools first.
# What follows: structured content has instants with an offset, and an hour of the clock has no format. A server that was
# tried with Python's client alone was not tried.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check mcp==1.30.0
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" sdk-1.12@npm:@modelcontextprotocol/sdk@1.12.3 \
  sdk-1.32@npm:@modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0 >/dev/null
cat >"$work/server.py" <<'PYTHON'
from datetime import UTC, datetime, time

from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel

server = FastMCP("times", log_level="WARNING")


class Instant(BaseModel):
    at: datetime


class Hour(BaseModel):
    at: time


@server.tool()
def instant() -> Instant:
    return Instant(at=datetime(2026, 11, 30, 10, tzinfo=UTC))


@server.tool()
def wall_clock() -> Instant:
    return Instant(at=datetime(2026, 11, 30, 10))  # noqa: DTZ001 that is what is tried


@server.tool()
def hour() -> Hour:
    return Hour(at=time(10))


server.run()
PYTHON
cat >"$work/client.py" <<'PYTHON'
import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

TOOLS = ["instant", "wall_clock", "hour"]


async def main():
    program = StdioServerParameters(command=sys.executable, args=[sys.argv[1]])
    async with stdio_client(program) as (reads, writes), ClientSession(reads, writes) as session:
        await session.initialize()
        await session.list_tools()
        seen = [(await session.call_tool(tool, {})).structuredContent["at"] for tool in TOOLS]
    print("mcp 1.30.0", seen)
    assert seen == ["2026-11-30T10:00:00Z", "2026-11-30T10:00:00", "10:00:00"]


asyncio.run(main())
PYTHON
cat >"$work/client.mjs" <<'JS'
import assert from "node:assert";

const [python, server] = process.argv.slice(2);
const refused = "refused";
const expected = {
  "sdk-1.12": ["2026-11-30T10:00:00Z", refused, "10:00:00"],
  "sdk-1.32": ["2026-11-30T10:00:00Z", refused, refused],
  "@modelcontextprotocol/client": ["2026-11-30T10:00:00Z", refused, refused],
};
async function told(client, name) {
  try {
    return (await client.callTool({ name, arguments: {} })).structuredContent.at;
  } catch (fault) {
    assert.match(fault.message, /does not match the tool's output schema/);
    return refused;
  }
}
for (const [library, told_] of Object.entries(expected)) {
  const whole = library.startsWith("@");
  const { Client } = await import(whole ? library : `${library}/client/index.js`);
  const { StdioClientTransport } = await import(whole ? `${library}/stdio` : `${library}/client/stdio.js`);
  for (const listed of [true, false]) {
    const client = new Client({ name: "x", version: "1" }, { capabilities: {} });
    await client.connect(new StdioClientTransport({ command: python, args: [server] }));
    if (listed) await client.listTools();
    const seen = [];
    for (const tool of ["instant", "wall_clock", "hour"]) seen.push(await told(client, tool));
    console.log(library, listed ? "listed first:" : "not listed:", seen);
    assert.deepEqual(seen, listed ? told_ : ["2026-11-30T10:00:00Z", "2026-11-30T10:00:00", "10:00:00"]);
    await client.close();
  }
}
JS
"$work/venv/bin/python" "$work/client.py" "$work/server.py"
(cd "$work" && node client.mjs "$work/venv/bin/python" "$work/server.py")
