"""Checks of answers against the OpenAPI document: status, headers, and the body's shape.

The document allows keys that it does not name, as a client should; here nothing is allowed that it does not name.
It is the one that the project keeps: to make it anew in each process of the tests takes as long as many requests.
"""

import copy
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from jsonschema_rs import Draft202012Validator, Registry

from api.http.errors import HttpError
from api.http.routing import RouteTable
from api.openapi.paths import operation_words
from api.routes import PREFIX, ROUTES

HERE = "urn:document"
OPTIONAL = {"Link", "RateLimit", "RateLimit-Policy"}
KEPT = Path(__file__).parents[2] / "docs" / "openapi.json"
DOCUMENT = msgspec.json.decode(KEPT.read_bytes())
TABLE = RouteTable((route.method, PREFIX + route.template, route) for route in ROUTES)
OPERATIONS = {
    operation["operationId"]: operation for methods in DOCUMENT["paths"].values() for operation in methods.values()
}
OF_NO_OPERATION = {"bad_http", "not_found_path", "method_not_allowed"}


def strict(found: dict[str, Any]) -> dict[str, Any]:
    """The document, with objects that have no more than what they name."""
    closed = copy.deepcopy(found)
    for schema in closed["components"]["schemas"].values():
        if schema["type"] == "object":
            schema["additionalProperties"] = False
    return closed


@cache
def registry() -> Registry:
    return Registry([(HERE, strict(DOCUMENT))])


@cache
def validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator(
        {"$ref": f"{HERE}#/components/schemas/{schema}"},
        registry=registry(),
        validate_formats=True,
    )


def check(method: str, target: str, status: int, headers: Any, body: bytes) -> None:
    """Raise `AssertionError` where an answer below the API's prefix is not as documented."""
    path = urlsplit(target).path
    if not path.startswith(f"{PREFIX}/"):
        return
    if method == "HEAD":
        assert body == b""
        return
    if status in {400, 404, 405} and msgspec.json.decode(body)["data"]["code"] in OF_NO_OPERATION:
        check_body("ErrorEnvelope", body)
        return
    described = response(method, path, status)
    optional = OPTIONAL | ({"ETag"} if "Transfer-Encoding" in headers else set())
    for name in described["headers"]:
        assert name in optional or name in headers, f"{method} {path} {status} has no {name}"
    if "content" not in described:
        assert body == b""
        return
    media_type = re.sub("^application/json; charset=utf-8$", "application/json", headers["Content-Type"])
    assert media_type in described["content"], f"{method} {path} {status} is {media_type}"
    if media_type == "application/json":
        check_body(described["content"][media_type]["schema"]["$ref"].rpartition("/")[2], body)


def response(method: str, path: str, status: int) -> dict[str, Any]:
    """Return what the document says of an answer with that status."""
    try:
        route, _ = TABLE.find(method, path)
    except HttpError as refused:
        raise AssertionError(f"{method} {path} is no operation, and was answered {status}") from refused
    first, *rest = operation_words(route.use_case.name)
    responses = OPERATIONS[first + "".join(word.title() for word in rest)]["responses"]
    assert str(status) in responses, f"{method} {route.template} answered {status}, which is not documented"
    found = responses[str(status)]
    if "$ref" in found:
        return DOCUMENT["components"]["responses"][found["$ref"].rpartition("/")[2]]
    return found


def check_body(schema: str, body: bytes) -> None:
    validator(schema).validate(msgspec.json.decode(body))
