"""OAuth clients: those that register, and those whose id is the address of a document about them.

Nothing is stored about a client. The id of one that registers (RFC 7591) contains what it registered, signed. If an id
is an https address (Client ID Metadata Document), the document is fetched whenever the client asks for something.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from api.auth.jws import InvalidToken, decode_json, parse
from api.auth.tokens import Keyring
from core.base.destinations import URL
from core.people.sign_ons import LOOPBACK

AUDIENCE = "semaforo-client"
REGISTERED_FOR = timedelta(days=365)
LONGEST_ID, LONGEST_DOCUMENT = 3000, 5000
CODE, NO_SECRET, CODE_GRANT = "code", "none", "authorization_code"
PRIVATE_USE = re.compile(
    r"(?P<scheme>cursor|vscode|vscode-insiders|[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+):/[!$&-;=?-Z_a-z~%]*"
)
"""An app's own scheme: a domain's name backwards (RFC 8252), and those that editors have."""

RedirectUri = Annotated[str, Meta(min_length=1, max_length=500)]
FetchDocument = Callable[[str, int], Awaitable[bytes | None]]
"""Fetches at most so many bytes from a checked address; None if there is no such document."""


class OAuthError(Exception):
    """An OAuth error: a code of the standard's, and a description for the developer of the client."""

    def __init__(self, code: str, description: str) -> None:
        super().__init__(code, description)
        self.code, self.description = code, description


class Registration(Struct, frozen=True):
    """What a client says of itself, as far as it is used here."""

    redirect_uris: Annotated[list[RedirectUri], Meta(min_length=1, max_length=5)]
    client_name: Annotated[str, Meta(max_length=200)] = ""
    client_id: str = ""
    token_endpoint_auth_method: str = NO_SECRET
    exp: int = 0
    aud: str = ""


REGISTRATION = msgspec.json.Decoder(Registration)
UNKNOWN_CLIENT = OAuthError("invalid_client", "unknown client_id, or registered too long ago: register again")


class OAuthClient(Struct, frozen=True):
    """`host`: that of the document that gives the name; "" for a client that registered, which may take any name."""

    id: str
    name: str
    host: str
    redirect_uris: Sequence[str]

    def allows(self, redirect_uri: str) -> bool:
        """Exactly as registered, but for the port of a program on the person's machine (RFC 8252)."""
        return any(without_port(redirect_uri) == without_port(each) for each in self.redirect_uris)


def without_port(redirect_uri: str) -> str:
    found = URL.fullmatch(redirect_uri)
    if found is None or not is_loopback(redirect_uri) or found["port"] is None:
        return redirect_uri
    return redirect_uri[: found.start("port") - 1] + redirect_uri[found.end("port") :]


def is_loopback(redirect_uri: str) -> bool:
    parts = urlsplit(redirect_uri)
    return parts.scheme == "http" and parts.hostname in LOOPBACK


def check_redirect(redirect_uri: str) -> None:
    """Raise `OAuthError` unless a code may be sent there: https, this machine, or an app's own scheme."""
    found = URL.fullmatch(redirect_uri)
    allowed = found["scheme"] == "https" or is_loopback(redirect_uri) if found else PRIVATE_USE.fullmatch(redirect_uri)
    if not allowed:
        raise OAuthError("invalid_redirect_uri", "https, http on a loopback address, or an app's own scheme")


def read_registration(content: bytes) -> Registration:
    """Parse and check what a client says of itself. Raises `OAuthError`."""
    try:
        found = REGISTRATION.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise OAuthError("invalid_client_metadata", str(fault)) from None
    if found.token_endpoint_auth_method != NO_SECRET:
        raise OAuthError("invalid_client_metadata", "only public clients: token_endpoint_auth_method must be none")
    for each in found.redirect_uris:
        check_redirect(each)
    return found


def register(keyring: Keyring, content: bytes, now: float) -> dict[str, object]:
    """The answer to a registration, with the client's id. Raises `OAuthError`."""
    asked = read_registration(content)
    name = printable(asked.client_name)
    expires_at = int(now + REGISTERED_FOR.total_seconds())
    kept = {"redirect_uris": asked.redirect_uris, "client_name": name, "aud": AUDIENCE, "exp": expires_at}
    client_id = keyring.sign(kept)
    if len(client_id) > LONGEST_ID:
        raise OAuthError("invalid_client_metadata", "too much: fewer or shorter redirect_uris")
    return {
        "client_id": client_id,
        "client_id_issued_at": int(now),
        "client_name": name,
        "redirect_uris": asked.redirect_uris,
        "token_endpoint_auth_method": NO_SECRET,
        "grant_types": [CODE_GRANT],
        "response_types": [CODE],
    }


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
    return OAuthClient(client_id, found.client_name, "", found.redirect_uris)


async def documented_client(fetch: FetchDocument, client_id: str) -> OAuthClient:
    """The client that a document at its id describes. Raises `OAuthError`."""
    found = URL.fullmatch(client_id)
    content = await fetch(client_id, LONGEST_DOCUMENT) if found and urlsplit(client_id).path.strip("/") else None
    if content is None:
        raise OAuthError("invalid_client", "no document about this client_id can be fetched")
    document = read_registration(content)
    if document.client_id != client_id:
        raise OAuthError("invalid_client", "the document is about another client_id")
    host = urlsplit(client_id).hostname or ""
    return OAuthClient(client_id, printable(document.client_name) or host, host, document.redirect_uris)


def printable(name: str) -> str:
    """A name as it may be shown: on one line and not long."""
    return " ".join("".join(each if each.isprintable() else " " for each in name).split())[:60]
