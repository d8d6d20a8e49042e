"""JSON-RPC 2.0 as the Model Context Protocol uses it: a message in, and the answers and errors out."""

import base64
import re
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType, field

PRESENT = "2026-07-28"
"""The revision whose messages each say all that is needed; `server/discover` tells what the service is."""

BATCHING = ("2025-03-26", "2024-11-05")
"""Revisions in which a request may have several messages; their clients send no header that says which it is."""

EARLIER = ("2025-11-25", "2025-06-18", *BATCHING)
"""Revisions that begin with `initialize`, the newest first."""

MOST_MESSAGES = 20
"""The most messages that a request may have."""

NULL = b"null"

VERSION_HEADER, METHOD_HEADER, NAME_HEADER = "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"
OF_THE_PROTOCOL = "io.modelcontextprotocol/"
VERSION_KEY, CAPABILITIES_KEY = f"{OF_THE_PROTOCOL}protocolVersion", f"{OF_THE_PROTOCOL}clientCapabilities"
ENCODED = re.compile(r"=\?base64\?(.*)\?=")
Id = str | int
P = TypeVar("P", bound=Struct)
T = TypeVar("T")


class RefusalData(Struct, frozen=True, rename="camel"):
    """The code of a refusal, and the id of the request, by which it is found in the log."""

    code: str
    request_id: str


class Versions(Struct, frozen=True):
    """The revisions that are spoken, told where another was asked for."""

    supported: tuple[str, ...]
    requested: str


class ErrorCode(IntEnum):
    """The errors of JSON-RPC, and of the protocol."""

    PARSE = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    REFUSED = -32000
    HEADER_MISMATCH = -32020
    UNSUPPORTED_VERSION = -32022


class ProtocolError(Exception):
    """A message that is not a valid call; `message` is for the client's developer."""

    def __init__(self, code: ErrorCode, message: str, data: Versions | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    @property
    def status(self) -> int:
        """The HTTP status, as of the present revision."""
        return 404 if self.code is ErrorCode.METHOD_NOT_FOUND else 400


class RpcMessage(Struct, frozen=True):
    """A request; without an id it is a notification, without a method the answer to a request that we never made."""

    jsonrpc: Literal["2.0"]
    id: Id | UnsetType = UNSET
    method: str | UnsetType = UNSET
    params: Raw = Raw(b"{}")


class Params(Struct, frozen=True):
    """The parameters that any method may have."""

    meta: dict[str, Any] | None = field(name="_meta", default=None)
    name: str | None = None


class InitializeParams(Struct, frozen=True, rename="camel"):
    protocol_version: str | None = None


class CallParams(Struct, frozen=True):
    """The name of a tool to call, and its arguments."""

    name: str
    arguments: Raw = Raw(b"{}")


class Annotations(Struct, frozen=True, rename="camel"):
    """Hints about a tool, which a client may show its person before it calls the tool."""

    read_only_hint: bool
    destructive_hint: bool
    idempotent_hint: bool
    open_world_hint: bool = False


class ToolDescription(Struct, frozen=True, rename="camel"):
    name: str
    title: str
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any]
    annotations: Annotations


class ToolList(Struct, frozen=True, rename="camel"):
    """The tools, the same for everybody and in every request to one version of the service."""

    tools: list[ToolDescription]
    ttl_ms: int = 3_600_000
    cache_scope: str = "public"
    result_type: str = "complete"


class TextContent(Struct, frozen=True, tag="text", tag_field="type"):
    text: str


class ImageContent(Struct, frozen=True, tag="image", tag_field="type", rename="camel"):
    """A picture, its `data` in base64."""

    data: str
    mime_type: str


class CallResult(Struct, frozen=True, rename="camel"):
    """The answer of a tool. Where it refuses, `isError` is true, and the text says what to do instead."""

    content: list[TextContent | ImageContent]
    structured_content: Raw | UnsetType = UNSET
    is_error: bool = False
    result_type: str = "complete"


class ServerInfo(Struct, frozen=True):
    name: str
    title: str
    version: str


class Initialized(Struct, frozen=True, rename="camel"):
    """The answer to `initialize`. Instructions are read by the client's model."""

    protocol_version: str
    capabilities: dict[str, dict[str, bool]]
    server_info: ServerInfo
    instructions: str


class Discovered(Struct, frozen=True, rename="camel"):
    """The answer to `server/discover`."""

    capabilities: dict[str, dict[str, bool]]
    instructions: str
    meta: dict[str, ServerInfo] = field(name="_meta")
    supported_versions: tuple[str, ...] = (PRESENT, *EARLIER)
    ttl_ms: int = 3_600_000
    cache_scope: str = "public"
    result_type: str = "complete"


class Pong(Struct, frozen=True):
    """The answer to `ping`."""


Result = Initialized | Discovered | ToolList | CallResult | Pong


class RpcAnswer(Struct, frozen=True):
    id: Id
    result: Result
    jsonrpc: Literal["2.0"] = "2.0"


class Fault(Struct, frozen=True, omit_defaults=True):
    code: int
    message: str
    data: Versions | RefusalData | None = None


class RpcRefusal(Struct, frozen=True):
    """A message that was not taken; its id is null where it could not be read."""

    id: Id | None
    error: Fault
    jsonrpc: Literal["2.0"] = "2.0"


def read_message(body: bytes | Raw) -> RpcMessage:
    """Parse a JSON-RPC message. Raises `ProtocolError`."""
    return parsed(body, RpcMessage)


def read_batch(body: bytes, headers: Mapping[str, str]) -> Sequence[Raw] | None:
    """The messages of a body that has several; None if it is not a list.

    Raises `ProtocolError` if it has none, or too many, or its revision has no batches.
    """
    if not body.lstrip().startswith(b"["):
        return None
    messages = parsed(body, list[Raw])
    if headers.get(VERSION_HEADER, "") not in ("", *BATCHING):
        raise ProtocolError(ErrorCode.INVALID_REQUEST, "no batches in this revision: one message a request")
    if not 0 < len(messages) <= MOST_MESSAGES:
        raise ProtocolError(ErrorCode.INVALID_REQUEST, f"a batch has from 1 to {MOST_MESSAGES} messages")
    return messages


def parsed(body: bytes | Raw, kind: type[T]) -> T:
    """Parse JSON as a kind of message. Raises `ProtocolError`."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as fault:
        raise ProtocolError(ErrorCode.INVALID_REQUEST, f"no JSON-RPC message: {fault}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ProtocolError(ErrorCode.PARSE, "the body is no JSON") from None


def is_present(message: RpcMessage, headers: Mapping[str, str]) -> bool:
    """Return whether a request is of the present revision, and not of an earlier one.

    Raises `ProtocolError` unless its revision is spoken, and its headers say the same as its body.
    """
    said = headers.get(VERSION_HEADER, "")
    params = params_of(message, Params)
    meta = params.meta or {}
    version = meta.get(VERSION_KEY)
    if version is None and said in ("", *EARLIER):
        return False
    if version is None and said != PRESENT:
        raise unsupported(said)
    if not isinstance(version, str) or CAPABILITIES_KEY not in meta:
        missing = f"params._meta has a text {VERSION_KEY}, and {CAPABILITIES_KEY}"
        raise ProtocolError(ErrorCode.INVALID_PARAMS, missing)
    same: dict[str, object] = {VERSION_HEADER: version, METHOD_HEADER: message.method}
    if message.method == "tools/call":
        same[NAME_HEADER] = params.name
    for header, value in same.items():
        if decoded(headers.get(header, "")) != value:
            raise ProtocolError(ErrorCode.HEADER_MISMATCH, f"the header {header} says what the body says")
    if version != PRESENT:
        raise unsupported(version)
    return True


def unsupported(version: str) -> ProtocolError:
    versions = Versions((PRESENT, *EARLIER), version)
    return ProtocolError(ErrorCode.UNSUPPORTED_VERSION, "that revision of the protocol is not spoken", versions)


def decoded(value: str) -> str | None:
    """A header's value, which is base64 of UTF-8 where it would not survive as it is; None if it is not."""
    encoded = ENCODED.fullmatch(value)
    if encoded is None:
        return value
    try:
        return base64.b64decode(encoded[1], validate=True).decode()
    except ValueError:
        return None


def params_of(message: RpcMessage, kind: type[P]) -> P:
    """The parameters of a message; null ones are left out. Raises `ProtocolError`."""
    try:
        return msgspec.json.decode(b"{}" if bytes(message.params) == NULL else message.params, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise ProtocolError(ErrorCode.INVALID_PARAMS, f"params: {fault}") from None
