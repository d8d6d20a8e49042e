"""Explains refusals of the core to the person at the keyboard."""

import re
from collections.abc import Iterable
from dataclasses import replace

from core.base.errors import DomainError, FieldCode, FieldError, Invalid, Unavailable
from core.base.model import Language
from core.language import i18n

IMPORTED_LINE = re.compile(r"lines\[(\d+)\]\.")
HOURS_OF_A_WEEK = re.compile(r"days\[\d+\]\.")
OPTIONS = ("name", "leader", "birthday", "timezone", "holidays", "reason")
CALLED = {
    "firstDay": "FIRST",
    "lastDay": "LAST",
    "externalId": "--external-id",
    **{option: f"--{option}" for option in OPTIONS},
}
"""The command line's names of fields, where these are not the fields' own."""
TAKES = {
    ("username", FieldCode.INVALID_FORMAT): "It takes 1 to 64 letters a-z, digits, '.', '_' and '-'.",
}
"""The values that a field takes, where the text that everybody reads does not say it."""


def explained(refused: DomainError) -> Iterable[str]:
    """The reasons, a line each."""
    if isinstance(refused, Invalid):
        return dict.fromkeys(described(error) for error in refused.errors)
    if isinstance(refused, Unavailable):
        return [f"the database cannot be used right now: {refused.__cause__ or refused}"]
    return [i18n.error_text(Language.EN, refused)]


def described(error: FieldError) -> str:
    """A field at fault by the name of its option; a field of an imported row by its line and column."""
    field = IMPORTED_LINE.sub(r"line \1: ", error.field)
    field = HOURS_OF_A_WEEK.sub("--set: ", CALLED.get(field, field))
    params = {key: CALLED.get(str(value), value) if key == "other" else value for key, value in error.params.items()}
    said = TAKES.get((error.field.rpartition(".")[2], error.code))
    return f"{field}: {said or i18n.field_text(Language.EN, replace(error, params=params))}"
