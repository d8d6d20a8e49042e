"""Imports: the contracts between packages, and the libraries that each may use."""

import ast
import sys
from graphlib import TopologicalSorter

from tests.architecture.source import ROOMS, Module, modules
from tests.tables import each_row

LIBRARIES = {
    "core": {
        "msgspec", "babel", "dateparser", "dateutil", "rapidfuzz", "tzdata", "tzfpy", "holidays", "xlsxwriter",
    },
    "storage": {"msgspec", "sqlalchemy", "aiosqlite", "alembic", "asyncpg", "pysqlite3"},
    "api": {"msgspec", "aiohttp", "multidict", "jwt"},
    "bot": {
        "msgspec", "aiohttp", "telegram", "apscheduler", "babel", "uvloop", "PIL", "isal", "arabic_reshaper", "bidi",
        "prometheus_client", "dateutil",
    },
}  # fmt: skip
ROOMS_OF_THE_COMPOSITION_ROOT = {"core", "storage", "api", "bot"}
COMPOSITION_ROOT = {
    f"bot/app/{name}.py"
    for name in ("api_service", "backups", "chat_service", "demo", "simulation", "tokens", "wiring")
}
COMMAND_LINE = "bot/cli/"
DEMO = {"bot/app/demo.py", "bot/app/demo_data.py"}


def is_composition_root(path: str) -> bool:
    return path in COMPOSITION_ROOT or path.startswith(COMMAND_LINE)


def imported(module: Module) -> set[str]:
    """Top-level packages that a module imports, the standard library apart."""
    found = set()
    for node in module.nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            found.add(node.module or "")
    return {name.partition(".")[0] for name in found} - sys.stdlib_module_names


@each_row(ROOMS)
def test_each_room_stands_on_its_own_libraries_and_core(room):
    for module in modules(room):
        rooms = ROOMS_OF_THE_COMPOSITION_ROOT if is_composition_root(module.path) else {"core", room}
        assert imported(module) <= LIBRARIES[room] | rooms, module.path


def modules_imported(module: Module, names: set[str]) -> set[str]:
    """Our modules that a module imports anywhere in it: at its top, in a function, for type checkers only."""
    found = set()
    for node in module.nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parts = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= parts if parts <= names else {*parts, node.module}
    return found & names


@each_row(ROOMS)
def test_no_files_import_each_other_in_a_circle(room):
    """Circles through a package's `__init__` are included, which the contracts do not see."""
    files = {
        module.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): module for module in modules(room)
    }
    graph = TopologicalSorter({name: modules_imported(module, files.keys()) for name, module in files.items()})
    graph.prepare()


def test_nothing_but_tests_imports_tests():
    for module in modules():
        assert "tests" not in imported(module), module.path


def test_the_bot_knows_nothing_of_the_sandbox_that_the_demo_runs_it_over():
    for module in modules("bot"):
        if module.path.startswith("bot/sandbox/") or module.path in DEMO:
            continue
        names = {node.module or "" for node in module.nodes if isinstance(node, ast.ImportFrom)}
        assert not any(name.startswith("bot.sandbox") for name in names), module.path
