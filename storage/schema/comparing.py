"""Compares two schemas, with the differences as sentences.

A schema is its objects by table and name, each with its definition as the engine returns it. One is the database's, the
other is made from this program's tables on the same engine, so that the wording is the same.
"""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from operator import eq

Definitions = Mapping[tuple[str, str], str]
AROUND = 40
"""The most characters that are shown before and after what differs."""


def differences(found: Definitions, wanted: Definitions) -> list[str]:
    """Return sentences on what is missing, unexpected or different; of a missing or unexpected table only its name."""
    return sorted([*lines(found, wanted)])


def lines(found: Definitions, wanted: Definitions) -> Iterator[str]:
    has, should_have = tables(found), tables(wanted)
    yield from (f"missing: table {table}" for table in should_have - has)
    yield from (f"not of this program: table {table}" for table in has - should_have)
    for table, name in wanted.keys() | found.keys():
        if table in has & should_have:
            yield from line(name, found.get((table, name)), wanted.get((table, name)))


def tables(definitions: Definitions) -> set[str]:
    return {table for table, _ in definitions}


def line(name: str, found: str | None, wanted: str | None) -> Iterator[str]:
    if found is None:
        yield f"missing: {name}"
    elif wanted is None:
        yield f"not of this program: {name}"
    elif found != wanted:
        yield f"{name} is {excerpt(found, wanted)}, not {excerpt(wanted, found)}"


def excerpt(text: str, other: str) -> str:
    """Return the part of a definition that differs from the other one, with what is around it."""
    start = alike(text, other)
    end = len(text) - alike(text[start:][::-1], other[start:][::-1])
    first, last = max(start - AROUND, 0), min(end + AROUND, len(text))
    return f"{'…' if first else ''}{text[first:last]}{'…' if last < len(text) else ''}"


def alike(text: str, other: str) -> int:
    """Return with how many of the same characters two texts begin."""
    return sum(takewhile(bool, map(eq, text, other)))
