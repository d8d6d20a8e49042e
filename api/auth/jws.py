"""The outer form of a token (a JWS): three base64url parts, the first of them a header. Nothing is verified here.

A token is checked cheapest first, so that a bad one never costs more than a good one: length, alphabet, header,
signature, and the payload last. PyJWT decodes all of it first, twice (docs/decisions/0007).
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

T = TypeVar("T")

MAX_TOKEN_LENGTH = 8 * 1024
MAX_HEADER_LENGTH = 1024
ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


class InvalidToken(Exception):
    """A token that is not valid, with the reason for the log only. `user_id` is 0 unless the signature was valid."""

    def __init__(self, reason: str, user_id: int = 0) -> None:
        super().__init__(reason)
        self.user_id = user_id


class Header(Struct, frozen=True):
    """The members of a header that are read. Keys in it (`jwk`, `jku`, `x5u`) are not."""

    alg: str
    kid: str
    crit: Raw | UnsetType = UNSET


class SignedToken(Struct, frozen=True):
    """The parts of a token, not verified. Payload and signature are still encoded."""

    header: Header
    signing_input: bytes
    payload: bytes
    signature: bytes


HEADER = msgspec.json.Decoder(Header)


def parse(token: str) -> SignedToken:
    """Take a token apart; its signature is not checked. Raises `InvalidToken`."""
    if not token.isascii():
        raise InvalidToken("form")
    raw = token.encode()
    if raw.translate(None, ALPHABET) != b"..":
        raise InvalidToken("form")
    signing_input, _, signature = raw.rpartition(b".")
    header, _, payload = signing_input.partition(b".")
    if len(header) > MAX_HEADER_LENGTH:
        raise InvalidToken("header")
    found = decode_json(header, HEADER, "header")
    if found.crit is not UNSET:  # requires an extension, and none is supported
        raise InvalidToken("crit")
    return SignedToken(found, signing_input, payload, signature)


def decode_json(part: bytes, decoder: msgspec.json.Decoder[T], name: str) -> T:
    """Decode a part of a token. Raises `InvalidToken` that names it."""
    try:
        return decoder.decode(base64url_decode(part))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise InvalidToken(name) from None


def base64url_decode(part: bytes) -> bytes:
    """The bytes of a part of a token. Raises `InvalidToken`."""
    try:
        return urlsafe_b64decode(part + b"=" * (-len(part) % 4))
    except ValueError:
        raise InvalidToken("form") from None


def decode_signature(part: bytes) -> bytes:
    """The bytes of a signature. Raises `InvalidToken`, also unless it is the only encoding of these bytes."""
    signature = base64url_decode(part)
    if base64url_encode(signature) != part:
        raise InvalidToken("signature")
    return signature


def base64url_encode(content: bytes) -> bytes:
    return urlsafe_b64encode(content).rstrip(b"=")
