"""A request's path parameters, query and body as values. Their rules are in `core.application.requests`."""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache, partial
from typing import Any

import msgspec
from aiohttp import hdrs
from aiohttp.helpers import parse_mimetype
from aiohttp.web import BaseRequest, RequestPayloadError

from api.http.errors import ApiCode, HttpError
from core.application.requests import INTEGER, R, build, takes_several, wire_names
from core.base.date_times import YEARS, within_years
from core.base.errors import Code, FieldCode, FieldError, Invalid, JsonType, raise_if_any
from core.base.model import INT32_MAX, INT32_MIN
from core.records.journal import LAST_SEQ, Seq

MAX_BODY = 1024 * 1024
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
SEQ = re.compile(r"[1-9][0-9]{0,15}")
MOST_UNKNOWN = 10
"""The most unknown query parameters that a refusal names."""
LONGEST_INT32 = len(str(INT32_MIN))


class PathReader:
    """Converts the path parameters of a route."""

    def __init__(self, names: Sequence[str], kinds: Sequence[Any]) -> None:
        self.parameters = tuple(zip(names, kinds, strict=True))
        self.readers = tuple(enumerate(reader_of(kind) for kind in kinds))

    def values(self, segments: Sequence[str]) -> list[Any]:
        """An integer, a date or an id for each segment. Raises `Invalid` with every segment that is none."""
        values = [read(segments[place]) for place, read in self.readers]
        if None in values:
            given = zip(self.parameters, segments, values, strict=True)
            raise Invalid(*(path_fault(*parameter, segment) for parameter, segment, value in given if value is None))
        return values


def read_int32(segment: str) -> int | None:
    """The 32-bit integer in a segment; None if it is none. `01` is not, as in JSON."""
    if not INTEGER.fullmatch(segment) or len(segment) > LONGEST_INT32:
        return None
    value = int(segment)
    return value if INT32_MIN <= value <= INT32_MAX else None


def read_seq(segment: str) -> int | None:
    """The number of a row of the journal in a segment; None if it cannot be one."""
    return int(segment) if SEQ.fullmatch(segment) and int(segment) <= LAST_SEQ else None


def read_date(segment: str) -> date | None:
    """The date of a permitted year in a segment; None if it is none."""
    day = any_date(segment)
    return day if day and within_years(day) else None


def any_date(segment: str) -> date | None:
    """The date of any year in a segment; None if it is none."""
    with suppress(msgspec.ValidationError):
        return msgspec.convert(segment, date)
    return None


def read_name(segment: str) -> str | None:
    """The id of letters and digits in a segment; None if it is none."""
    return segment if NAME.fullmatch(segment) else None


READERS: Mapping[type, Callable[[str], int | date | str | None]] = {int: read_int32, date: read_date, str: read_name}


def reader_of(kind: Any) -> Callable[[str], int | date | str | None]:
    """The function that reads a segment as a value of a kind: one of those above, or a text with a pattern."""
    return read_seq if kind == Seq else READERS.get(kind) or partial(read_text, kind)


def read_text(kind: Any, segment: str) -> str | None:
    """The text in a segment; None if it does not have the kind's pattern."""
    with suppress(msgspec.ValidationError):
        text: str = msgspec.convert(segment, kind)
        return text
    return None


def path_fault(name: str, kind: Any, segment: str) -> FieldError:
    """The fault of a segment that is not an integer, a date or a text of its pattern."""
    if kind is date:
        years = FieldError(name, FieldCode.OUT_OF_RANGE, {"bound": YEARS})
        return years if any_date(segment) else FieldError(name, FieldCode.INVALID_DATE)
    if kind is not int and kind != Seq:
        return FieldError(name, FieldCode.INVALID_FORMAT)
    if INTEGER.fullmatch(segment):
        return FieldError(name, FieldCode.OUT_OF_RANGE, {"bound": f"1–{LAST_SEQ}" if kind == Seq else "int32"})
    return FieldError(name, FieldCode.WRONG_TYPE, {"expected": JsonType.INTEGER})


def query_of(request: BaseRequest, kind: type[R]) -> R:
    """The query as a request; a list's key may be repeated, or its values separated by commas. Raises `Invalid`."""
    several = takes_several(kind)
    given = {wire: request.query.getall(wire, []) for _, wire in wire_names(kind)}
    repeated = [FieldError(name, FieldCode.REPEATED) for name in given if len(given[name]) > 1 and name not in several]
    raise_if_any(unknown_parameters(request, tuple(given)), repeated)
    values = {
        name: ",".join(texts).split(",") if name in several else texts[0] for name, texts in given.items() if texts
    }
    return build(kind, values, from_text=True)


def check_no_query(request: BaseRequest) -> None:
    """Raise `Invalid` if an operation without query parameters is given any."""
    if "?" in request.raw_path:
        raise_if_any(unknown_parameters(request, ()))


def unknown_parameters(request: BaseRequest, known: tuple[str, ...]) -> Iterator[FieldError]:
    """A fault for each key that the operation does not take, at most `MOST_UNKNOWN`, with the names that it takes."""
    unknown = request.query.keys() - set(known)
    for name in sorted(unknown)[:MOST_UNKNOWN]:
        if known:
            yield FieldError(name, FieldCode.UNKNOWN_PARAMETER, {"known": known})
        else:
            yield FieldError(name, FieldCode.NO_PARAMETERS)


@lru_cache(maxsize=64)
def is_json(content_type: str) -> bool:
    """Return whether a declared type is JSON in UTF-8."""
    declared = parse_mimetype(content_type)
    json = declared.type == "application" and (declared.subtype == "json" or declared.suffix == "json")
    return json and declared.parameters.get("charset", "utf-8").lower() in {"utf-8", "utf8"}


async def read_body(
    request: BaseRequest, seconds: float, most: int = MAX_BODY, accepts: Callable[[str], bool] = is_json
) -> bytes:
    """The body. Raises `HttpError` if its type is not accepted, it is encoded, too large, or takes too long."""
    content_type = request.headers.get(hdrs.CONTENT_TYPE)
    if (content_type and not accepts(content_type)) or request.headers.get(hdrs.CONTENT_ENCODING):
        raise HttpError(ApiCode.UNSUPPORTED_MEDIA_TYPE)
    if (request.content_length or 0) > most:
        raise HttpError(ApiCode.BODY_TOO_LARGE, close=True)
    if request.headers.get(hdrs.EXPECT, "").lower() == "100-continue":
        await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    try:
        if request.content.is_eof():
            return await read_limited(request, most)
        async with asyncio.timeout(seconds):
            return await read_limited(request, most)
    except TimeoutError:
        raise HttpError(ApiCode.REQUEST_TIMEOUT, close=True) from None
    except (RequestPayloadError, ConnectionError):
        raise Invalid(code=Code.MALFORMED_BODY) from None


async def read_limited(request: BaseRequest, most: int) -> bytes:
    """The body, counted as it arrives: a chunked one does not declare its length."""
    content, body = request.content, bytearray()
    while not content.at_eof():
        body += await content.readany()
        if len(body) > most:
            raise HttpError(ApiCode.BODY_TOO_LARGE, close=True)
    return bytes(body)
