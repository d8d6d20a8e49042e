"""The public keys of another issuer, fetched from its JWKS address.

They are fetched at the start, for a token with an unknown `kid`, and when they are old. Requests that need them share
one fetch, and there is at most one in `RETRY_SECONDS`. While the issuer is unreachable, the last keys are used.
"""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import msgspec
from aiohttp import ClientError, ClientSession
from msgspec import Raw, Struct

from api.auth.jws import InvalidToken

logger = logging.getLogger("semaforo.api")

PublicKey = Any
"""A `jwt.PyJWK`. PyJWT takes 9 MB with what it imports, so it is imported only if another issuer is trusted."""

FRESH_SECONDS = 300.0
"""The time after which keys are fetched again, so that a withdrawn one ends within it."""
RETRY_SECONDS = 10.0
MAX_BYTES = 64 * 1024
OK = 200


class UnusableKeys(Exception):
    """The issuer's response was not a JWKS."""


class Jwk(Struct, frozen=True):
    """The members of a key that decide whether it is used; PyJWT reads the others."""

    kid: str
    use: str = "sig"
    alg: str = ""
    key_ops: tuple[str, ...] = ("verify",)
    d: str | None = None


class JwkSet(Struct, frozen=True):
    keys: list[Raw]


class KeySet:
    """An issuer's keys of one algorithm, by `kid`."""

    def __init__(self, session: ClientSession, url: str, algorithm: str) -> None:
        self.session = session
        self.url = url
        self.host = urlsplit(url).hostname
        """What the log shows: the whole address may contain a password."""
        self.algorithm = algorithm
        self.keys: dict[str, PublicKey] = {}
        self.fetched_at = self.tried_at = float("-inf")
        self.unreachable = False
        self.fetching: asyncio.Task[None] | None = None

    @property
    def fresh_until(self) -> float:
        """The instant until which the keys need not be fetched again, in seconds since 1970."""
        return self.fetched_at + FRESH_SECONDS

    async def key(self, kid: str, now: float) -> PublicKey:
        """The key with an id. Raises `InvalidToken` if the issuer has none, or no keys could be fetched yet."""
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
        """The fetch in progress, or a new one unless the last was a moment ago."""
        if self.fetching is None and not 0 <= now - self.tried_at < RETRY_SECONDS:
            self.tried_at = now
            self.fetching = asyncio.create_task(self.fetch(now))
        return self.fetching

    async def fetch(self, now: float) -> None:
        """Replace the keys if the issuer's response is a JWKS."""
        try:
            self.keys = dict(verification_keys(await self.document(), self.algorithm))
            self.fetched_at = now
            self.unreachable = False
            logger.info("%d keys of %s", len(self.keys), self.host)
        except (ClientError, OSError, TimeoutError, UnusableKeys) as fault:
            self.unreachable = True
            reason = fault if isinstance(fault, UnusableKeys) else type(fault).__name__
            logger.warning("the keys of %s cannot be fetched: %s", self.host, reason)
        finally:
            self.fetching = None

    async def document(self) -> bytes:
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
        """Cancel a fetch in progress."""
        if self.fetching is not None:
            self.fetching.cancel()
            await asyncio.gather(self.fetching, return_exceptions=True)


def verification_keys(document: bytes, algorithm: str) -> Iterator[tuple[str, PublicKey]]:
    """The keys of a JWKS for this algorithm, by `kid`; others are skipped. Raises `UnusableKeys`."""
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
                    raise jwt.InvalidKeyError(weakness)  # noqa: TRY301 skipped like any other
                yield jwk.kid, key
        except (msgspec.MsgspecError, jwt.InvalidKeyError, ValueError) as fault:
            logger.warning("a key of a JWKS is passed over: %s", type(fault).__name__)


def is_verification_key(jwk: Jwk, algorithm: str) -> bool:
    """Return whether a key is public and meant to verify signatures of this algorithm."""
    return jwk.alg in ("", algorithm) and jwk.use == "sig" and "verify" in jwk.key_ops and jwk.d is None
