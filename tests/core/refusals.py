"""Checks of refusals: the right family, code and place, and a text in every language."""

from contextlib import contextmanager

import pytest

from core.base.errors import (
    Code,
    Conflict,
    DomainError,
    FieldCode,
    Forbidden,
    Invalid,
    NotFound,
    Outdated,
    Unauthenticated,
)
from core.base.model import Language
from core.language.i18n import error_text, field_text


@contextmanager
def refused(family: type[DomainError], code: Code, **params):
    """The block raises exactly this; `params` are compared where given."""
    with pytest.raises(DomainError) as caught:
        yield caught
    error = caught.value
    sayable(error)
    assert (type(error), error.code) == (family, code)
    assert params.items() <= error.params.items()


def sayable(error: DomainError) -> None:
    """Every language has a text for it, and the error carries what the text needs."""
    for language in Language:
        assert error_text(language, error)
        for field in getattr(error, "errors", ()):
            assert field_text(language, field)


def not_found(code: Code, **params):
    return refused(NotFound, code, **params)


def forbidden(code: Code = Code.FORBIDDEN):
    return refused(Forbidden, code)


def outdated():
    return refused(Outdated, Code.OUTDATED)


def conflict(code: Code, **params):
    return refused(Conflict, code, **params)


def unauthenticated():
    return refused(Unauthenticated, Code.UNAUTHENTICATED)


def malformed():
    return refused(Invalid, Code.MALFORMED_BODY)


@contextmanager
def invalid(*faults: tuple[str, FieldCode]):
    """The block is refused for exactly these fields, each with its code."""
    with refused(Invalid, Code.INVALID_REQUEST) as caught:
        yield caught
    assert [(error.field, error.code) for error in caught.value.errors] == list(faults)
