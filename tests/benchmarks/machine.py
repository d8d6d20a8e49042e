"""Where the figures come from: the machine, its load, and the versions of what is measured."""

import os
import platform
import re
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

import msgspec

from storage.sqlite.connecting import driver
from tests.benchmarks.twins import BENCH, HERE, TWINS

OURS = ("aiohttp", "uvloop", "msgspec", "SQLAlchemy", "PyJWT")
THEIRS = ("fastapi", "sqlalchemy", "pydantic", "uvicorn")


def described() -> str:
    """The lines above the tables."""
    cores, load = os.cpu_count(), os.getloadavg()[0]
    python = f"Python {platform.python_version()}"
    ours = ", ".join([python, f"SQLite {driver.sqlite_version}", *(f"{name} {version(name)}" for name in OURS)])
    lines = [f"- {processor()}, {cores} cores, {platform.system()} {platform.release()}; load {load:.1f} at the start"]
    return "\n".join([*lines, f"- service: {ours}", *(twin for twin in (fastapi(), fastify()) if twin)])


def processor() -> str:
    """Its name, where the system tells."""
    found = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text(encoding="ascii"))
    return found[1] if found else platform.machine()


def fastapi() -> str:
    """The versions of the twin in Python, as pinned; "" where it is absent."""
    if TWINS[0].absent:
        return ""
    pinned = dict(
        re.findall(r"^([\w-]+)==(\S+)", (HERE / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
    )
    theirs = said(BENCH / "venv/bin/python", "-c", "import sqlite3; print(sqlite3.sqlite_version)")
    return f"- FastAPI twin: SQLite {theirs}, " + ", ".join(f"{name} {pinned[name]}" for name in THEIRS)


def fastify() -> str:
    """The versions of the twin in JavaScript, as pinned; "" where it is absent."""
    if TWINS[1].absent:
        return ""
    pinned = msgspec.json.decode((HERE / "package.json").read_bytes())["dependencies"]
    return f"- Fastify twin: node {said('node', '--version')}, " + ", ".join(
        f"{name} {pinned[name]}" for name in pinned
    )


def said(command: str | Path, *arguments: str) -> str:
    """What a command prints."""
    found = shutil.which(command)
    return subprocess.run([found, *arguments], check=True, capture_output=True, text=True).stdout.strip()
