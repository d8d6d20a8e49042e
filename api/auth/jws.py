"""A token's outer form: three base64url parts, the first of them a header. Whom to trust is not decided here.

What a stranger sends is looked at in the order of what it costs, so that a bad token is never dearer than a good one:
length, alphabet, header, signature, and the payload last. A general decoder reads all of it first, twice.
"""

import binascii
from typing import TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

T = TypeVar("T")

MAX_TOKEN_LENGTH = 8 * 1024
MAX_HEADER_LENGTH = 1024
ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
TO_BASE64, FROM_BASE64 = bytes.maketrans(b"-_", b"+/"), bytes.maketrans(b"+/", b"-_")
PADDING = {0: b"", 2: b"==", 3: b"="}
PARTS = 3


class InvalidToken(Exception):
    """A token that does not stand: the reason in a word, for the log only, and whose it is where that is proven."""

    def __init__(self, reason: str, user_id: int = 0) -> None:
        super().__init__(reason)
        self.user_id = user_id


class Header(Struct, frozen=True):
    """What is read of a header. Keys that it brings along (`jwk`, `jku`, `x5u`) are not."""

    alg: str
    kid: str
    crit: Raw | UnsetType = UNSET


class SignedToken(Struct, frozen=True):
    """A token taken apart, nothing of it verified. Payload and signature are still encoded."""

    header: Header
    signing_input: bytes
    payload: bytes
    signature: bytes


HEADER = msgspec.json.Decoder(Header)


def parse(token: str) -> SignedToken:
    """The parts of a token of at most `MAX_TOKEN_LENGTH`. Raises `InvalidToken`."""
    if not token.isascii():
        raise InvalidToken("form")
    raw = token.encode()
    if raw.translate(None, ALPHABET) != b"." * (PARTS - 1):
        raise InvalidToken("form")
    signing_input, _, signature = raw.rpartition(b".")
    header, _, payload = signing_input.partition(b".")
    if len(header) > MAX_HEADER_LENGTH:
        raise InvalidToken("header")
    found = decode_json(header, HEADER, "header")
    if found.crit is not UNSET:  # an extension that must be understood: none is
        raise InvalidToken("crit")
    return SignedToken(found, signing_input, payload, signature)


def decode_json(part: bytes, decoder: msgspec.json.Decoder[T], name: str) -> T:
    """A part's JSON as a Struct; `InvalidToken` of that name where it is none."""
    try:
        return decoder.decode(base64url_decode(part))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise InvalidToken(name) from None


def base64url_decode(part: bytes) -> bytes:
    """A part's bytes. Raises `InvalidToken`."""
    padding = PADDING.get(len(part) % 4)
    if padding is None:
        raise InvalidToken("form")
    return binascii.a2b_base64(part.translate(TO_BASE64) + padding)


def decode_signature(part: bytes) -> bytes:
    """A signature's bytes, where no other text means the same bytes. Raises `InvalidToken`."""
    signature = base64url_decode(part)
    if base64url_encode(signature) != part:
        raise InvalidToken("signature")
    return signature


def base64url_encode(content: bytes) -> bytes:
    """Bytes as a token's part."""
    return binascii.b2a_base64(content, newline=False).rstrip(b"=").translate(FROM_BASE64)
