"""Our own bearer tokens: JWTs that identify a person, and never say what they may do.

They are signed by HS256. A key has a `kid`, so that tokens of previous keys are still valid after a new one is used.
Tokens of other issuers (`issuers`) have the same claims, without a version that can be revoked.
"""

import hashlib
import hmac
import uuid
from datetime import datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from api.auth.jws import InvalidToken, SignedToken, base64url_encode, decode_json
from core.base.model import INT32_MAX
from core.records.people import User

ALGORITHM = "HS256"
ISSUER, AUDIENCE = "semaforo", "semaforo-api"
KEY_BYTES = 32
MAX_OWN_LENGTH = 1024
LEEWAY = 5
"""Seconds by which the issuer's clock may be ahead of ours. `exp` has no leeway."""

Moment = Annotated[int, Meta(ge=0, le=253_402_300_799)]


class Claims(Struct, frozen=True, kw_only=True):
    """What is read of every token. Times are in seconds since 1970."""

    iss: str
    aud: str | list[str]
    sub: Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,9}\Z")]
    exp: Moment
    iat: Moment
    jti: str
    nbf: Moment = 0


class OwnClaims(Claims, frozen=True, kw_only=True):
    """With `tv`, the version that a revocation ends."""

    tv: Annotated[int, Meta(ge=1)]


class VerifiedToken(Struct, frozen=True):
    """Whose token it is, and until when it need not be verified again.

    `version` is the directory's `tokenVersion` when it was issued, 0 for a token of another issuer.
    """

    user_id: int
    issued_at: int
    until: float
    version: int = 0

    def is_valid_for(self, user: User) -> bool:
        """Whether it has not been revoked. Another issuer's must have been made `LEEWAY` after the revocation."""
        if self.version:
            return self.version == user.token_version
        revoked_at = user.tokens_revoked_at
        return revoked_at is None or self.issued_at > revoked_at.timestamp() + LEEWAY


OWN = msgspec.json.Decoder(OwnClaims)


class Keyring:
    """The key that signs, and the previous ones whose tokens are still valid. A secret has at least 32 bytes."""

    def __init__(self, current: str | bytes, *previous: str | bytes) -> None:
        secrets = [secret.encode() if isinstance(secret, str) else secret for secret in (current, *previous)]
        if min(map(len, secrets)) < KEY_BYTES:
            raise ValueError(f"a secret that signs tokens has at least {KEY_BYTES} bytes")
        self.keys = {key_id(secret): secret for secret in secrets}
        self.current = key_id(secrets[0])

    def sign(self, claims: dict[str, object]) -> str:
        header = {"alg": ALGORITHM, "kid": self.current}
        signing_input = b".".join(base64url_encode(msgspec.json.encode(part)) for part in (header, claims))
        return b".".join((signing_input, self.signature(self.current, signing_input))).decode()

    def signature(self, kid: str, signing_input: bytes) -> bytes:
        return base64url_encode(hmac.digest(self.keys[kid], signing_input, "sha256"))

    def verify(self, token: SignedToken, now: float) -> VerifiedToken:
        """`now` is in seconds since 1970. Raises `InvalidToken`."""
        if token.header.alg != ALGORITHM:
            raise InvalidToken("algorithm")
        if token.header.kid not in self.keys:
            raise InvalidToken("kid")
        if len(token.signing_input) + len(token.signature) > MAX_OWN_LENGTH:
            raise InvalidToken("oversized")
        if not hmac.compare_digest(self.signature(token.header.kid, token.signing_input), token.signature):
            raise InvalidToken("signature")
        claims = decode_json(token.payload, OWN, "claims")
        check_claims(claims, ISSUER, AUDIENCE, now)
        return VerifiedToken(int(claims.sub), claims.iat, claims.exp, claims.tv)


def check_claims(claims: Claims, issuer: str, audience: str, now: float) -> None:
    """Raises `InvalidToken`."""
    if claims.iss != issuer:
        raise InvalidToken("issuer")
    if claims.aud != audience and (isinstance(claims.aud, str) or audience not in claims.aud):
        raise InvalidToken("audience")
    user_id = int(claims.sub)
    if user_id > INT32_MAX:
        raise InvalidToken("sub")
    if claims.exp <= now:
        raise InvalidToken("expired", user_id)
    if max(claims.iat, claims.nbf) > now + LEEWAY:
        raise InvalidToken("not_yet", user_id)


def key_id(secret: bytes) -> str:
    """The `kid` of a key, from which nothing of it can be derived."""
    return hashlib.sha256(b"semaforo kid " + secret).hexdigest()[:12]


def issue(keyring: Keyring, user: User, ttl: timedelta, now: datetime, token_id: str | None = None) -> str:
    """A person's token. With a `token_id`, equal arguments make equal tokens."""
    seconds = int(now.timestamp())
    return keyring.sign(
        {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": str(user.id),
            "iat": seconds,
            "exp": seconds + int(ttl.total_seconds()),
            "jti": token_id or uuid.uuid4().hex,
            "tv": user.token_version,
        }
    )
