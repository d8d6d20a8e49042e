"""docs/chat.md has every conversation, each command's in both languages, and nothing else."""

import re

import pytest

from bot.chat.commands import NAMES
from core.base.model import Language
from tests.chat.document import PAGE, anchor, conversations, document, parts


def test_the_document_is_its_parts_under_the_titles_of_the_conversations():
    page = PAGE.read_text()
    assert page == document(parts(page))


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("command", sorted(NAMES))
def test_the_document_has_every_command_said_in_every_language(command, language):
    name = command if language is Language.ES else NAMES[command]
    said = parts(PAGE.read_text())
    about = [said[one.part(language)] for one in conversations() if command in one.commands]
    assert any(re.search(rf": /{name}\b", part) for part in about)


def test_titles_in_the_document_lead_to_one_conversation_each():
    anchors = [anchor(one.title) for one in conversations()]
    assert len(set(anchors)) == len(anchors)
