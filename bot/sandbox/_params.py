"""A call's arguments, from query, JSON, urlencoded or multipart: all text for Telegram, nested objects as JSON text."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from aiohttp import content_disposition_filename, parse_content_disposition, web
from aiohttp.helpers import parse_mimetype

from bot.sandbox._errors import ApiError, bad_request

MAX_BODY = 50 * 1024 * 1024
_ATTACH = "attach://"
T = TypeVar("T")


@dataclass(frozen=True)
class Upload:
    """A file of a multipart body."""

    name: str
    content_type: str
    data: bytes


class Params(msgspec.Struct, frozen=True):
    """Arguments by name, uploads by field name."""

    values: Mapping[str, str] = {}
    uploads: Mapping[str, Upload] = {}

    def text(self, name: str) -> str:
        """The argument, "" where it is missing."""
        return self.values.get(name, "")

    def required(self, name: str) -> str:
        """The argument; 400 where it is missing or empty."""
        value = self.text(name)
        if not value:
            raise bad_request(f'parameter "{name}" is required')
        return value

    def flag(self, name: str) -> bool:
        """Telegram's reading of a Boolean."""
        return self.text(name).lower() in ("true", "yes", "1")

    def integer(self, name: str, default: int = 0) -> int:
        """The argument as a whole number; `default` where it is missing or is none."""
        try:
            return int(self.text(name))
        except ValueError:
            return default

    def clamped(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number forced into [low, high]."""
        return max(low, min(high, self.integer(name, default)))

    def json(self, name: str, what: str) -> Any:
        """A nested argument, None where it is missing; 400 "can't parse <what> JSON object"."""
        value = self.text(name)
        if not value:
            return None
        try:
            return json.loads(value)
        except ValueError as error:
            raise bad_request(f"can't parse {what} JSON object") from error

    def typed(self, name: str, kind: type[T]) -> T | None:
        """A nested argument of a type, None where it is missing; 400 "can't parse <name>: …"."""
        value = self.text(name)
        if not value:
            return None
        try:
            return msgspec.json.decode(value, type=kind, strict=False)
        except msgspec.MsgspecError as error:
            raise bad_request(f"can't parse {name}: {error}") from error

    def upload(self, name: str) -> Upload | None:
        """The file of a field, given directly or as `attach://other_field`."""
        value = self.text(name)
        if value.startswith(_ATTACH):
            return self.uploads.get(value[len(_ATTACH) :])
        return self.uploads.get(name)

    def readable(self) -> dict[str, Any]:
        """Return the arguments for records: nested JSON decoded, uploads as `{"file": name, "size": bytes}`."""
        shown: dict[str, Any] = {name: _decoded(value) for name, value in self.values.items()}
        shown.update({name: {"file": up.name, "size": len(up.data)} for name, up in self.uploads.items()})
        return shown


def _decoded(value: str) -> Any:
    if value[:1] in ("{", "["):
        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError:
            return value
    return value


def as_text(value: Any) -> str:
    """An argument as Telegram has it: text, nested objects as JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


async def read_params(request: web.Request) -> Params:
    """Every argument of a request. Raises ApiError 400 for a body that is not what it says, 413 for a huge one."""
    values = dict(request.query)
    uploads: dict[str, Upload] = {}
    try:
        if request.content_type == "application/json":
            values.update(_from_json(await request.read()))
        elif request.content_type == "multipart/form-data":
            await _from_multipart(request, values, uploads)
        elif request.content_type == "application/x-www-form-urlencoded":
            values.update({name: str(value) for name, value in (await request.post()).items()})
    except web.HTTPRequestEntityTooLarge as error:
        raise ApiError(413, "Request Entity Too Large") from error
    return Params(values, uploads)


def _from_json(body: bytes) -> dict[str, str]:
    if not body:
        return {}
    try:
        decoded = json.loads(body)
    except ValueError as error:
        raise bad_request("can't parse JSON object") from error
    if not isinstance(decoded, dict):
        raise bad_request("object expected")
    return {str(name): as_text(value) for name, value in decoded.items() if value is not None}


async def _from_multipart(request: web.Request, values: dict[str, str], uploads: dict[str, Upload]) -> None:
    """The parts of a form at once: aiohttp's own reader is for what does not fit in memory, and slow for a picture."""
    boundary = parse_mimetype(request.headers["Content-Type"]).parameters.get("boundary")
    if not boundary:
        raise bad_request("multipart without a boundary")
    delimiter = b"\r\n--" + boundary.encode()
    for part in (b"\r\n" + await request.read()).split(delimiter)[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        lines = (line.partition(":") for line in head.decode("utf-8", "replace").splitlines())
        headers = {key.strip().lower(): value.strip() for key, _, value in lines}
        _, named = parse_content_disposition(headers.get("content-disposition"))
        name, filename = (content_disposition_filename(named, key) for key in ("name", "filename"))
        if name is None:
            continue
        if filename is None:
            values[name] = data.decode("utf-8", "replace")
        else:
            uploads[name] = Upload(filename, headers.get("content-type", "application/octet-stream"), data)
