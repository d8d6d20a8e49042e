"""`semaforo` without the packages of the environment variable `NOT_SHIPPED`, as an operator has it.

What tests bring along costs memory where others import what they find: httpx loads click, rich and pygments.
"""

import os
import re
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from bot.__main__ import ROOMS, main

LOCK = Path(__file__).parents[2] / "docs" / "deploy" / "requirements.lock"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)
VARIABLE = "NOT_SHIPPED"


class Shipped(PathFinder):
    """The finder of modules in `sys.path`, to which the packages of the variable are not installed."""

    hidden = frozenset(os.environ.get(VARIABLE, "").split())

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return None if fullname in cls.hidden else super().find_spec(fullname, path, target)


def not_shipped() -> dict[str, str]:
    """The variable for a process: the packages that are installed and not in the runtime lock."""
    from importlib.metadata import packages_distributions  # noqa: PLC0415 only the parent pays for what it imports

    shipped = {canonical(each) for each in PINNED.findall(LOCK.read_text(encoding="utf-8"))}
    installed = packages_distributions().items()
    others = (name for name, owners in installed if shipped.isdisjoint(map(canonical, owners)))
    return {VARIABLE: " ".join(sorted({*others}.difference(ROOMS)))}


def canonical(distribution: str) -> str:
    """A name of a distribution as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


if __name__ == "__main__":
    sys.meta_path[:] = [Shipped if each is PathFinder else each for each in sys.meta_path]
    sys.exit(main())
