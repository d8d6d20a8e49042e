"""What two schemas differ in, told in sentences.

A schema is its objects by table and name, each with its definition as the engine itself tells it. One is the
database's, the other what the tables of this program make on the same engine: so its wording makes no difference.
"""

from collections.abc import Iterator, Mapping

Definitions = Mapping[tuple[str, str], str]


def differences(found: Definitions, wanted: Definitions) -> list[str]:
    """What there is too little, too much, and otherwise than it should be. Of a whole table nothing more is told."""
    return sorted([*lines(found, wanted)])


def lines(found: Definitions, wanted: Definitions) -> Iterator[str]:
    """A sentence an object."""
    has, should_have = tables(found), tables(wanted)
    yield from (f"missing: table {table}" for table in should_have - has)
    yield from (f"not of this program: table {table}" for table in has - should_have)
    for table, name in wanted.keys() | found.keys():
        if table in has & should_have:
            yield from line(name, found.get((table, name)), wanted.get((table, name)))


def tables(definitions: Definitions) -> set[str]:
    """Those that something is defined of."""
    return {table for table, _ in definitions}


def line(name: str, found: str | None, wanted: str | None) -> Iterator[str]:
    """A sentence where the two are not the same."""
    if found is None:
        yield f"missing: {name}"
    elif wanted is None:
        yield f"not of this program: {name}"
    elif found != wanted:
        yield f"{name} is {found}, not {wanted}"
