"""The source as trees: which files there are, and what is called in them."""

import ast
import gc
import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ROOMS = ("core", "storage", "api", "bot")


class Module(NamedTuple):
    """A Python file: its path from the root, and the nodes of its tree, itself first, as `ast.walk` finds them."""

    path: str
    nodes: tuple[ast.AST, ...]


class Call(NamedTuple):
    """A call: where it stands, the called name without what stands before its last dot, and the call itself."""

    place: str
    name: str
    node: ast.Call


@cache
def modules(*rooms: str) -> tuple[Module, ...]:
    """The modules of some rooms, of all of them by default."""
    return tuple(module for room in sorted(rooms or ROOMS) for module in modules_of(room))


@cache
def modules_of(room: str) -> tuple[Module, ...]:
    """The modules of one, whose nodes stay: they are not searched for garbage, neither now nor later."""
    files = sorted((ROOT / room).rglob("*.py"))
    gc.disable()
    try:
        return tuple(
            Module(str(path.relative_to(ROOT)), tuple(ast.walk(ast.parse(path.read_bytes())))) for path in files
        )
    finally:
        gc.freeze()
        gc.enable()


@cache
def calls(*rooms: str) -> tuple[Call, ...]:
    """Every call in some rooms."""
    return tuple(
        Call(f"{module.path}:{node.lineno}", name_of(node.func), node)
        for module in modules(*rooms)
        for node in module.nodes
        if isinstance(node, ast.Call)
    )


def name_of(node: ast.AST) -> str:
    """`name` of `name` and of `anything.name`."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def dotted(node: ast.AST) -> str:
    """`a.b.c` as written, "" for anything that is not only names and dots."""
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return node.id if isinstance(node, ast.Name) else ""


def members_used(enum: str, *rooms: str, but: str = "") -> set[str]:
    """Names X for which `enum.X` is written in some rooms, except in one file."""
    return {
        node.attr
        for module in modules(*rooms)
        if module.path != but
        for node in module.nodes
        if isinstance(node, ast.Attribute) and name_of(node.value) == enum
    }


def keywords(call: ast.Call) -> set[str] | None:
    """Names of a call's keyword arguments; None where some are computed."""
    names = {keyword.arg for keyword in call.keywords}
    return None if None in names else {name for name in names if name}


@cache
def kept_files() -> tuple[str, ...]:
    """Files that belong to the repository, committed or about to be."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    found = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(path for path in found.split("\0") if path and (ROOT / path).exists())


@cache
def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def lines_with(pattern: re.Pattern[str], paths: Iterable[str]) -> Iterator[tuple[str, int, str]]:
    """(path, line number, line) of text files, of the lines in which a pattern is found; it is of one line."""
    for path in paths:
        if pattern.search(text_of(path)):
            for number, line in enumerate(text_of(path).splitlines(), start=1):
                if pattern.search(line):
                    yield path, number, line
