"""Programs of assistants, older and newer, as they are: each signs on, or has a token, and calls a tool.

`make .clients/python .clients/node` installs them, each version pinned by hash. docs/assistants.md lists them.
"""

import asyncio
import fcntl
import os
import re
import shutil
import subprocess
from asyncio.subprocess import PIPE
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest
from aiohttp import ClientConnectorError, ClientSession
from yarl import URL

from api.mcp.tools import TOOLS
from api.sign_ons.server import SCOPES
from core.people import tokens
from tests.postgresql.guardian import free_port
from tests.sign_ons import SECRET, Assistant

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]  # installing takes a minute or two
ROOT = Path(__file__).parents[2]
PROGRAMS, INSTALLED = ROOT / "tests" / "clients", ROOT / ".clients"
PAGE = ROOT / "docs" / "assistants.md"
TODAY = "2026-11-23"
ASKED = "tasks:read events:read logs:read"
"""The scopes that each asks for at least; programs newer than November 2025 ask for all scopes instead."""

ALL = " ".join(SCOPES)
PYTHON = {"1.8.1": ("2024-11-05", None), "1.9.4": ("2025-03-26", ASKED), "1.30.0": ("2025-11-25", ALL)}
"""The versions of the package `mcp`: the revision that each speaks, and what a sign-on grants to it, if it signs on."""

NODE = {
    "sdk-1.12": ("2025-03-26", ASKED), "sdk-1.32": ("2025-11-25", ALL),
    "@modelcontextprotocol/client": ("2025-11-25", ALL),
}  # fmt: skip
"""The libraries of npm by their names in package.json, as above."""


@pytest.fixture(scope="session")
def installed():
    """Brings what a kind of programs needs, once for all processes that test."""

    def bring(kind):
        if kind == "node" and shutil.which("npm") is None:
            reason = "no npm here, which brings these programs"
            pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
        INSTALLED.mkdir(exist_ok=True)
        with (INSTALLED / f"{kind}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            subprocess.run(["make", "--silent", f".clients/{kind}"], cwd=ROOT, check=True)

    return bring


@pytest.fixture
def person(world):
    """The person whose assistant signs on, with their browser and chat."""
    return Assistant(world)


@pytest.fixture
def python(installed):
    """The command that runs a version of the package `mcp`."""
    installed("python")

    def command(version, *arguments):
        older = str(INSTALLED / f"mcp-{version}")  # before the newest, which the interpreter has
        return [INSTALLED / "python" / "bin" / "python", PROGRAMS / "client.py", *arguments], {"PYTHONPATH": older}

    return command


@pytest.fixture
def node(installed):
    """The command that runs a library of npm."""
    installed("node")
    return lambda library, *arguments: (["node", PROGRAMS / "client.mjs", library, *arguments], {})


@asynccontextmanager
async def running(command, environment, **options):
    """A program that is ended at the latest with the test."""
    program = await asyncio.create_subprocess_exec(
        *map(str, command), env={**os.environ, **environment}, stdin=PIPE, stdout=PIPE, **options
    )
    try:
        yield program
    finally:
        if program.returncode is None:
            program.kill()
        await program.communicate()


async def permits(person, address):
    """Let an assistant in, as the person; return where their browser is sent then."""
    page = await person.request("GET", URL(address).path_qs)
    assert page.status == 200, page.body
    person.page = SECRET.search(page.body.decode())[1]
    reply = await person.proceeds(await person.permitted())
    assert reply.status == 303, reply.body
    return reply.headers["Location"]


async def goes_back(browser, address):
    """The browser follows to where a program listens, or will in a moment."""
    for _ in range(100):
        with suppress(ClientConnectorError):
            async with browser.get(address) as back:
                assert back.status == 200
                return
        await asyncio.sleep(0.1)
    raise AssertionError(f"nobody listens at {address}")


async def told(person, command, environment):
    """Run a program, and return its last words."""
    async with running(command, environment) as program:
        async for line in program.stdout:
            step = msgspec.json.decode(line)
            if "authorize" not in step:
                return step
            program.stdin.write(f"{await permits(person, step['authorize'])}\n".encode())
            await program.stdin.drain()
    raise AssertionError("it ended without an answer")


async def does_all(person, command, environment, revision, granted=None):
    """The program speaks its revision, sees the tools, and reads the day, by what was granted if it signed on."""
    step = await told(person, command, environment)
    assert (step["revisions"], step["tools"], step["granted"]) == ([revision], list(TOOLS), granted)
    assert step["day"]["fecha"] == TODAY
    issued = [" ".join(token.scopes) for token in await person.person(tokens.own_tokens)]
    assert issued == ([granted] if granted else [])


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
@pytest.mark.parametrize("version", PYTHON)
async def test_a_python_program_with_a_token(world, person, python, version, path):
    command, environment = python(version, f"{person.url}{path}", world.tokens["ana"])
    await does_all(person, command, environment, PYTHON[version][0])


@pytest.mark.parametrize("version", [version for version, (_, granted) in PYTHON.items() if granted])
async def test_a_python_program_that_signs_on(person, python, version):
    await does_all(person, *python(version, f"{person.url}/mcp"), *PYTHON[version])


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
@pytest.mark.parametrize("library", NODE)
async def test_a_javascript_program_with_a_token(world, person, node, library, path):
    command, environment = node(library, f"{person.url}{path}", world.tokens["ana"])
    await does_all(person, command, environment, NODE[library][0])


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
@pytest.mark.parametrize("library", NODE)
async def test_a_javascript_program_that_signs_on(person, node, library, path):
    await does_all(person, *node(library, f"{person.url}{path}"), *NODE[library])


async def test_mcp_remote_signs_on(person, installed, tmp_path):
    """The bridge by which programs that only start others reach the service."""
    installed("node")
    program = PROGRAMS / "node_modules" / "mcp-remote" / "dist" / "client.js"
    command = ["node", program, f"{person.url}/mcp", str(free_port())]
    environment = {"MCP_REMOTE_CONFIG_DIR": str(tmp_path), "HOME": str(tmp_path), "BROWSER": "none"}
    said = ""
    async with running(command, environment, stderr=asyncio.subprocess.STDOUT) as bridge, ClientSession() as browser:
        async for line in bridge.stdout:
            said += line.decode()
            if found := re.search(rf"^\s*({person.url}/oauth/authorize\S+)", line.decode()):
                await goes_back(browser, await permits(person, found[1]))
            if all(tool in said for tool in TOOLS):
                break
        else:
            pytest.fail(said)
    (token,) = await person.person(tokens.own_tokens)
    assert token.scopes


def test_the_page_lists_each_program_with_its_version():
    page = PAGE.read_text(encoding="utf-8")
    for version in PYTHON:
        assert f"`mcp` {version}" in page
    packages = msgspec.json.decode((PROGRAMS / "package.json").read_bytes())["dependencies"]
    for name, version in packages.items():
        alias = version.removeprefix("npm:").rpartition("@")
        library, number = (alias[0], alias[2]) if alias[0] else (name, version)
        assert f"`{library}` {number}" in page
