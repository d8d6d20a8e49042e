"""The public keys of another issuer, fetched from its JWKS address, in the way of nobody who does not need them.

They are fetched at the start, when a token comes whose key is not among them, and when they have grown old. Requests
that need them meanwhile share one fetch; there is one in `RETRY_SECONDS` at most, whatever strangers send. While it is
away, the last keys stand.
"""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import msgspec
from aiohttp import ClientError, ClientSession
from msgspec import Raw, Struct

from api.auth.jws import InvalidToken

logger = logging.getLogger("semaforo.api")

PublicKey = Any
"""A `jwt.PyJWK`: 10 MB with what it imports, so that it is imported only where another issuer is trusted."""

FRESH_SECONDS = 300.0
"""Seconds for which keys stand without a question, and within which one that the issuer has taken back ends."""
RETRY_SECONDS = 10.0
"""Seconds between two fetches at least."""
MAX_BYTES = 64 * 1024
OK = 200


class UnusableKeys(Exception):
    """The issuer answered something else than its keys."""


class Jwk(Struct, frozen=True):
    """What decides whether a key is taken; the rest of it is PyJWT's to read."""

    kid: str
    use: str = "sig"
    alg: str = ""
    key_ops: tuple[str, ...] = ("verify",)
    d: str | None = None


class JwkSet(Struct, frozen=True):
    """A JWKS document."""

    keys: list[Raw]


class KeySet:
    """An issuer's keys of one algorithm, by `kid`."""

    def __init__(self, session: ClientSession, url: str, algorithm: str) -> None:
        self.session = session
        self.url = url
        self.algorithm = algorithm
        self.keys: dict[str, PublicKey] = {}
        self.fetched_at = self.tried_at = float("-inf")
        self.unreachable = False
        self.fetching: asyncio.Task[None] | None = None

    @property
    def fresh_until(self) -> float:
        """Until when the keys stand without a question, in seconds since 1970."""
        return self.fetched_at + FRESH_SECONDS

    async def key(self, kid: str, now: float) -> PublicKey:
        """The key of a name. Raises `InvalidToken` where the issuer has none such, or none could be had yet."""
        known = kid in self.keys
        if not known or not 0 <= now - self.fetched_at < FRESH_SECONDS:
            fetch = self.refresh(now)
            if fetch and not (known and self.unreachable):
                await asyncio.shield(fetch)
        key = self.keys.get(kid)
        if key is None:
            raise InvalidToken("keys" if self.unreachable and not self.keys else "kid")
        return key

    def refresh(self, now: float) -> asyncio.Task[None] | None:
        """The fetch under way or, unless the last was a moment ago, a new one."""
        if self.fetching is None and not 0 <= now - self.tried_at < RETRY_SECONDS:
            self.tried_at = now
            self.fetching = asyncio.create_task(self.fetch(now))
        return self.fetching

    async def fetch(self, now: float) -> None:
        """Replace the keys by the issuer's present ones, if it gives any answer that is a JWKS."""
        try:
            self.keys = dict(verification_keys(await self.document(), self.algorithm))
            self.fetched_at = now
            self.unreachable = False
            logger.info("%d keys of %s", len(self.keys), self.url)
        except (ClientError, OSError, TimeoutError, UnusableKeys) as fault:
            self.unreachable = True
            logger.warning("the keys of %s are not to be had: %.200r", self.url, fault)
        finally:
            self.fetching = None

    async def document(self) -> bytes:
        """What stands at the address, at most `MAX_BYTES`."""
        body = bytearray()
        async with self.session.get(self.url, allow_redirects=False) as response:
            if response.status != OK:
                raise UnusableKeys(f"status {response.status}")
            async for chunk in response.content.iter_any():
                body += chunk
                if len(body) > MAX_BYTES:
                    raise UnusableKeys(f"more than {MAX_BYTES} bytes")
        return bytes(body)

    async def close(self) -> None:
        """Give up a fetch under way."""
        if self.fetching is not None:
            self.fetching.cancel()
            await asyncio.gather(self.fetching, return_exceptions=True)


def verification_keys(document: bytes, algorithm: str) -> Iterator[tuple[str, PublicKey]]:
    """The keys of a JWKS that may verify this algorithm, by `kid`; others are passed over. Raises `UnusableKeys`."""
    import jwt  # noqa: PLC0415 see `PublicKey`

    try:
        keys = msgspec.json.decode(document, type=JwkSet).keys
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise UnusableKeys("no JWKS") from None
    for raw in keys:
        try:
            if is_verification_key(jwk := msgspec.json.decode(raw, type=Jwk), algorithm):
                key = jwt.PyJWK(msgspec.json.decode(raw), algorithm)
                key.Algorithm.prepare_key(key.key)
                if weakness := key.Algorithm.check_key_length(key.key):
                    raise jwt.InvalidKeyError(weakness)  # noqa: TRY301 passed over like any other
                yield jwk.kid, key
        except (msgspec.MsgspecError, jwt.InvalidKeyError, ValueError) as fault:
            logger.warning("a key of a JWKS is passed over: %s", type(fault).__name__)


def is_verification_key(jwk: Jwk, algorithm: str) -> bool:
    """Whether a key is a public one that is meant to verify signatures of this algorithm."""
    return jwk.alg in ("", algorithm) and jwk.use == "sig" and "verify" in jwk.key_ops and jwk.d is None
