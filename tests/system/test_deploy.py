"""What the files of docs/deploy/ ask for: settings that there are, and an image without secrets."""

import re

import pytest

from bot import config
from tests.architecture.source import ROOT

DEPLOY = ROOT / "docs" / "deploy"
VARIABLE = re.compile(r"SEMAFORO_[A-Z_]+")
KNOWN = {config.PREFIX + "_".join(key).upper() for key in config.known_keys()}


def patterns(name: str) -> list[str]:
    """What a file says is to be left out."""
    return [line for line in (ROOT / name).read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


@pytest.mark.parametrize(
    "file", [*sorted(DEPLOY.iterdir()), ROOT / "docs" / "operations.md"], ids=lambda file: file.name
)
def test_every_variable_that_is_named_is_one(file):
    assert set(VARIABLE.findall(file.read_text(encoding="utf-8"))) <= KNOWN


def test_no_image_holds_what_the_repository_must_not():
    """Above all `.env`, which is where the compose file wants it: with the bot's token and the database's password."""
    left_out = patterns(".gitignore")
    assert ".env" in left_out
    everywhere = [each[1:] if each.startswith("/") else f"**/{each}" for each in left_out]
    assert {".git", *(each.rstrip("/") for each in everywhere)} == set(patterns(".dockerignore"))
