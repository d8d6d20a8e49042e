"""The same four operations as others write them, to be measured beside the service: on the same core, by the same load,
over the same rows, with the same token, the same question who may see what, and the same durability.

Each is as its community would have it: `fastapi_twin.py` with SQLAlchemy's asynchronous ORM, pydantic, and uvicorn on
uvloop and httptools; `fastify_twin.js` with better-sqlite3's prepared statements and serialisers made of JSON schemas.
`make bench` installs them.
"""

import shutil
from pathlib import Path

from msgspec import Struct

from tests.benchmarks.twins import database

HERE = Path(__file__).parent
BENCH = HERE.parents[2] / ".bench"


class Twin(Struct, frozen=True):
    """How one is run, with a port, a database and a secret behind; and what is there once it is installed."""

    name: str
    command: tuple[str, ...]
    instants: str
    installed: Path

    @property
    def absent(self) -> str:
        """Why it cannot be run, "" where it can."""
        if shutil.which(self.command[0]) is None and self.command[0] == "node":
            return "node is not installed"
        return "" if self.installed.exists() else "`make bench` installs it"


TWINS = (
    Twin(
        "FastAPI",
        (str(BENCH / "venv/bin/python"), str(HERE / "fastapi_twin.py")),
        database.FASTAPI,
        BENCH / "python-twin",
    ),
    Twin("Fastify", ("node", str(HERE / "fastify_twin.js")), database.FASTIFY, BENCH / "node-twin"),
)
