"""The error table: the HTTP status of each kind of error, and what a response says of it."""

from collections.abc import Iterator
from dataclasses import astuple
from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from core.application.scopes import InsufficientScope
from core.base.errors import (
    ChangedSince,
    Conflict,
    DomainError,
    Forbidden,
    Gone,
    Invalid,
    NotFound,
    Outdated,
    Unauthenticated,
    Unavailable,
)
from core.base.model import Language
from core.language.i18n import error_text, field_text, text


class ApiCode(StrEnum):
    """Codes of HTTP errors, in addition to the domain's `Code`. Texts are in `core/language/locale/*/api.toml`."""

    BAD_HTTP = "bad_http"
    NOT_FOUND_PATH = "not_found_path"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    REQUEST_TIMEOUT = "request_timeout"
    BODY_TOO_LARGE = "body_too_large"
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type"
    TOO_MANY_REQUESTS = "too_many_requests"
    TOO_MANY_WAITS = "too_many_waits"
    NO_ROOM_TO_WAIT = "no_room_to_wait"
    INTERNAL = "internal"


API_STATUS = {
    ApiCode.BAD_HTTP: 400,
    ApiCode.NOT_FOUND_PATH: 404,
    ApiCode.METHOD_NOT_ALLOWED: 405,
    ApiCode.REQUEST_TIMEOUT: 408,
    ApiCode.BODY_TOO_LARGE: 413,
    ApiCode.UNSUPPORTED_MEDIA_TYPE: 415,
    ApiCode.TOO_MANY_REQUESTS: 429,
    ApiCode.TOO_MANY_WAITS: 429,
    ApiCode.NO_ROOM_TO_WAIT: 503,
    ApiCode.INTERNAL: 500,
}

DOMAIN_STATUS: dict[type[DomainError], int] = {
    Invalid: 400,
    Unauthenticated: 401,
    Forbidden: 403,
    NotFound: 404,
    Conflict: 409,
    Gone: 410,
    Outdated: 412,
    Unavailable: 503,
}


RETRY_AFTER = "Retry-After: 5\r\n"
"""The header line for whoever is refused for now only."""


class HttpError(Exception):
    """An error of HTTP itself; `headers` are whole lines, and with `close` the connection is closed afterwards."""

    def __init__(self, code: ApiCode, *, headers: str = "", close: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.headers = headers
        self.close = close


class Refusal(Exception):
    """An error of an operation, with header lines for its response."""

    def __init__(self, error: DomainError | HttpError, headers: str) -> None:
        super().__init__(error)
        self.error = error
        self.headers = headers


class FieldFault(Struct, frozen=True):
    """A field at fault, or a thing among several, with a code for programs and a sentence for people."""

    field: str
    code: str
    message: str


class FieldChange(Struct, frozen=True, rename="camel"):
    """A field of a thing: the value that a change wrote (`left`), the one that it has `now`, who wrote that, and when.

    `actor` is null if it was the operator or the service itself; `actor` and `at` are null if the journal no longer has
    that write.
    """

    entity: str
    entity_id: int
    field: str
    left: Any
    now: Any
    actor: int | None
    at: datetime | None


class ErrorData(Struct, frozen=True, rename="camel"):
    """The `data` of an error's envelope.

    `errors` is only there if fields, or some of several things, are at fault, `changed` only if a change cannot be
    taken back because fields have changed since.
    """

    code: str
    request_id: str
    errors: list[FieldFault] | UnsetType = UNSET
    changed: list[FieldChange] | UnsetType = UNSET


def status_of(error: DomainError | HttpError) -> int:
    if isinstance(error, HttpError):
        return API_STATUS[error.code]
    return status_of_kind(type(error))


def status_of_kind(kind: type[DomainError]) -> int:
    return next(status for family, status in DOMAIN_STATUS.items() if issubclass(kind, family))


def headers_of(error: DomainError | HttpError) -> str:
    if isinstance(error, HttpError):
        return error.headers
    if isinstance(error, Unavailable):
        return RETRY_AFTER
    if isinstance(error, InsufficientScope):
        return f'WWW-Authenticate: Bearer error="insufficient_scope", scope="{error.scope}"\r\n'
    return f"WWW-Authenticate: Bearer{error.challenge}\r\n" if isinstance(error, Unauthenticated) else ""


def message_of(error: DomainError | HttpError, language: Language) -> str:
    if isinstance(error, HttpError):
        return text(language, f"api.{error.code}")
    return error_text(language, error)


def data_of(error: DomainError | HttpError, language: Language, request_id: str) -> ErrorData:
    if isinstance(error, DomainError) and (faults := [*faults_of(error, language)]):
        return ErrorData(error.code, request_id, faults)
    if isinstance(error, ChangedSince):
        changed = [FieldChange(*astuple(each)) for each in error.changed]
        return ErrorData(error.code, request_id, changed=changed)
    return ErrorData(error.code, request_id)


def faults_of(error: DomainError, language: Language) -> Iterator[FieldFault]:
    """The fields at fault; of several things that are refused, those of each, or the thing itself."""
    for fault in error.errors if isinstance(error, Invalid) else ():
        yield FieldFault(fault.field, fault.code, field_text(language, fault))
    for path, part in error.parts:
        within = [*faults_of(part, language)]
        yield from (FieldFault(f"{path}.{each.field}", each.code, each.message) for each in within)
        if not within:
            yield FieldFault(path, part.code, error_text(language, part))
