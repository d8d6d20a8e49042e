"""Docstrings that the check takes, and those that it names."""

import ast

import pytest

from tests.architecture.docstrings import docstrings, fault
from tests.architecture.source import Module


@pytest.mark.parametrize(
    "text",
    [
        "Return whether a task is open.",
        "The longest text of a button, in bytes.",
        "A rule that repeats: `None` ends it.",
        "Howard's rule is a noun.",
        "Read a line.\n\nWhat follows may begin with any word.",
    ],
)
def test_a_verb_or_a_noun_may_open_a_docstring(text):
    assert fault(text) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("What is said of a task.", "What"),
        ("Whether a task is open.", "Whether"),
        ("Those that are open.", "Those"),
        ("All that is open.", "All that"),
        ("Its first line.", "Its"),
        ("Tell rows, and which of them are read.", "which of them"),
        ("Tell who somebody is", "no end"),
        ("Tell who\nsomebody is\n\nEnded here.", "no end"),
    ],
)
def test_a_clause_a_dangling_pronoun_and_an_open_sentence_are_named(text, told):
    assert told in fault(text)


def test_docstrings_of_modules_classes_functions_and_attributes_are_found():
    source = '''"""Module."""
LIMIT = 1
"""Attribute."""
class Thing:
    """Class."""
    size: int
    """Field."""
    def grow(self):
        """Method."""
        wide = 1
        """No docstring."""
'''
    module = Module("some.py", tuple(ast.walk(ast.parse(source))))
    assert {each.text for each in docstrings(module)} == {"Module.", "Attribute.", "Class.", "Field.", "Method."}
