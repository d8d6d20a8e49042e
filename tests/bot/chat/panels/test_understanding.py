"""The remarks on what was chosen and what was left alone, in both languages, whatever the words are."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from bot.chat.panels.components import Scene
from bot.chat.panels.drafts import MOST_DOUBTS, doubt_lines, notes_text
from core.base.model import Language
from core.language.phrases.model import Doubt, DoubtReason, Note


@pytest.fixture(params=list(Language))
def scene(request):
    return Scene(request.param, date(2026, 11, 23), ZoneInfo("America/Mexico_City"))


def test_every_choice_and_every_doubt_has_its_words(scene):
    assert len({notes_text(scene, [note]) for note in Note}) == len(Note)
    said = [doubt_lines(scene, [Doubt(0, 4, "mayo", why)]) for why in DoubtReason]
    assert all("mayo" in line for (line,) in said)
    assert len({line for (line,) in said}) == len(DoubtReason)


def test_nothing_chosen_is_nothing_said(scene):
    assert notes_text(scene, []) == ""
    assert doubt_lines(scene, []) == []


def test_several_choices_stand_in_one_pair_of_brackets(scene):
    assert notes_text(scene, [Note.NOT_TODAY, Note.MORNING]).count("(") == 1


def test_words_are_escaped_and_cut_and_only_a_few_are_told(scene):
    lines = doubt_lines(scene, [Doubt(0, 9, "<b>" * 100, DoubtReason.WORDS)] * 9)
    assert len(lines) == MOST_DOUBTS
    assert "&lt;b&gt;" in lines[0]
    assert "<b>" not in lines[0]
    assert "…" in lines[0]
