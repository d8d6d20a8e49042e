"""The only way in for a request: JSON bytes, a query string or the chat's words become a validated `Request`.

msgspec stops at the first fault and describes it in prose; `FAULTS` is the one table that turns its prose into codes. A
faulty body is decoded again field by field, so that all its faults are reported. Faults that msgspec accepts (a NUL in
a text, a year out of range) are found here.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import cache
from types import NoneType
from typing import Any, TypeVar

import msgspec
from msgspec import UnsetType, inspect

from core.base import date_times
from core.base.date_times import YEARS, WrittenDateTime, within_years
from core.base.errors import Code, FieldCode, FieldError, Invalid, JsonType, raise_if_any
from core.base.model import NOT_BLANK, Request

R = TypeVar("R", bound=Request)

FAULTS: tuple[tuple[re.Pattern[str], FieldCode], ...] = tuple(
    (re.compile(pattern), code)
    for pattern, code in (
        (r"Object missing required field `(?P<field>[^`]+)`", FieldCode.REQUIRED),
        (r"Expected `[^`]*`, got `null`", FieldCode.NULL_NOT_ALLOWED),
        (rf"Expected `(?P<expected>{'|'.join(JsonType)})( \| null)?`, got `[^`]*`", FieldCode.WRONG_TYPE),
        (r"Expected `(?:int|float)` (?P<bound>[<>]=? -?\d+)", FieldCode.OUT_OF_RANGE),
        (r"Integer value out of range", FieldCode.OUT_OF_RANGE),
        (r"Expected `str` of length <= (?P<limit>\d+)", FieldCode.TOO_LONG),
        (r"Expected `array` of length <= (?P<limit>\d+)", FieldCode.TOO_LONG),
        (r"Expected `(?:array|str)` of length >= 1", FieldCode.EMPTY),
        (re.escape(f"Expected `str` matching regex {NOT_BLANK!r}"), FieldCode.BLANK),
        (r"Expected `str` matching regex .*", FieldCode.INVALID_FORMAT),
        (r"Invalid enum value (?P<value>.*)", FieldCode.NOT_ONE_OF),
        (r"Invalid RFC3339 encoded date", FieldCode.INVALID_DATE),
        (r"Invalid date-time", FieldCode.INVALID_DATETIME),
        (r"Invalid .+", FieldCode.INVALID_FORMAT),
    )
)

INTEGER = re.compile("-?(0|[1-9][0-9]*)")
"""An integer as text, in a query or a path: ASCII digits as JSON writes them."""

FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])
INTEGERS = re.compile(f"{INTEGER.pattern}(,{INTEGER.pattern})*")
UNWRITABLE = re.compile("[\0\ud800-\udfff]")
SUSPICIOUS = re.compile(rb'\\u|"(?:0|1[0-8]|190|999)\d')
"""Signs in JSON that `faults` may find something: a character given by its number, or a year far from ours."""
HARMLESS = (int, NoneType, UnsetType)
"""Types that msgspec checks completely: long lists are of ids, most fields of a change are unset."""

NAMES = re.compile(r"[A-Za-z]\w*")
LOCATION = re.compile(r" - at `(?P<path>[^`]+)`$")


def decode(body: bytes, kind: type[R], *, closed: bool = False) -> R:
    """A request from JSON; a `closed` one has no other fields than its own.

    Raises `Invalid`: with a field at fault where there is one, else `malformed_body`.
    """
    try:
        request: R = decoder(kind).decode(body)
    except msgspec.ValidationError as fault:
        if (meant := without_repeats(body)) is None:
            with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                raise_if_any(body_faults(body, kind), not_taken(body, kind, closed=closed))
            raise invalid(fault, kind) from None
        return decode(meant, kind, closed=closed)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Invalid(code=Code.MALFORMED_BODY) from None
    raise_if_any(faults("", request) if SUSPICIOUS.search(body) else (), not_taken(body, kind, closed=closed))
    return request


def not_taken(body: bytes, kind: type[Request], *, closed: bool) -> Iterator[FieldError]:
    """Yield a fault for each field that this operation does not take: another one's or, if `closed`, an unknown one."""
    yield from not_taken_by_each(body, kind, closed=closed)
    if not (closed or kind.NOT_TAKEN):
        return
    names = FIELDS.decode(body).keys()
    if not closed and kind.NOT_TAKEN.isdisjoint(names):
        return
    known = tuple(wire for _, wire in wire_names(kind))
    for name in names:
        if name in kind.NOT_TAKEN or (closed and name not in known):
            others = FieldError(name, FieldCode.NOT_TAKEN, {"known": known})
            yield others if known else FieldError(name, FieldCode.NO_PARAMETERS)


def not_taken_by_each(body: bytes, kind: type[Request], *, closed: bool) -> Iterator[FieldError]:
    """Yield the faults of `not_taken` in the requests that a request has in its lists."""
    for name, item in items_of(kind).items():
        if not (closed or item.NOT_TAKEN):
            continue
        for place, each in enumerate(each_of(FIELDS.decode(body).get(name))):
            with suppress(msgspec.ValidationError):
                yield from within(f"{name}[{place}]", list(not_taken(each, item, closed=closed)))


def each_of(value: msgspec.Raw | None) -> Sequence[bytes]:
    """The JSON of each value of a list; none where it is not a list."""
    with suppress(msgspec.ValidationError):
        return [bytes(each) for each in msgspec.json.decode(value or b"[]", type=list[msgspec.Raw])]
    return ()


def faults_of_each(name: str, value: msgspec.Raw, item: type[Request]) -> Iterator[FieldError]:
    """The faults of the requests in a list, decoded one by one; none where the list itself is at fault."""
    for place, one in enumerate(each_of(value)):
        try:
            yield from within(f"{name}[{place}]", list(body_faults(one, item)))
        except msgspec.ValidationError as fault:
            yield from field_faults(fault, item, f"{name}[{place}]")


def within(path: str, errors: Iterable[FieldError]) -> Iterator[FieldError]:
    return (replace(each, field=f"{path}.{each.field}") for each in errors)


@cache
def items_of(kind: type[Request]) -> Mapping[str, type[Request]]:
    """The fields of a request that are lists of requests, each with the type of its items."""
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)  # noqa: S101  a request is one
    return {
        field.encode_name: field.type.item_type.cls
        for field in shape.fields
        if isinstance(field.type, inspect.ListType)
        and isinstance(field.type.item_type, inspect.StructType)
        and issubclass(field.type.item_type.cls, Request)
    }


def body_faults(body: bytes, kind: type[Request]) -> Iterator[FieldError]:
    """The faults of every field of a body, decoded one by one."""
    values = FIELDS.decode(body)
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        if name not in values:
            if field.required:
                yield FieldError(name, FieldCode.REQUIRED)
            continue
        try:
            yield from faults(name, msgspec.json.decode(values[name], type=field.type, dec_hook=from_json))
        except msgspec.ValidationError as fault:
            found = list(faults_of_each(name, values[name], item)) if (item := items_of(kind).get(name)) else []
            yield from found or field_faults(fault, kind, name)


def without_repeats(body: bytes) -> bytes | None:
    """The JSON with only the last of each repeated key; None if no key is repeated.

    msgspec would refuse a faulty earlier value, which the contract ignores.
    """
    repeats = []

    def last_ones(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        repeats.append(len(found) < len(pairs))
        return found

    try:
        read = json.loads(body, object_pairs_hook=last_ones)
    except (ValueError, RecursionError):
        return None
    return json.dumps(read).encode() if any(repeats) else None


def build(kind: type[R], fields: Mapping[str, object], *, from_text: bool = False) -> R:
    """A request from values by their wire names; `from_text` reads numbers from strings, as in a query.

    From text, a fault in one of a field's several values is reported at the field: the values have no paths of their
    own.
    """
    try:
        request = msgspec.convert(fields, kind, strict=not from_text, dec_hook=from_query if from_text else from_json)
    except msgspec.ValidationError as fault:
        raise invalid(fault, kind, whole_fields=from_text) from None
    if from_text:
        check_digits(fields, request)
    return checked(request)


@cache
def decoder(kind: type[R]) -> "msgspec.json.Decoder[R]":
    """One decoder a type: making one costs more than using it."""
    return msgspec.json.Decoder(kind, dec_hook=from_json)


def from_json(_kind: type, value: object) -> object:
    return date_times.read(value)


def from_query(_kind: type, value: object) -> object:
    return date_times.read_query(value)


def invalid(fault: msgspec.ValidationError, kind: type[Request], *, whole_fields: bool = False) -> Invalid:
    """Turn msgspec's error into ours."""
    errors = tuple(field_faults(fault, kind, whole_fields=whole_fields))
    return Invalid(*errors) if errors else Invalid(code=Code.MALFORMED_BODY)


def field_faults(
    fault: msgspec.ValidationError, kind: type[Request], within: str = "", *, whole_fields: bool = False
) -> Iterator[FieldError]:
    """Yield the fault that msgspec found: a code, the path as the client wrote it, and the parameters of the text."""
    prose = str(fault)
    location = LOCATION.search(prose)
    path = within + location["path"].removeprefix("$") if location else within
    path = path.removeprefix(".")
    path = path.partition("[")[0] if whole_fields else path
    prose = prose[: location.start()] if location else prose
    for pattern, code in FAULTS:
        found = pattern.fullmatch(prose)
        if found:
            params = found.groupdict()
            if code is FieldCode.OUT_OF_RANGE:
                params.setdefault("bound", "int32")
            if code is FieldCode.WRONG_TYPE:
                params["expected"] = JsonType(found["expected"])
            if code is FieldCode.NOT_ONE_OF:
                params["allowed"] = tuple(allowed_at(inspect.type_info(kind), NAMES.findall(path)))
            if missing := params.pop("field", None):
                path = f"{path}.{missing}" if path else missing
            if path:
                yield FieldError(path, code, dict(params))
            return


def allowed_at(info: inspect.Type, names: Sequence[str]) -> Sequence[str]:
    """The values of the enum to which a path of field names leads."""
    match info:
        case inspect.EnumType(cls=enum):
            return [str(each.value) for each in enum]
        case inspect.Metadata(type=inner):
            return allowed_at(inner, names)
        case inspect.UnionType(types=types):
            return next(filter(None, (allowed_at(each, names) for each in types)), ())
        case inspect.ListType(item_type=item):
            return allowed_at(item, names)
        case inspect.StructType(fields=fields) if names:
            return next((allowed_at(each.type, names[1:]) for each in fields if each.encode_name == names[0]), ())
    return ()


def check_digits(fields: Mapping[str, object], request: Request) -> None:
    for name, wire in wire_names(type(request)):
        if wire in fields and not written_as_int(getattr(request, name), fields[wire]):
            raise Invalid.at(wire, FieldCode.WRONG_TYPE, expected=JsonType.INTEGER)


def written_as_int(read: Any, written: Any) -> bool:
    """Return whether an integer, or a list of integers, was written as such; True of any other value."""
    several = isinstance(read, list)
    first = read[0] if several and read else read
    return type(first) is not int or INTEGERS.fullmatch(",".join(written) if several else str(written)) is not None


def checked(request: R) -> R:
    """The request itself. Raises `Invalid` naming every field whose value msgspec accepts and the rules do not."""
    raise_if_any(faults("", request))
    return request


@cache
def wire_names(kind: type[Request]) -> tuple[tuple[str, str], ...]:
    return tuple((field.name, field.encode_name) for field in msgspec.structs.fields(kind))


@cache
def takes_several(kind: type[Request]) -> frozenset[str]:
    shape = msgspec.inspect.type_info(kind)
    found = shape.fields if isinstance(shape, msgspec.inspect.StructType) else ()
    return frozenset(field.encode_name for field in found if is_list(field.type))


def is_list(shape: msgspec.inspect.Type) -> bool:
    if isinstance(shape, msgspec.inspect.UnionType):
        return any(is_list(each) for each in shape.types)
    if isinstance(shape, msgspec.inspect.Metadata):
        return is_list(shape.type)
    return isinstance(shape, msgspec.inspect.ListType)


def faults(path: str, value: Any) -> Iterator[FieldError]:
    """The faults in a value and in everything it holds, by the rules for every text and every date."""
    if isinstance(value, str):
        if UNWRITABLE.search(value):
            yield FieldError(path, FieldCode.INVALID_CHARACTER)
    elif isinstance(value, date | WrittenDateTime):
        if not (within_years(value) if isinstance(value, date) else value.within_years):
            yield FieldError(path, FieldCode.OUT_OF_RANGE, {"bound": YEARS})
    elif isinstance(value, list | Request):
        for inner, each in parts(path, value):
            yield from faults(inner, each)


def parts(path: str, value: Sequence[Any] | Request) -> Iterator[tuple[str, Any]]:
    """The items of a list or the fields of a request, each with its path, without those that need no check."""
    if not isinstance(value, Request):
        return ((f"{path}[{index}]", each) for index, each in enumerate(value) if not isinstance(each, HARMLESS))
    fields = ((wire, getattr(value, name)) for name, wire in wire_names(type(value)))
    return ((f"{path}.{wire}" if path else wire, each) for wire, each in fields if not isinstance(each, HARMLESS))
