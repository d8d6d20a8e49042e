#!/usr/bin/env bash
# mcp 1.30.0 and 2.3.0 (Python): one answer with the status 503 ends the whole session of the one, and tells the other
# nothing.
#
# Guessed: a call that is answered with 429 or 503 raises an error that says so, and the next call of the session is made.
# Seen: in 1.30.0 the call is cancelled: CancelledError, which `except Exception` does not see, in this call and each after it;
# the status is in an ExceptionGroup once the session is left. In 2.3.0 it is an MCPError, "Server returned an error
# response", without status, headers or the words of the answer, unless its body is an error of JSON-RPC: then the words are
# the error's. The next call works. Neither waits for Retry-After.
# What follows: a server that wants a model to know "not now" answers 200 and isError; whatever has to have another status has
# the words in an error of JSON-RPC.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/run.py" <<'PYTHON'
import asyncio
import json
import socket
import sys
import threading
import time
from contextlib import asynccontextmanager
from importlib.metadata import version

import uvicorn

OLD = version("mcp").startswith("1.")
if OLD:
    from mcp.server.fastmcp import FastMCP as Server
else:
    from mcp.server import MCPServer as Server
WORDS = "Come back at ten."
BODIES = {
    "words": json.dumps({"message": WORDS}).encode(),
    "an error of JSON-RPC": json.dumps({"jsonrpc": "2.0", "id": None, "error": {"code": -32000, "message": WORDS}}).encode(),
}
server = Server("busy")


@server.tool()
def now() -> str:
    return "done"


class Busy:
    """Answers the next call of a tool with 503 and a body, if it has one."""

    def __init__(self, app):
        self.app = app
        self.body = None

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http" or scope["method"] != "POST":
            return await self.app(scope, receive, send)
        asked = [await receive()]
        if b"tools/call" not in asked[0]["body"] or self.body is None:
            return await self.app(scope, lambda: after(asked, receive), send)
        body, self.body = self.body, None
        headers = [(b"content-type", b"application/json"), (b"retry-after", b"1")]
        await send({"type": "http.response.start", "status": 503, "headers": headers})
        await send({"type": "http.response.body", "body": body})


async def after(asked, receive):
    return asked.pop() if asked else await receive()


@asynccontextmanager
async def connected(url):
    if OLD:
        from mcp import ClientSession
        from mcp.client.streamable_http import streamablehttp_client

        async with streamablehttp_client(url) as (reads, writes, _), ClientSession(reads, writes) as session:
            await session.initialize()
            yield session
    else:
        from mcp import Client

        async with Client(url) as session:
            yield session


async def told(session):
    try:
        return (await session.call_tool("now", {})).content[0].text
    except Exception as fault:
        return str(fault)
    except asyncio.CancelledError:
        return "cancelled"


async def seen(busy, url, body):
    found = []
    try:
        async with connected(url) as session:
            busy.body = body
            found = [await told(session), await told(session)]
    except BaseException as fault:
        while isinstance(fault, BaseExceptionGroup):
            fault = fault.exceptions[0]
        found.append(type(fault).__name__)
    return found


listening = socket.create_server(("127.0.0.1", 0))
busy = Busy(server.streamable_http_app())
http = uvicorn.Server(uvicorn.Config(busy, log_level="critical"))
threading.Thread(target=http.run, kwargs={"sockets": [listening]}, daemon=True).start()
while not http.started:
    time.sleep(0.05)
url = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
for name, body in BODIES.items():
    found = asyncio.run(seen(busy, url, body))
    print(version("mcp"), f"503 with {name}:", found)
    new = ["Server returned an error response" if name == "words" else WORDS, "done"]
    assert found == (["cancelled", "cancelled", "HTTPStatusError"] if OLD else new)
sys.stdout.flush()
PYTHON
for version in 1.30.0 2.3.0; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" install --quiet --disable-pip-version-check "mcp==$version" uvicorn==0.54.0
  "$work/$version/bin/python" "$work/run.py" 2>"$work/log" || { cat "$work/log"; exit 1; }
done
