#!/usr/bin/env bash
# mcp-use 1.7.1 (Python): an argument that the model leaves out is sent as null, which the JavaScript SDK's server refuses.
#
# Guessed: an argument that is left out is not sent, so that z.string().optional() on a server is just that.
# Seen: every argument that the tool lists is sent, null for those left out; each call fails with "expected string, received
# null", until the model fills in all. What the model is told is JSON with a traceback of the client's, paths of its machine
# and all, marked as a success. langchain-mcp-adapters 0.3.2 sends what the model gave.
# What follows: a server takes a null argument for one that was left out, also deep within lists and objects.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check mcp-use==1.7.1 langchain-mcp-adapters==0.3.2 \
  mcp==1.30.0 langchain-core==1.8.3
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 \
  >/dev/null
cat >"$work/server.mjs" <<'JS'
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "tasks", version: "1" });
const inputSchema = { words: z.string(), since: z.string().optional(), most: z.number().int().default(5) };
server.registerTool("find", { inputSchema }, async (given) => ({
  content: [{ type: "text", text: JSON.stringify(given) }],
}));
await server.connect(new StdioServerTransport());
JS
cat >"$work/run.py" <<'PYTHON'
import asyncio
import json
import sys

from langchain_mcp_adapters.client import MultiServerMCPClient
from mcp_use import MCPClient
from mcp_use.agents.adapters.langchain_adapter import LangChainAdapter

PROGRAM = {"command": "node", "args": [sys.argv[1]]}


async def called(tool):
    asked = {"type": "tool_call", "id": "1", "name": "find", "args": {"words": "contrato"}}
    return await tool.ainvoke(asked)


async def main():
    (tool,) = await MultiServerMCPClient({"it": {"transport": "stdio", **PROGRAM}}).get_tools()
    said = (await called(tool)).content[0]["text"]
    print("langchain-mcp-adapters", said)
    assert json.loads(said) == {"words": "contrato", "most": 5}

    client = MCPClient.from_dict({"mcpServers": {"it": PROGRAM}})
    await client.create_session("it")
    (tool,) = await LangChainAdapter().create_tools(client)
    message = await called(tool)
    await client.close_all_sessions()
    said = json.loads(message.content)
    print("mcp-use", message.status, said["details"])
    assert message.status == "success"
    assert "expected string, received null at since" in said["details"]
    assert "site-packages/mcp_use" in said["stack"]


asyncio.run(main())
PYTHON
MCP_USE_ANONYMIZED_TELEMETRY=false "$work/venv/bin/python" "$work/run.py" "$work/server.mjs" 2>"$work/log" \
  | grep -v " - mcp_use - " || { cat "$work/log"; exit 1; }
