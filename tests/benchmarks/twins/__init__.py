"""The same four operations as others write them, to be measured beside the service: on the same core, by the same load,
over the same rows, with the same token (remembered once verified, as the service does), the same question who may see
what, and the same durability.

Each is as its community would have it: `fastapi_twin.py` with SQLAlchemy's asynchronous ORM, pydantic, and uvicorn on
uvloop and httptools; `fastify_twin.js` with better-sqlite3 and serialisers made of JSON schemas; `bun_twin.js` on
`Bun.serve` and `bun:sqlite`; `go_twin` on net/http and mattn/go-sqlite3. All but the first run the statements of `sql`.
`make bench` installs what it can.
"""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.benchmarks.twins import database

HERE = Path(__file__).parent
BENCH = HERE.parents[2] / ".bench"


class Twin(Struct, frozen=True):
    """A twin: how it is run (a port, a database and a secret come before `options`), how it writes instants, which file
    is there once it is installed, which program of the system it needs, and its versions."""

    name: str
    command: tuple[str, ...]
    instants: str
    installed: Path
    needs: str
    versions: Callable[[], str]
    options: tuple[str, ...] = ()

    @property
    def absent(self) -> str:
        """Why it cannot be run, "" if it can."""
        if shutil.which(self.needs) is None:
            return f"{self.needs} is not installed"
        return "" if self.installed.exists() else "`make bench` installs it"


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def fastapi_versions() -> str:
    """The versions as pinned."""
    text = (HERE / "requirements.txt").read_text(encoding="utf-8")
    pinned = dict(re.findall(r"^([\w-]+)==(\S+)", text, re.MULTILINE))
    sqlite = output(str(BENCH / "venv/bin/python"), "-c", "import sqlite3; print(sqlite3.sqlite_version)")
    names = ("fastapi", "sqlalchemy", "pydantic", "uvicorn")
    return ", ".join([f"SQLite {sqlite}", *(f"{name} {pinned[name]}" for name in names)])


def npm_versions(runtime: str, *names: str) -> str:
    """A JavaScript runtime, and its packages as pinned."""
    pinned = msgspec.json.decode((HERE / "package.json").read_bytes())["dependencies"]
    return ", ".join([runtime, *(f"{name} {pinned[name]}" for name in names)])


def fastify_versions() -> str:
    """Node, and its packages as pinned."""
    return npm_versions(f"node {output('node', '--version')}", "@fastify/jwt", "better-sqlite3", "fastify")


def bun_versions() -> str:
    """Bun and its packages as pinned."""
    sqlite = output(str(BUN), "-e", SQLITE_OF_BUN)
    return npm_versions(f"SQLite {sqlite}", "bun", "jose")


def go_versions() -> str:
    """Go and its packages: the system's."""
    packages = ("golang-github-mattn-go-sqlite3-dev", "golang-github-golang-jwt-jwt-dev")
    shown = output("dpkg-query", "--show", "--showformat", "${Package} ${Version}\n", *packages).splitlines()
    return ", ".join([output("go", "env", "GOVERSION"), *shown])


BUN = HERE / "node_modules/bun/bin/bun.exe"
"""The package's binary; it has this name on every system."""
SQLITE_OF_BUN = (
    'import { Database } from "bun:sqlite"; console.log(new Database().query("SELECT sqlite_version()").values()[0][0])'
)

TWINS = (
    Twin(
        "FastAPI",
        (str(BENCH / "venv/bin/python"), str(HERE / "fastapi_twin.py")),
        database.FASTAPI,
        BENCH / "python-twin",
        "python3",
        fastapi_versions,
    ),
    Twin(
        "Fastify",
        ("node", str(HERE / "fastify_twin.js")),
        database.JAVASCRIPT,
        BENCH / "node-twins",
        "node",
        fastify_versions,
    ),
    Twin("Bun", (str(BUN), str(HERE / "bun_twin.js")), database.JAVASCRIPT, BENCH / "node-twins", "node", bun_versions),
    Twin(
        "Go", (str(BENCH / "go-twin"),), database.JAVASCRIPT, BENCH / "go-twin", "go", go_versions, (str(HERE / "sql"),)
    ),
)
