"""OAuth clients: those that register, and those whose id is the address of a document about them.

Nothing is stored about a client. The id of one that registers (RFC 7591) contains what it registered, signed. If an id
is an https address (Client ID Metadata Document), the document is fetched whenever the client asks for something.

A client may ask for more than there is, and say more than is read: it gets what there is, and the answer says what
that is. Only addresses to send a code to are needed.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from api.auth.jws import InvalidToken, decode_json, parse
from api.auth.tokens import Keyring
from core.base.destinations import URL
from core.people.sign_ons import GRANTED, LOOPBACK
from core.records.tokens import Scope

AUDIENCE = "semaforo-client"
REGISTERED_FOR = timedelta(days=365)
LONGEST_ID, LONGEST_DOCUMENT, LONGEST_REGISTRATION = 3000, 5000, 65_536
LONGEST_ADDRESSES = 1600
"""The bytes of addresses for which an id has room, beside the rest of what was registered."""

LONGEST_NAME = 60
CODE, NO_SECRET, CODE_GRANT = "code", "none", "authorization_code"
PRIVATE_USE = re.compile(
    r"(?P<scheme>claude|code-oss|cursor|goose|kiro|positron|raycast|trae|vscode|vscode-insiders|vscodium|warp|windsurf|zed|"
    r"[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+):/[!$&-;=?-Z_a-z~%]*"
)
"""An app's own scheme: a domain's name backwards (RFC 8252), and those that editors and assistants have."""

FetchDocument = Callable[[str, int], Awaitable[bytes | None]]
"""Fetches a document from a checked address; None if there is none of at most this number of bytes."""


class OAuthError(Exception):
    """An OAuth error: a code of the standard's, and a description for the developer of the client."""

    def __init__(self, code: str, description: str) -> None:
        super().__init__(code, description)
        self.code, self.description = code, description


class Registration(Struct, frozen=True):
    """A client's word on itself, as far as it is used here; `scope` is asked for where a request names none."""

    redirect_uris: list[str]
    client_name: str = ""
    scope: str = ""


class SignedRegistration(Registration, frozen=True):
    """A registration as a client's id contains it, with its end and its purpose."""

    exp: int = 0
    aud: str = ""


REGISTRATION = msgspec.json.Decoder(SignedRegistration)
DOCUMENT = msgspec.json.Decoder(dict[str, Any])
UNKNOWN_CLIENT = OAuthError("invalid_client", "unknown client_id, or registered too long ago: register again")


class OAuthClient(Struct, frozen=True):
    """A client; `host` is that of the document with its name, "" where it has registered: then it may take any name."""

    id: str
    name: str
    host: str
    redirect_uris: Sequence[str]
    scope: str

    def allows(self, redirect_uri: str) -> bool:
        """Return whether an address is registered, but for the port of a program on the person's machine (RFC 8252)."""
        return any(compared(redirect_uri) == compared(each) for each in self.redirect_uris)


def compared(redirect_uri: str) -> str:
    """An address without the port of a program on the person's machine; an empty path is `/` (RFC 3986, 6.2.3)."""
    found = URL.fullmatch(redirect_uri)
    if found is None:
        return redirect_uri
    end = found.end("host") if found["port"] is None else found.end("port")
    start = redirect_uri[: found.end("host") if is_loopback(redirect_uri) else end]
    return start + (redirect_uri[end:] or "/")


def is_loopback(redirect_uri: str) -> bool:
    parts = urlsplit(redirect_uri)
    return parts.scheme == "http" and parts.hostname in LOOPBACK


def is_safe(redirect_uri: str) -> bool:
    """Return whether a code may be sent to an address: by https, to this machine, or by an app's own scheme."""
    found = URL.fullmatch(redirect_uri)
    return (
        found["scheme"] == "https" or is_loopback(redirect_uri) if found else bool(PRIVATE_USE.fullmatch(redirect_uri))
    )


def read_document(content: bytes) -> dict[str, Any]:
    """Parse what a client says of itself. Raises `OAuthError`."""
    try:
        return DOCUMENT.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise OAuthError("invalid_client_metadata", str(fault)) from None


def registration_of(document: dict[str, Any]) -> Registration:
    """Return a document's registration with its safe addresses, each once. Raises `OAuthError` where there is none."""
    given = document.get("redirect_uris")
    addresses = [each for each in given if isinstance(each, str) and is_safe(each)] if isinstance(given, list) else []
    if not addresses:
        raise OAuthError(
            "invalid_redirect_uri",
            "redirect_uris must have one that is https, http on a loopback address, or an app's own scheme",
        )
    name, scope = document.get("client_name"), document.get("scope")
    return Registration(
        list(dict.fromkeys(addresses)),
        printable(name) if isinstance(name, str) else "",
        " ".join(grantable(scope.split())) if isinstance(scope, str) else "",
    )


def grantable(words: Iterable[str]) -> list[Scope]:
    """The scopes among some words that a sign-on grants; to read, where what is asked to be written is only read."""
    asked = {*words}
    asked |= {word.replace(":write", ":read") for word in asked - GRANTED}
    return [scope for scope in Scope if scope in GRANTED & asked]


def register(keyring: Keyring, content: bytes, now: float) -> dict[str, object]:
    """The answer to a registration: the client's id, and what it gets of all that it asked for. Raises `OAuthError`."""
    asked = registration_of(read_document(content))
    addresses = list(fitting(asked.redirect_uris))
    if not addresses:
        raise OAuthError("invalid_redirect_uri", f"redirect_uris may have {LONGEST_ADDRESSES} characters")
    expires_at = int(now + REGISTERED_FOR.total_seconds())
    kept = SignedRegistration(addresses, asked.client_name, asked.scope, expires_at, AUDIENCE)
    return {
        "client_id": keyring.sign(msgspec.structs.asdict(kept)),
        "client_id_issued_at": int(now),
        "client_name": asked.client_name,
        "redirect_uris": addresses,
        "token_endpoint_auth_method": NO_SECRET,
        "grant_types": [CODE_GRANT],
        "response_types": [CODE],
        "scope": asked.scope or " ".join(grantable(GRANTED)),
    }


def fitting(addresses: Iterable[str]) -> Iterator[str]:
    """Yield the addresses for which an id has room, in their order."""
    room = LONGEST_ADDRESSES
    for each in addresses:
        if len(each) < room:
            room -= len(each) + len('"",')
            yield each


def registered_client(keyring: Keyring, client_id: str, now: float) -> OAuthClient:
    """The client that registered with an id. Raises `OAuthError` unless we gave that id and it has not expired."""
    try:
        signed = parse(client_id)
        keyring.check_signature(signed, LONGEST_ID)
        found = decode_json(signed.payload, REGISTRATION, "client_id")
    except InvalidToken:
        raise UNKNOWN_CLIENT from None
    if found.aud != AUDIENCE or found.exp <= now:
        raise UNKNOWN_CLIENT
    return OAuthClient(client_id, found.client_name, "", found.redirect_uris, found.scope)


async def documented_client(fetch: FetchDocument, client_id: str) -> OAuthClient:
    """The client that a document at its id describes. Raises `OAuthError`."""
    found = URL.fullmatch(client_id)
    content = await fetch(client_id, LONGEST_DOCUMENT) if found and urlsplit(client_id).path.strip("/") else None
    if content is None:
        raise OAuthError("invalid_client", "no document about this client_id can be fetched")
    document = read_document(content)
    if document.get("client_id") != client_id:
        raise OAuthError("invalid_client", "the document is about another client_id")
    told, host = registration_of(document), urlsplit(client_id).hostname or ""
    return OAuthClient(client_id, told.client_name or host, host, told.redirect_uris, told.scope)


def printable(name: str) -> str:
    """A name as it may be shown: on one line and not long."""
    return " ".join("".join(each if each.isprintable() else " " for each in name).split())[:LONGEST_NAME]
