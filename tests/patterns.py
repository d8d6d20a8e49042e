"""Every regular expression of the product, how it is asked, and texts on which one that is badly written takes long.

Such a text repeats what a repeated group of the expression stands for: once for each way in which the group may be
read. The parts of an expression are found by Python's own parser of them.
"""

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from re import _constants as kinds
from re import _parser as parser
from typing import NamedTuple

from core.language.phrases.model import GrammarRule
from core.language.phrases.vocabulary import patterns as patterns_of_rule
from core.language.statements.wording import Wording
from tests.architecture.source import Module, modules

ALL_OVER = frozenset({"finditer", "findall", "sub", "subn", "split"})
ASKED = ALL_OVER | {"match", "search", "fullmatch"}
REPEATS = (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT)
LOOKS = (kinds.ASSERT, kinds.ASSERT_NOT)
FEW = 4
"""The number of repetitions up to which a part is not dangerous."""
SIGNS = " a1z-,.;:/@#\"'áñ\n0x·_é(¿"
NO_WORD = "\0"
WAYS = 40
"""The most readings of a part that are tried."""


class Found(NamedTuple):
    """A pattern, where it is, and how it is asked."""

    place: str
    pattern: re.Pattern[str]
    asked: frozenset[str]

    def ask(self, text: str) -> None:
        if self.asked & ALL_OVER:
            for _ in self.pattern.finditer(text):
                pass
        for each in sorted(self.asked - ALL_OVER):
            getattr(self.pattern, each)(text)


def every_pattern() -> Sequence[Found]:
    """Return the patterns that modules have by a name, in tables or alone, and those written where they are used."""
    sources = {name_of(source): source for source in modules("core", "api", "bot")}
    asked = how_asked(sources)
    found: dict[tuple[str, int], Found] = {}
    for module, source in sources.items():
        has = vars(importlib.import_module(module))
        for place, value in ((f"{module}.{name}", has[name]) for name in has.keys() - imported(source)):
            for pattern, default in patterns_in(value):
                ways = frozenset(asked.get(place, default))
                before = found.get((pattern.pattern, pattern.flags))
                found[pattern.pattern, pattern.flags] = Found(place, pattern, ways | (before.asked if before else ways))
        for line, pattern, way in written_in_place(source):
            found.setdefault((pattern.pattern, pattern.flags), Found(f"{module}:{line}", pattern, frozenset({way})))
    return list(found.values())


def name_of(source: Module) -> str:
    return source.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def patterns_in(value: object) -> Iterator[tuple[re.Pattern[str], frozenset[str]]]:
    """The patterns in a value, and how they are asked unless it is said elsewhere."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value, frozenset({"match", "search"})
    elif isinstance(value, Wording):
        yield from ((each, frozenset({"match"})) for each in value.compiled)
    elif isinstance(value, GrammarRule):
        yield from ((each, frozenset({"finditer", "fullmatch"})) for each in patterns_of_rule(value))
    elif isinstance(value, tuple | list | set | frozenset):
        for each in value:
            yield from patterns_in(each)
    elif isinstance(value, dict):
        yield from patterns_in(list(value.values()))


def how_asked(sources: Mapping[str, Module]) -> Mapping[str, set[str]]:
    """The methods that are called on what has a name, by the module and name where it is defined."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for module, source in sources.items():
        others = imported(source)
        for node in source.nodes:
            if isinstance(node, ast.Attribute) and node.attr in ASKED:
                match node.value:
                    case ast.Name(name):
                        found[others.get(name, f"{module}.{name}")].add(node.attr)
                    case ast.Attribute(ast.Name(within), name) if within in others:
                        found[f"{others[within]}.{name}"].add(node.attr)
    return found


def imported(source: Module) -> Mapping[str, str]:
    """Return the names that a module imports, each with the module that defines it."""
    return {
        name.asname or name.name: f"{node.module}.{name.name}"
        for node in source.nodes
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }


def written_in_place(source: Module) -> Iterator[tuple[int, re.Pattern[str], str]]:
    """Of `re.sub("a", …)` and its like: the line, the pattern and what is asked."""
    for node in source.nodes:
        match node:
            case ast.Call(ast.Attribute(ast.Name("re"), way), [ast.Constant(str() as pattern), *_]) if way in ASKED:
                yield node.lineno, re.compile(pattern), way


# Texts


def hard_texts(pattern: re.Pattern[str]) -> Sequence[tuple[str, str]]:
    """Return hard texts for a pattern, each as its beginning and what it repeats."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    whole = [("", each) for each in readings(tree)[:WAYS] if each]
    return list(dict.fromkeys([*repeated_groups(tree, ""), *whole, *(("", sign) for sign in ' \na1,"«z')]))


def repeated_groups(tree: Iterable[tuple], before: str) -> Iterator[tuple[str, str]]:
    for kind, part in tree:
        if kind in REPEATS and part[1] > FEW:
            yield from ((before, each) for each in readings(part[2]) if each)
        for inner in parts_of(kind, part):
            yield from repeated_groups(inner, before)
        before += next(iter(ways_of(kind, part)), "")


def parts_of(kind: object, part: object) -> Sequence[Iterable[tuple]]:
    if kind in REPEATS:
        return [part[2]]
    if kind is kinds.BRANCH:
        return part[1]
    if kind is kinds.SUBPATTERN:
        return [part[3]]
    return [part] if kind is kinds.ATOMIC_GROUP else [part[1]] if kind in LOOKS else []


def readings(tree: Iterable[tuple]) -> Sequence[str]:
    """Texts that a part of a pattern matches: the shortest, those with another way for one of its items, a full one."""
    items = [ways_of(kind, part) or [""] for kind, part in tree]
    first = [ways[0] for ways in items]
    others = ("".join((*first[:at], way, *first[at + 1 :])) for at, ways in enumerate(items) for way in ways[1:])
    full = "".join(next(filter(None, ways), "") for ways in items)
    return list(dict.fromkeys(("".join(first), full, *islice(others, WAYS))))


def ways_of(kind: object, part: object) -> Sequence[str]:
    if kind is kinds.LITERAL:
        return [chr(part)]
    if kind is kinds.IN:
        return characters(part)
    if kind is kinds.BRANCH:
        return [each for branch in part[1] for each in readings(branch)]
    if kind in REPEATS:
        return [each * part[0] for each in readings(part[2])] if part[0] else ["", *readings(part[2])]
    if kind in (kinds.ANY, kinds.NOT_LITERAL):
        return [" ", "a"]
    return [each for inner in parts_of(kind, part) if kind not in LOOKS for each in readings(inner)]


def characters(items: Sequence[tuple]) -> Sequence[str]:
    """Some of the characters of a set."""
    one = re.compile(f"[{''.join(map(written, items))}]")
    told = [chr(part) for kind, part in items if kind is kinds.LITERAL]
    told += [chr(part[0]) for kind, part in items if kind is kinds.RANGE]
    return [sign for sign in dict.fromkeys([*told, *SIGNS]) if one.match(sign)][:FEW] or [NO_WORD]


def written(item: tuple) -> str:
    kind, part = item
    if kind is kinds.NEGATE:
        return "^"
    if kind is kinds.LITERAL:
        return re.escape(chr(part))
    if kind is kinds.RANGE:
        return f"{re.escape(chr(part[0]))}-{re.escape(chr(part[1]))}"
    letter = {"SPACE": "s", "DIGIT": "d", "WORD": "w"}[str(part).rpartition("_")[2]]
    return f"\\{letter.upper() if '_NOT_' in str(part) else letter}"
