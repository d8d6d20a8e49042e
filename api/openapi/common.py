"""The parts that the document's operations share: headers, error responses, the envelope."""

from http import HTTPStatus

import msgspec

from api.http.errors import ApiCode, HttpError, data_of, headers_of, message_of, status_of
from api.http.responses import Envelope
from api.openapi.schemas import PREFIX, Json
from core.base.errors import (
    Code,
    Conflict,
    DomainError,
    FieldCode,
    Forbidden,
    Gone,
    Invalid,
    NotFound,
    Outdated,
    Unauthenticated,
    Unavailable,
)
from core.base.model import Language
from core.language.i18n import text

REQUEST_ID = "4f1d2a9c07be-1a"
TAG = '"3c6f0f2b9a5d4e8177aa01c2"'

TEXT: Json = {"type": "string"}

PARAMETERS: dict[str, Json] = {
    name: {"name": name, "in": "header", "description": description, "schema": schema}
    for name, description, schema in (
        ("Accept-Language", "The language of messages: `es` (default) or `en`.", TEXT),
        (
            "X-Request-ID",
            "Your own number of the request, 1–64 of `A-Za-z0-9._-`; any other is replaced by one of ours.",
            TEXT,
        ),
        ("If-None-Match", "Tags that you have, or `*`: 304 without a body where one of them is still true.", TEXT),
        (
            "If-Match",
            "Tags of what you have read, or `*`: 412, and nothing changed, where none is true any more.",
            TEXT,
        ),
        (
            "Idempotency-Key",
            (
                "A key of your own for this request, kept for 24 hours: a repetition changes nothing and is"
                " answered as the first time; with another body it is 409."
            ),
            TEXT | {"minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
        ),
        (
            "Prefer",
            "`handling=strict` (RFC 7240): 400 for a field that the operation does not take, which else is ignored.",
            TEXT,
        ),
    )
}
"""Headers of requests; without examples, because a viewer would send them."""
HEADERS: dict[str, Json] = {
    name: {"description": description, "schema": schema, "example": example}
    for name, description, schema, example in (
        ("X-Request-ID", "The number of the request, for questions about it.", TEXT, REQUEST_ID),
        ("ETag", "The tag of what is answered, the same in every language.", TEXT, TAG),
        (
            "Link",
            'The next page, `rel="next"`, where `limit` leaves rows out.',
            TEXT,
            '</api/v1/tasks?limit=100&afterId=107>; rel="next"',
        ),
        (
            "RateLimit-Policy",
            "How many requests (`q`) a token may send in so many seconds (`w`), where the installation limits them.",
            TEXT,
            '"requests";q=6000;w=60',
        ),
        (
            "RateLimit",
            "How many of them are left (`r`), and in how many seconds it will be all of them (`t`).",
            TEXT,
            '"requests";r=5998;t=1',
        ),
        ("Retry-After", "After how many seconds to ask again.", {"type": "integer", "minimum": 1}, 2),
        (
            "WWW-Authenticate",
            "What is missing: a bearer token, or one with these scopes.",
            TEXT,
            'Bearer error="insufficient_scope", scope="tasks:write"',
        ),
    )
}

LIMIT_HEADERS = ("RateLimit", "RateLimit-Policy")
"""The headers of each answer to a known caller."""

SAMPLES: tuple[DomainError | HttpError, ...] = (
    Invalid.at("fechaCumplir", FieldCode.BEFORE, other="fechaSolicitud"),
    Unauthenticated(Code.UNAUTHENTICATED),
    Forbidden(Code.FORBIDDEN),
    NotFound(Code.TASK_NOT_FOUND, id=7),
    Conflict(Code.ITEM_COMPLETE),
    Gone(Code.CHANGES_FORGOTTEN),
    Outdated(Code.OUTDATED),
    HttpError(ApiCode.REQUEST_TIMEOUT),
    HttpError(ApiCode.BODY_TOO_LARGE),
    HttpError(ApiCode.UNSUPPORTED_MEDIA_TYPE),
    HttpError(ApiCode.TOO_MANY_REQUESTS, headers="Retry-After: 1\r\n"),
    HttpError(ApiCode.INTERNAL),
    Unavailable(Code.UNAVAILABLE),
)
"""An example of each error status."""
MEANINGS = {
    400: "The request, or what it would lead to, breaks a rule of its values.",
    401: "No token, or one that is not valid.",
    403: "You may see the thing, but not do this to it.",
    404: "Missing, deleted, or not yours to see.",
    409: "The state of the thing, or of another one, does not allow it.",
    408: "The body took too long to arrive.",
    410: "It is not kept any more.",
    412: "The thing is no longer as you read it.",
    413: "The body is over 1 MiB.",
    415: "The body is declared as something other than JSON in UTF-8, or as compressed.",
    429: "More requests in a minute than this installation allows a token, or more refused tokens an address.",
    500: "Something failed inside; nothing was changed.",
    503: "Not now: shutting down, or the database is away.",
}


def response_name(status: int) -> str:
    return HTTPStatus(status).phrase.title().replace(" ", "")


def error_responses() -> dict[str, Json]:
    return {response_name(status_of(error)): error_response(error) for error in SAMPLES}


def error_response(error: DomainError | HttpError) -> Json:
    status = status_of(error)
    example = Envelope(status, message_of(error, Language.ES), data_of(error, Language.ES, REQUEST_ID))
    headers = [name for name, _, _ in (line.partition(": ") for line in headers_of(error).splitlines())]
    if not isinstance(error, Unauthenticated):
        headers += LIMIT_HEADERS
    return {
        "description": MEANINGS[status],
        "headers": header_references(*headers, "X-Request-ID"),
        "content": json_content({"$ref": f"{PREFIX}ErrorEnvelope"}, msgspec.to_builtins(example)),
    }


def header_references(*names: str) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def json_content(schema: Json, example: object = msgspec.UNSET) -> Json:
    return {"application/json": {"schema": schema} | ({} if example is msgspec.UNSET else {"example": example})}


def envelope(data: Json, description: str) -> Json:
    about = {"description": "What was asked for, or what the request has made of it."}
    return envelope_of(data | about, description, {"const": 200}, text(Language.ES, "api.ok"))


def error_envelope() -> Json:
    data: Json = {"$ref": f"{PREFIX}ErrorData", "description": "Why it was refused, for programs."}
    statuses = {"minimum": 400, "maximum": 599}
    message = message_of(SAMPLES[0], Language.ES)
    return envelope_of(data, "The answer to what was refused or failed.", statuses, message)


def envelope_of(data: Json, description: str, statuses: Json, message: str) -> Json:
    return {
        "type": "object",
        "description": description,
        "required": ["status", "message", "data"],
        "properties": {
            "status": {"type": "integer", "format": "int32", **statuses, "description": "The HTTP status."},
            "message": {"type": "string", "description": "A text for people.", "examples": [message]},
            "data": data,
        },
    }
