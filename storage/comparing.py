"""What two schemas differ in, told in sentences.

A schema is its objects by name, each with its definition as the engine itself tells it. One is the database's, the
other is what the tables of this program make on the same engine: so its way of wording things makes no difference.
"""

from collections.abc import Iterator, Mapping

Definitions = Mapping[str, str]


def differences(found: Definitions, wanted: Definitions) -> list[str]:
    """What there is too little, too much, and otherwise than it should be."""
    return sorted([*lines(found, wanted)])


def lines(found: Definitions, wanted: Definitions) -> Iterator[str]:
    """A sentence an object."""
    yield from (f"missing: {name}" for name in wanted.keys() - found.keys())
    yield from (f"not of this program: {name}" for name in found.keys() - wanted.keys())
    for name in wanted.keys() & found.keys():
        if found[name] != wanted[name]:
            yield f"{name} is {found[name]}, not {wanted[name]}"
