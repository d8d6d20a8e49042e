"""What a request brings, as values: the path's integers, the query, the body. The rules of values are the core's."""

import re
from collections.abc import Sequence
from functools import lru_cache

from aiohttp import hdrs
from aiohttp.helpers import parse_mimetype
from aiohttp.web import BaseRequest, RequestPayloadError

from api.errors import ApiCode, Refusal
from core.errors import Code, FieldCode, FieldError, Invalid
from core.model import INT32_MAX, INT32_MIN
from core.requests import R, build, wire_names

MAX_BODY = 1024 * 1024
INTEGER = re.compile(r"-?[0-9]+")
LONGEST_INTEGER = 100


def path_ids(names: Sequence[str], segments: Sequence[str]) -> list[int]:
    """The path's integers. Raises `Invalid` naming each that is none, or is beyond int32."""
    ids = [int(segment) for segment in segments if is_int32(segment)]
    if len(ids) < len(segments):
        named = zip(names, segments, strict=True)
        raise Invalid(*(path_fault(name, segment) for name, segment in named if not is_int32(segment)))
    return ids


def is_int32(segment: str) -> bool:
    """Whether a path segment is one. Only ASCII digits count."""
    return (
        INTEGER.fullmatch(segment) is not None
        and len(segment) <= LONGEST_INTEGER
        and INT32_MIN <= int(segment) <= INT32_MAX
    )


def path_fault(name: str, segment: str) -> FieldError:
    """What keeps a path segment from being an int32."""
    if INTEGER.fullmatch(segment):
        return FieldError(name, FieldCode.OUT_OF_RANGE, {"bound": "int32"})
    return FieldError(name, FieldCode.WRONG_TYPE, {"expected": "int"})


def query_of(request: BaseRequest, kind: type[R]) -> R:
    """The query's known keys as a request; other keys are ignored. Raises `Invalid`."""
    given = {wire: request.query.getall(wire, []) for _, wire in wire_names(kind)}
    repeated = [FieldError(wire, FieldCode.REPEATED) for wire, values in given.items() if len(values) > 1]
    if repeated:
        raise Invalid(*repeated)
    return build(kind, {wire: values[0] for wire, values in given.items() if values}, from_text=True)


async def read_body(request: BaseRequest) -> bytes:
    """The body's bytes, if they may be JSON. Raises `Refusal` for another declared type, or more than 1 MiB."""
    content_type = request.headers.get(hdrs.CONTENT_TYPE)
    if content_type and not is_json(content_type):
        raise Refusal(ApiCode.UNSUPPORTED_MEDIA_TYPE)
    if (request.content_length or 0) > MAX_BODY:
        raise Refusal(ApiCode.BODY_TOO_LARGE, close=True)
    if request.headers.get(hdrs.EXPECT, "").lower() == "100-continue":
        await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    try:
        return await received(request)
    except (RequestPayloadError, ConnectionError):
        raise Invalid(code=Code.MALFORMED_BODY) from None


async def received(request: BaseRequest) -> bytes:
    """All of the body, counted as it arrives: a chunked one does not say its length."""
    content, body = request.content, bytearray()
    while not content.at_eof():
        body += await content.readany()
        if len(body) > MAX_BODY:
            raise Refusal(ApiCode.BODY_TOO_LARGE, close=True)
    return bytes(body)


@lru_cache(maxsize=64)
def is_json(content_type: str) -> bool:
    """Whether a declared type is JSON in UTF-8."""
    declared = parse_mimetype(content_type)
    json = declared.type == "application" and (declared.subtype == "json" or declared.suffix == "json")
    return json and declared.parameters.get("charset", "utf-8").lower() in {"utf-8", "utf8"}
