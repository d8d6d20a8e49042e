"""Other issuers whose tokens are accepted, each with its own name, algorithm, keys and audience.

One claim says whose a token is (`user_claim`), by the directory's id, username or external id (`match`); nothing else
that it says of a person is read, but that an e-mail address is not verified. A claim
`scope` limits it if it names any scope of ours: a sign-on has words of its own there (`openid profile`).
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Literal

import msgspec
from aiohttp import ClientSession, ClientTimeout, DummyCookieJar
from msgspec import Struct

from api.auth.jwks import KeySet
from api.auth.jws import InvalidToken, SignedToken, decode_json, decode_signature
from api.auth.tokens import ClaimedPerson, Claims, VerifiedToken, access_token, check_claims, user_id_in
from core.application.scopes import scopes_in

TIMEOUT = ClientTimeout(total=5)


class Issuer(Struct, frozen=True, kw_only=True):
    issuer: str
    jwks_url: str
    audience: str
    algorithm: Literal["RS256", "ES256"]
    user_claim: str = "sub"
    match: Literal["id", "username", "external_id"] = "id"


class UnverifiedClaims(Struct, frozen=True):
    """The claim by which the issuer is found whose keys verify the token."""

    iss: str


UNVERIFIED_CLAIMS = msgspec.json.Decoder(UnverifiedClaims)
CLAIMS = msgspec.json.Decoder(Claims)
EVERY_CLAIM: msgspec.json.Decoder[Mapping[str, object]] = msgspec.json.Decoder(dict[str, object])
EMAIL, EMAIL_VERIFIED = "email", "email_verified"
LONGEST_NAME = 255


class TrustedIssuer:
    def __init__(self, issuer: Issuer, keys: KeySet) -> None:
        self.issuer = issuer
        self.keys = keys

    async def verify(self, token: SignedToken, now: float) -> VerifiedToken:
        """Verify a token of the issuer. Raises `InvalidToken`."""
        algorithm = self.issuer.algorithm
        if token.header.alg != algorithm:
            raise InvalidToken("algorithm")
        signature = decode_signature(token.signature)
        key = await self.keys.key(token.header.kid, now)
        if not key.Algorithm.verify(token.signing_input, key.key, signature):
            raise InvalidToken("signature")
        claims = decode_json(token.payload, CLAIMS, "claims")
        person = self.person_in(decode_json(token.payload, EVERY_CLAIM, "claims"))
        user_id = person if isinstance(person, int) else 0
        check_claims(claims, self.issuer.issuer, self.issuer.audience, now, user_id)
        access = access_token(claims, scopes_in(claims.scope or "") or None)
        return VerifiedToken(person, claims.iat, min(claims.exp, self.keys.fresh_until), access)

    def person_in(self, claims: Mapping[str, object]) -> int | ClaimedPerson:
        """Return the person whom the claims name. Raises `InvalidToken`."""
        name = claims.get(self.issuer.user_claim)
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise InvalidToken("claims")
        if self.issuer.user_claim == EMAIL and claims.get(EMAIL_VERIFIED, True) is not True:
            raise InvalidToken("email_not_verified")
        return user_id_in(name) if self.issuer.match == "id" else ClaimedPerson(self.issuer.match, name)


class Issuers:
    def __init__(self, trusted: Sequence[TrustedIssuer] = ()) -> None:
        self.trusted = {each.issuer.issuer: each for each in trusted}
        self.algorithms = {each.issuer.algorithm for each in trusted}

    async def verify(self, token: SignedToken, now: float) -> VerifiedToken:
        """Verify a token of any of the issuers; `now` is in seconds since 1970. Raises `InvalidToken`."""
        if token.header.alg not in self.algorithms:
            raise InvalidToken("algorithm")
        trusted = self.trusted.get(decode_json(token.payload, UNVERIFIED_CLAIMS, "claims").iss)
        if trusted is None:
            raise InvalidToken("issuer")
        return await trusted.verify(token, now)


@asynccontextmanager
async def open_issuers(issuers: Sequence[Issuer], now: float) -> AsyncIterator[Issuers]:
    """Trust issuers. Their keys are fetched in the background."""
    if not issuers:
        yield Issuers()
        return
    async with ClientSession(timeout=TIMEOUT, cookie_jar=DummyCookieJar()) as session:
        key_sets = [KeySet(session, issuer.jwks_url, issuer.algorithm) for issuer in issuers]
        for keys in key_sets:
            keys.refresh(now)
        try:
            yield Issuers([TrustedIssuer(issuer, keys) for issuer, keys in zip(issuers, key_sets, strict=True)])
        finally:
            for keys in key_sets:
                await keys.close()
