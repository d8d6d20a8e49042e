"""docs/chat has a page for every conversation, each command's in both languages, and nothing else."""

import re
from functools import cache
from itertools import product

from bot.chat.commands import NAMES
from core.base.model import Language
from tests.chat.document import INDEX, PAGES, conversations, pages, parts
from tests.tables import each_row


@cache
def said():
    """Every part that is written."""
    return {name: text for page in PAGES.iterdir() for name, text in parts(page.read_text()).items()}


def test_the_document_is_its_parts_under_the_titles_of_the_conversations():
    assert {page.name: page.read_text() for page in PAGES.iterdir()} == pages(said())


@each_row(product(list(Language), sorted(NAMES)))
def test_the_document_has_every_command_said_in_every_language(language, command):
    name = command if language is Language.ES else NAMES[command]
    about = [said()[one.part(language)] for one in conversations() if command in one.commands]
    assert any(re.search(rf": /{name}\b", part) for part in about)


def test_the_document_has_a_page_for_each_conversation():
    names = [INDEX, *(one.page for one in conversations())]
    assert len(set(names)) == len(names)
