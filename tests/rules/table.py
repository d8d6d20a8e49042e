"""The table of docs/rules.md that says which tests hold which rule; `python -m tests.rules.table` writes it anew."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parent
PAGE = TESTS.parents[1] / "docs" / "rules.md"
NAME = re.compile(r"^(?:async )?def test_(operations|\d+)_(?:(\d)_)?(\w+)\(", re.MULTILINE)
RULE = re.compile(r"^\*\*(\d+(?:\.\d)?)\*\* ", re.MULTILINE)
HEAD = "| Rule | Tests |\n|---|---|\n"


class Held(NamedTuple):
    """A test of a rule: the rule's number, the file it is in, and what it says."""

    rule: str
    file: str
    words: str


def held() -> Iterator[Held]:
    """The tests of this directory, file by file."""
    for path in sorted(TESTS.glob("test_*.py")):
        for chapter, number, words in NAME.findall(path.read_text()):
            yield Held(f"{chapter}.{number}" if number else chapter, path.name, words.replace("_", " "))


def rules() -> list[str]:
    """The numbers of the rules that the page states."""
    return RULE.findall(PAGE.read_text())


def table() -> str:
    """The table: a row a rule, its tests by file."""
    found = list(held())
    rows = []
    for rule in sorted({test.rule for test in found}, key=order):
        files: dict[str, list[str]] = {}
        for test in found:
            if test.rule == rule:
                files.setdefault(test.file, []).append(test.words)
        cells = (f"[{file}](../tests/rules/{file}): {'; '.join(words)}" for file, words in files.items())
        rows.append(f"| {rule} | {'<br>'.join(cells)} |\n")
    return HEAD + "".join(rows)


def order(rule: str) -> tuple[int, ...]:
    """The operations first, then the rules by number."""
    return () if rule == "operations" else tuple(int(part) for part in rule.split("."))


if __name__ == "__main__":
    before, _, _ = PAGE.read_text().partition(HEAD)
    PAGE.write_text(before + table())
