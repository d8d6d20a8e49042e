"""Our own bearer tokens: JWTs that say whose they are, and perhaps to what they are limited (`scope`).

What the person may do is the directory's, never the token's.

They are signed by HS256. A key has a `kid`, so that tokens of previous keys are still valid after a new one is used.
Tokens of other issuers (`issuers`) have the same claims but for whose they are, and no version that can be revoked.
"""

import hashlib
import hmac
import re
from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict

from api.auth.jws import InvalidToken, SignedToken, base64url_encode, decode_json
from core.application.scopes import scopes_in
from core.base.model import INT32_MAX
from core.people.tokens import has_row
from core.records.people import User
from core.records.tokens import AccessToken, IssuedToken, Scope, TokenGrant

ALGORITHM = "HS256"
ISSUER, AUDIENCE = "semaforo", "semaforo-api"
KEY_BYTES = 32
MAX_OWN_LENGTH = 1024
LEEWAY = 5
"""Seconds by which the issuer's clock may be ahead of ours. `exp` has no leeway."""
PUT_BACK = 24 * 60 * 60
"""Seconds by which the `iat` of our own tokens may be ahead: this machine's clock may have been when one was issued."""

USER_ID = re.compile("[1-9][0-9]{0,9}", re.ASCII)
LAST_MOMENT = 253_402_300_799
WholeMoment = Annotated[int, Meta(ge=0, le=LAST_MOMENT)]
Moment = Annotated[float, Meta(ge=0, le=LAST_MOMENT)]
"""Fractions are allowed (RFC 7519, section 2)."""


class Claims(Struct, frozen=True, kw_only=True):
    """The claims that are read of every token. Times are in seconds since 1970."""

    iss: str
    aud: str | list[str]
    exp: Moment
    iat: Moment
    jti: str
    nbf: Moment = 0
    scope: str | None = None


class OwnClaims(Claims, frozen=True, kw_only=True):
    """Claims of our own tokens: `sub` is the user's id, `tv` the person's token version, which a revocation raises."""

    exp: WholeMoment
    iat: WholeMoment
    sub: str
    tv: Annotated[int, Meta(ge=1)]


class ClaimedPerson(Struct, frozen=True):
    """A person as another issuer calls them."""

    match: Literal["username", "external_id"]
    name: str


class VerifiedToken(Struct, frozen=True):
    """A token whose signature and claims hold: its person, what it allows, and when to verify it again.

    `version` is the directory's `tokenVersion` when it was issued, 0 for a token of another issuer. `listed`: it has a
    row, as ours have since they have names.
    """

    person: int | ClaimedPerson
    issued_at: float
    until: float
    token: AccessToken
    version: int = 0
    listed: bool = False

    def is_valid_for(self, user: User) -> bool:
        """Return False if it was revoked. Another issuer's must have been made `LEEWAY` after the revocation."""
        if self.version:
            return self.version == user.token_version
        revoked_at = user.tokens_revoked_at
        return revoked_at is None or self.issued_at > revoked_at.timestamp() + LEEWAY


OWN = msgspec.json.Decoder(OwnClaims)


class Keyring:
    """The key that signs, and the previous ones whose tokens are still valid. A secret has at least 32 bytes."""

    def __init__(self, current: str, *previous: str) -> None:
        secrets = [secret.encode() for secret in (current, *previous)]
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

    def verify(self, signed: SignedToken, now: float) -> VerifiedToken:
        """Verify a token of our own; `now` is in seconds since 1970. Raises `InvalidToken`."""
        self.check_signature(signed, MAX_OWN_LENGTH)
        claims = decode_json(signed.payload, OWN, "claims")
        user_id = user_id_in(claims.sub)
        check_claims(claims, ISSUER, AUDIENCE, now, user_id, iat_leeway=PUT_BACK)
        scopes = None if claims.scope is None else scopes_in(claims.scope)
        token = access_token(claims, scopes)
        return VerifiedToken(user_id, claims.iat, claims.exp, token, claims.tv, has_row(claims.jti))

    def check_signature(self, signed: SignedToken, longest: int) -> None:
        """Check a token's signature and length. Raises `InvalidToken`."""
        if signed.header.alg != ALGORITHM:
            raise InvalidToken("algorithm")
        if signed.header.kid not in self.keys:
            raise InvalidToken("kid")
        if len(signed.signing_input) + len(signed.signature) > longest:
            raise InvalidToken("oversized")
        if not hmac.compare_digest(self.signature(signed.header.kid, signed.signing_input), signed.signature):
            raise InvalidToken("signature")


def user_id_in(text: str) -> int:
    """The user's id in a claim. Raises `InvalidToken` unless it may be one."""
    if not USER_ID.fullmatch(text):
        raise InvalidToken("claims")
    if int(text) > INT32_MAX:
        raise InvalidToken("sub")
    return int(text)


def check_claims(
    claims: Claims, issuer: str, audience: str, now: float, user_id: int = 0, *, iat_leeway: float = LEEWAY
) -> None:
    """Check issuer, audience and times. Raises `InvalidToken`, with the user if known."""
    if claims.iss != issuer:
        raise InvalidToken("issuer")
    if claims.aud != audience and (isinstance(claims.aud, str) or audience not in claims.aud):
        raise InvalidToken("audience")
    if claims.exp <= now:
        raise InvalidToken("expired", user_id)
    if claims.iat > now + iat_leeway or claims.nbf > now + LEEWAY:
        raise InvalidToken("not_yet", user_id)


def access_token(claims: Claims, scopes: frozenset[Scope] | None) -> AccessToken:
    return AccessToken(claims.jti, scopes, datetime.fromtimestamp(claims.exp, UTC))


def key_id(secret: bytes) -> str:
    """The `kid` of a key, from which nothing of it can be derived."""
    return hashlib.sha256(b"semaforo kid " + secret).hexdigest()[:12]


def issue(keyring: Keyring, grant: TokenGrant) -> IssuedToken:
    """The token of a grant. Equal grants make equal tokens."""
    token = grant.token
    limits = {} if token.scopes is None else {"scope": " ".join(token.scopes)}
    secret = keyring.sign(
        {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": str(token.user_id),
            "iat": int(token.created_at.timestamp()),
            "exp": int(token.expires_at.timestamp()),
            "jti": token.id,
            "tv": grant.version,
            **limits,
        }
    )
    return IssuedToken(**asdict(token), token=secret)
