"""Polite words at the end of a request."""

import pytest

from core.language.phrases.courtesy import without_courtesy


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("llamar al contador xfa", "llamar al contador"),
        ("junta con Luis, por favor. Gracias!", "junta con Luis"),
        ("call the bank please, thanks!", "call the bank"),
        ("mandar las gracias", "mandar las"),
        ("porfa", "porfa"),
    ],
)
def test_they_are_not_part_of_what_is_asked_for(words, left):
    assert without_courtesy(words) == left
