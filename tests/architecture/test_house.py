"""The house rules: sizes, names, one clock, nothing left for later."""

import ast
import re
from collections import defaultdict
from itertools import pairwise

from core.application.access import Operation
from tests.architecture.source import ROOMS, dotted, kept_files, lines_with, members_used, modules, name_of
from tests.tables import each_row

AT_TOP = {
    "pyproject.toml", "bot", "core", "api", "storage", "tests", "config.example.toml", "README.md",
    "SECURITY.md", "docs", "findings", "Makefile", "CHANGELOG.md", "requirements.lock",
    "LICENSE", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "setup.py",
}  # fmt: skip
TEXT_FILES = (".py", ".toml", ".md", ".js", ".css", ".html", ".mako", ".csv", "Makefile")
WALL_CLOCKS = re.compile(
    r"(datetime|date)\.(now|utcnow|today)|time\.(time|time_ns|localtime|gmtime|ctime|strftime)|(datetime\.)+(now|utcnow|today)"
)
MAY_READ_A_CLOCK = ("core/base/calendar_time.py", "bot/sandbox/")
TIMERS = {"monotonic", "monotonic_ns", "perf_counter", "sleep"}
LEFT_FOR_LATER = re.compile(r"\b(TOD[O]|FIXM[E]|XX[X]|HAC[K])\b")
SUPPRESSION = re.compile(r"# (?:noqa: (?P<rule>[A-Z0-9, ]+[0-9])|type: ignore\[(?P<kind>[a-z-]+)\])(?P<reason>.*)")
SAME_REASON_WITHIN = 3


def text_files(*rooms: str) -> tuple[str, ...]:
    return tuple(path for path in kept_files() if path.endswith(TEXT_FILES) and path.startswith(rooms or ""))


def test_the_top_of_the_repository_has_these_names_only():
    names = {path.partition("/")[0] for path in kept_files()}
    assert {name for name in names if not name.startswith(".")} <= AT_TOP


def test_one_clock_tells_the_time():
    readers = [
        f"{module.path}:{node.lineno}"
        for module in modules()
        if not module.path.startswith(MAY_READ_A_CLOCK)
        for node in module.nodes
        if isinstance(node, ast.Call) and WALL_CLOCKS.fullmatch(dotted(node.func))
    ]
    assert readers == []


def test_no_clock_is_imported_under_another_name():
    for module in modules():
        for node in module.nodes:
            if isinstance(node, ast.ImportFrom) and node.module == "time":
                assert {alias.name for alias in node.names} <= TIMERS, module.path


def test_nothing_is_left_for_later():
    assert [f"{path}:{number}" for path, number, _ in lines_with(LEFT_FOR_LATER, text_files())] == []


def test_nothing_names_where_it_was_built():
    outside = re.compile(r"\.\./share[d]|(?<![\w/])/wor[k]/")
    assert [f"{path}:{number}" for path, number, _ in lines_with(outside, text_files())] == []


def test_every_permission_is_asked_for():
    assert members_used("Operation", "core", but="core/application/access.py") == {
        operation.name for operation in Operation
    }


def test_every_suppressed_warning_has_a_reason():
    """Beside it, or beside the same suppression just above."""
    suppressions = [
        (path, number, found["rule"] or found["kind"], found["reason"].strip(" -#"))
        for path, number, line in lines_with(SUPPRESSION, text_files())
        if path.endswith(".py") and (found := SUPPRESSION.search(line))
    ]
    first = suppressions[:1]
    unexplained = [(path, number) for path, number, _, reason in first if not reason]
    for above, (path, number, rule, reason) in pairwise(suppressions):
        same = above[0] == path and above[2] == rule and number - above[1] <= SAME_REASON_WITHIN
        if not reason and not same:
            unexplained.append((path, number))
    assert unexplained == []


@each_row(ROOMS)
def test_the_map_of_a_room_has_each_of_its_modules(room):
    inside = [module for module in modules(room) if module.path.count("/") == 1]
    (start,) = (module.nodes[0] for module in inside if module.path.endswith("/__init__.py"))
    shown = set(re.findall(r"`([a-z_0-9]+)/?`", ast.get_docstring(start)))
    names = {module.path.removeprefix(f"{room}/").removesuffix(".py") for module in inside}
    assert names - shown == {"__init__"}


def test_no_class_name_stands_twice():
    homes = defaultdict(list)
    for module in modules():
        for node in module.nodes:
            if isinstance(node, ast.ClassDef) and not module.path.startswith("bot/sandbox/"):
                homes[node.name].append(f"{module.path}:{node.lineno}")
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_the_core_hides_no_import_from_its_layers():
    users = [module.path for module in modules("core") for node in module.nodes if name_of(node) == "TYPE_CHECKING"]
    assert users == []
