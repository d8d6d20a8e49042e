"""Docstrings open in plain English: `make check` runs this, as `python -m tests.architecture.docstrings`.

The docstrings of modules, classes, functions and attributes are checked. The other rules for them are those of `ruff`
(D in pyproject.toml).
"""

import ast
import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

from tests.architecture.source import Module, modules_of

HELD = ("core", "storage", "api", "bot", "tests")
"""The folders whose docstrings are checked."""
FROZEN = "storage/schema/migrations/"
"""A folder that is not checked: a migration that has landed stays as it is, to the letter."""
CLAUSE = re.compile(
    r"(?:All that|As|How|It|Its|That|Their|They|This is|Those|What|When|Where|Whether|Which|Who|Whom|Whose)\b"
)
"""Openings of a sentence that names nothing: what a thing is, or what a function does, comes first."""
DANGLING = re.compile(r"\b(?:which|whose|what|who) of (?:them|these|those|it)\b", re.IGNORECASE)
SENTENCE_END = re.compile(r"[.:?!](?:\s|$)")


class Docstring(NamedTuple):
    """A docstring, with the path of its file and the number of its first line."""

    path: str
    line: int
    text: str


def docstrings(module: Module) -> Iterator[Docstring]:
    """Yield the docstrings of a module: its own, and those of its classes, functions and attributes."""
    for node in module.nodes:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            described: list[ast.AST | None] = [None, *node.body]
            for before, after in zip(described, node.body, strict=False):
                if (before is None or is_attribute(before, node)) and (text := text_of_constant(after)) is not None:
                    yield Docstring(module.path, after.lineno, text)


def is_attribute(node: ast.AST, within: ast.AST) -> bool:
    return isinstance(within, ast.Module | ast.ClassDef) and isinstance(node, ast.Assign | ast.AnnAssign)


def text_of_constant(node: ast.AST) -> str | None:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return None


def fault(text: str) -> str | None:
    """Return what is wrong with a docstring, or None."""
    paragraph = text.strip().partition("\n\n")[0]
    if opening := CLAUSE.match(paragraph):
        return f"opens with «{opening[0]}»: begin with a verb in the imperative, or with the noun that it is"
    if found := DANGLING.search(text):
        return f"«{found[0]}» does not say of what"
    if not SENTENCE_END.search(paragraph):
        return "its first sentence has no end"
    return None


def main(*folders: str) -> int:
    """Return the exit code; name each docstring with a fault."""
    found = [
        f"{each.path}:{each.line}: {wrong}: {each.text.strip().splitlines()[0]}\n"
        for folder in folders or HELD
        for module in modules_of(folder)
        for each in docstrings(module)
        if not each.path.startswith(FROZEN) and (wrong := fault(each.text))
    ]
    sys.stdout.writelines(found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
