"""The origin of the figures: the machine, its load, and the versions of what is measured."""

import os
import platform
import re
from importlib.metadata import version
from pathlib import Path

from storage.sqlite.connecting import driver
from tests.benchmarks.twins import TWINS

OURS = ("aiohttp", "uvloop", "msgspec", "SQLAlchemy", "PyJWT")


def described() -> str:
    """The lines above the tables."""
    cores, load = os.cpu_count(), os.getloadavg()[0]
    python = f"Python {platform.python_version()}"
    ours = ", ".join([python, f"SQLite {driver.sqlite_version}", *(f"{name} {version(name)}" for name in OURS)])
    lines = [f"- {processor()}, {cores} cores, {platform.system()} {platform.release()}; load {load:.1f} at the start"]
    return "\n".join(
        [*lines, f"- service: {ours}", *(f"- {twin.name} twin: {twin.versions()}" for twin in TWINS if not twin.absent)]
    )


def processor() -> str:
    """The processor's name, where the system tells."""
    found = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text(encoding="ascii"))
    return found[1] if found else platform.machine()
