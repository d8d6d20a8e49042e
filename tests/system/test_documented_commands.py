"""The commands of the pages, as an operator copies them: the command line takes each of them."""

import re
import shlex

import pytest

from bot import cli
from tests.architecture.source import ROOT, kept_files
from tests.tables import each_row

PAGES = [path for path in kept_files() if path.endswith(".md") and not path.startswith(("docs/chat", "CHANGELOG"))]
BLOCK = re.compile(r"^```(?:sh|bash)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(rf"(?:as_)?semaforo +((?:{'|'.join(cli.COMMANDS)})\b.*)")
ENDS = re.compile(r"(?:^|\s)(?:[|;<>#]|&&|2>).*|\)$")
"""The end of a command: another one, a redirection, a comment, or the end of `$(…)`."""


def commands(page: str) -> list[str]:
    """Return the commands of the program in the shell blocks of a page."""
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
    return [ENDS.sub("", found).strip() for block in BLOCK.findall(text) for found in COMMAND.findall(block)]


def test_the_pages_for_operators_have_many():
    assert len(commands("docs/operations.md")) > 20
    assert len(commands("README.md")) > 15


@each_row([command for page in PAGES for command in commands(page)])
def test_the_command_line_takes_a_command_that_a_page_gives(command):
    assert cli.parse(shlex.split(command)).command


@pytest.mark.parametrize("command", ["user ad ana", "db restore", "run --only apis"])
def test_one_that_it_does_not_take_would_be_found(command):
    with pytest.raises(SystemExit):
        cli.parse(shlex.split(command))
