"""Bearer tokens: HS256 JWTs that say who, never what they may do. Nothing here knows HTTP or the directory.

A key is named by its `kid`, so that a new one can sign while tokens of the previous ones still verify.
"""

import hashlib
import uuid
from datetime import datetime, timedelta
from typing import Annotated

import jwt
import msgspec
from msgspec import Meta, Struct

from core.model import INT32_MAX
from core.users import User

ALGORITHM = "HS256"
ISSUER, AUDIENCE = "semaforo", "semaforo-api"
KEY_BYTES = 32
MAX_TOKEN_LENGTH = 8 * 1024
VERIFIER = jwt.PyJWT(
    options={
        "enforce_minimum_key_length": True,
        "require": ["exp", "iat", "iss", "aud", "sub", "jti"],
        # `check_times` does these, by the one clock.
        "verify_exp": False,
        "verify_iat": False,
        "verify_nbf": False,
    }
)


class InvalidToken(Exception):
    """A token that does not stand; its one argument is the reason in a word, for the log only."""


class Claims(Struct, frozen=True):
    """What is read of a verified token; times in seconds since 1970."""

    sub: Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,9}\Z")]
    exp: int
    iat: int
    jti: str
    tv: int
    nbf: int = 0

    @property
    def user_id(self) -> int:
        """The person of the directory."""
        return int(self.sub)


class Keyring:
    """The key that signs, and the earlier ones whose tokens are still honoured. Secrets have 32 bytes or more."""

    def __init__(self, current: str | bytes, *previous: str | bytes) -> None:
        secrets = [secret.encode() if isinstance(secret, str) else secret for secret in (current, *previous)]
        if min(map(len, secrets)) < KEY_BYTES:
            raise ValueError(f"a secret that signs tokens has at least {KEY_BYTES} bytes")
        self.keys = {key_id(secret): secret for secret in secrets}
        self.current = key_id(secrets[0])

    def sign(self, claims: dict[str, object]) -> str:
        """A token of these claims."""
        return VERIFIER.encode(claims, self.keys[self.current], ALGORITHM, {"kid": self.current})

    def verify(self, token: str, now: float) -> Claims:
        """The claims of a token that is ours and valid now (seconds since 1970). Raises `InvalidToken`."""
        if len(token) > MAX_TOKEN_LENGTH:
            raise InvalidToken("oversized")
        try:
            payload = VERIFIER.decode(token, self.key_of(token), [ALGORITHM], audience=AUDIENCE, issuer=ISSUER)
            claims = msgspec.convert(payload, Claims)
        except jwt.InvalidTokenError as fault:
            raise InvalidToken(type(fault).__name__) from None
        except ValueError:
            raise InvalidToken("claims") from None
        check_times(claims, now)
        return claims

    def key_of(self, token: str) -> bytes:
        """The secret that the token's header names."""
        key = self.keys.get(jwt.get_unverified_header(token).get("kid", ""))
        if key is None:
            raise InvalidToken("kid")
        return key


def check_times(claims: Claims, now: float) -> None:
    """Raise `InvalidToken` unless the token has begun, has not ended and names a possible person."""
    if claims.exp <= now:
        raise InvalidToken("expired")
    if claims.iat > now or claims.nbf > now:
        raise InvalidToken("not_yet")
    if claims.user_id > INT32_MAX:
        raise InvalidToken("sub")


def key_id(secret: bytes) -> str:
    """A short name of a key that tells nothing of it."""
    return hashlib.sha256(b"semaforo kid " + secret).hexdigest()[:12]


def issue(keyring: Keyring, user: User, ttl: timedelta, now: datetime) -> str:
    """A token of a person that stands for `ttl`, or until their tokens are revoked."""
    seconds = int(now.timestamp())
    return keyring.sign(
        {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": str(user.id),
            "iat": seconds,
            "exp": seconds + int(ttl.total_seconds()),
            "jti": uuid.uuid4().hex,
            "tv": user.token_version,
        }
    )
