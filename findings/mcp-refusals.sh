#!/usr/bin/env bash
# A tool's refusal (isError) in seven clients: what the model is told of it differs in each.
#
# Guessed: the words of a refusal reach the model, all of them, and so does that it is one.
# Seen, of a refusal with two texts: fastmcp 4.2.3 raises the first text only. openai-agents 0.24.0 and @ai-sdk/mcp 2.0.99
# give the model both as they give a result, with no mark that the tool failed. langchain-mcp-adapters 0.3.2 and
# pydantic-ai 2.68.0 mark it. If it has structured content as well, @modelcontextprotocol/sdk 1.32.2 checks that against the
# schema of results and raises an error without the words (@modelcontextprotocol/client 2.4.0 does not), and pydantic-ai
# tells the model the structured content alone.
# What follows: a refusal is one text that by itself says that it is one, why, and what to do; no structured content.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for one in 1 2; do python3 -m venv "$work/$one"; done
"$work/1/bin/pip" install --quiet --disable-pip-version-check mcp==1.30.0 langchain-mcp-adapters==0.3.2 openai-agents==0.24.0
"$work/2/bin/pip" install --quiet --disable-pip-version-check mcp==2.3.0 "pydantic-ai-slim[mcp]==2.68.0" fastmcp-slim==4.2.3
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" sdk-1.32@npm:@modelcontextprotocol/sdk@1.32.2 \
  @modelcontextprotocol/client@2.4.0 @ai-sdk/mcp@2.0.99 >/dev/null
cat >"$work/server.py" <<'PYTHON'
import asyncio

from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

server = Server("refusals")
RESULT = {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}


@server.list_tools()
async def tools():
    none = {"type": "object", "properties": {}}
    return [types.Tool(name=name, inputSchema=none, outputSchema=RESULT) for name in ("words", "code")]


@server.call_tool()
async def call(name, _arguments):
    words = [types.TextContent(type="text", text=each) for each in ("You may not.", "Ask Ana.")]
    code = {"code": "forbidden"} if name == "code" else None
    return types.CallToolResult(content=words, structuredContent=code, isError=True)


async def main():
    async with stdio_server() as (reads, writes):
        await server.run(reads, writes, server.create_initialization_options())


asyncio.run(main())
PYTHON
cat >"$work/of_mcp_1.py" <<'PYTHON'
import asyncio
import sys

from agents import Agent, RunContextWrapper
from agents.mcp import MCPServerStdio
from agents.mcp.util import MCPUtil
from agents.tool_context import ToolContext
from langchain_mcp_adapters.client import MultiServerMCPClient

PROGRAM = {"command": sys.executable, "args": [sys.argv[1]]}


async def main():
    for tool in await MultiServerMCPClient({"it": {"transport": "stdio", **PROGRAM}}).get_tools():
        message = await tool.ainvoke({"type": "tool_call", "id": "1", "name": tool.name, "args": {}})
        said = [each["text"] for each in message.content]
        print("langchain-mcp-adapters", tool.name, message.status, said)
        assert (message.status, said) == ("error", ["You may not.", "Ask Ana."])
    async with MCPServerStdio(params=PROGRAM) as server:
        for tool in await MCPUtil.get_function_tools(server, False, RunContextWrapper(None), Agent(name="x")):
            context = ToolContext(None, tool_name=tool.name, tool_call_id="1", tool_arguments="{}")
            said = await tool.on_invoke_tool(context, "{}")
            print("openai-agents", tool.name, said)
            assert said == [{"type": "text", "text": "You may not."}, {"type": "text", "text": "Ask Ana."}]


asyncio.run(main())
PYTHON
cat >"$work/of_mcp_2.py" <<'PYTHON'
import asyncio
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel

EXPECTED = {"words": '["You may not.","Ask Ana."]', "code": '{"code":"forbidden"}'}


def program():
    return StdioTransport(command=sys.argv[1], args=[sys.argv[2]])


async def of_fastmcp(name):
    async with Client(program()) as client:
        try:
            await client.call_tool(name, {})
        except ToolError as fault:
            return str(fault)


async def of_pydantic_ai(name):
    seen = []

    async def model(messages, _info):
        if len(messages) == 1:
            return ModelResponse(parts=[ToolCallPart(name, {})])
        seen.extend(messages[-1].parts)
        return ModelResponse(parts=[TextPart("done")])

    await Agent(FunctionModel(model), toolsets=[MCPToolset(program())]).run("x")
    return [(part.outcome, part.content) for part in seen]


async def main():
    for name, told in EXPECTED.items():
        raised, seen = await of_fastmcp(name), await of_pydantic_ai(name)
        print("fastmcp", name, raised)
        print("pydantic-ai", name, *seen)
        assert raised == "You may not."
        assert seen == [("retried", told)]


asyncio.run(main())
PYTHON
cat >"$work/client.mjs" <<'JS'
import assert from "node:assert";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";

const [command, server] = process.argv.slice(2);
const both = ["You may not.", "Ask Ana."];
const ai = await createMCPClient({ transport: new Experimental_StdioMCPTransport({ command, args: [server] }) });
for (const [name, tool] of Object.entries(await ai.tools())) {
  const output = await tool.execute({}, { toolCallId: "1", messages: [] });
  const told = await tool.toModelOutput({ output, toolCallId: "1", input: {} });
  console.log("@ai-sdk/mcp", name, JSON.stringify(told));
  assert.deepEqual(told, { type: "content", value: both.map((text) => ({ type: "text", text })) });
}
await ai.close();
for (const library of ["sdk-1.32", "@modelcontextprotocol/client"]) {
  const whole = library.startsWith("@");
  const { Client } = await import(whole ? library : `${library}/client/index.js`);
  const { StdioClientTransport } = await import(whole ? `${library}/stdio` : `${library}/client/stdio.js`);
  const client = new Client({ name: "x", version: "1" }, { capabilities: {} });
  await client.connect(new StdioClientTransport({ command, args: [server] }));
  await client.listTools();
  for (const name of ["words", "code"]) {
    let told;
    try {
      told = (await client.callTool({ name, arguments: {} })).content.map((each) => each.text);
    } catch (fault) {
      assert.match(fault.message, /-32602: Structured content does not match the tool's output schema/);
      told = "an error without the words";
    }
    console.log(library, name, told);
    assert.deepEqual(told, name === "code" && !whole ? "an error without the words" : both);
  }
  await client.close();
}
JS
"$work/1/bin/python" "$work/of_mcp_1.py" "$work/server.py" 2>"$work/log" || { cat "$work/log"; exit 1; }
"$work/2/bin/python" "$work/of_mcp_2.py" "$work/1/bin/python" "$work/server.py" 2>"$work/log" || { cat "$work/log"; exit 1; }
(cd "$work" && node client.mjs "$work/1/bin/python" "$work/server.py" 2>"$work/log") || { cat "$work/log"; exit 1; }
