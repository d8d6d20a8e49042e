"""The locks: what is installed to serve is what the tests run with, each file by its hash."""

import re
import tomllib
from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.source import ROOT

PINNED = re.compile(
    r"^([a-z0-9._-]+)==([^ ;]+)(?: ;[^\\]*)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)


def pinned(path: str) -> dict[str, tuple[str, str]]:
    """Version and hashes by name; every line belongs to one, or is a comment."""
    text = (ROOT / path).read_text(encoding="utf-8")
    text = re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE)
    assert PINNED.sub("", text) == ""
    return {name: (version, hashes) for name, version, hashes in PINNED.findall(text)}


@pytest.fixture(scope="module")
def serving() -> dict[str, tuple[str, str]]:
    return pinned("docs/deploy/requirements.lock")


def requirements_of(name: str) -> list[str]:
    """Return what a distribution requires: as installed, but of ours as it is written now."""
    if name != "semaforo":
        return requires(name) or []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].items()
    return [*project["dependencies"], *(f'{line} ; extra == "{extra}"' for extra, lines in extras for line in lines)]


def needed(name: str, extras: frozenset[str] = frozenset()) -> set[str]:
    """Everything that a distribution needs on this machine, of all depths."""
    found: set[str] = set()
    pending = [(name, extras)]
    seen = set()
    while pending:
        each, asked = pending.pop()
        if (each, asked) in seen:
            continue
        seen.add((each, asked))
        for line in requirements_of(each):
            requirement = Requirement(line)
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *asked)):
                found.add(canonicalize_name(requirement.name))
                pending.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    return found


def test_it_has_the_versions_and_hashes_that_the_tests_run_with(serving):
    tested = pinned("requirements.lock")
    assert serving == {name: tested[name] for name in serving}


def test_it_has_all_that_serves_and_makes_the_wheel_and_nothing_that_only_tests_need(serving):
    wanted = needed("semaforo", frozenset({"build"})) - {"semaforo"}
    assert wanted <= set(serving)
    of_other_machines = {name for name in serving if name not in wanted}
    assert of_other_machines <= {"pysqlite3"}


def test_the_image_is_made_from_one_base_and_one_list():
    dockerfile = (ROOT / "docs" / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    bases = re.findall(r"^FROM (.*)$", dockerfile, re.MULTILINE)
    assert bases
    assert all(re.fullmatch(r"python:3\.11\.\d+-slim-\w+@sha256:[0-9a-f]{64}", base) for base in bases)
    installs = re.findall(r"pip install (.*?) \\$", dockerfile, re.MULTILINE)
    assert [("--require-hashes" in each, "--no-deps" in each) for each in installs] == [(True, False), (False, True)]
