"""The caller: a bearer token becomes an `Actor`, with the role and team that the directory gives them now.

There are two caches. A verified token is not verified again until it expires or its issuer's keys are to be fetched
again. A person is looked up once in `cache` (a second by default), so that a revocation, a deactivation or a change of
role takes effect within that time in every process.
"""

import asyncio
from datetime import timedelta
from typing import TypeVar

from aiohttp import hdrs
from msgspec import Struct
from multidict import CIMultiDictProxy

from api.auth.issuers import Issuers
from api.auth.jws import MAX_TOKEN_LENGTH, InvalidToken, parse
from api.auth.tokens import ALGORITHM, Keyring, VerifiedToken
from core.application.use_case import Caller, Pipeline
from core.base.errors import Code, Unauthenticated
from core.people.users import OPERATOR, actor
from core.records.people import Actor

K = TypeVar("K")
T = TypeVar("T")

MAX_CACHE = timedelta(seconds=5)
MAX_ENTRIES = 10_000
OPERATOR_CALLER = Caller(OPERATOR)


class AuthenticationError(Unauthenticated):
    """`reason` is for the log only; user 0 is unknown."""

    def __init__(self, reason: str, user_id: int = 0) -> None:
        super().__init__(Code.UNAUTHENTICATED)
        self.reason = reason
        self.user_id = user_id


class CachedActor(Struct, frozen=True):
    """A person as of a time (seconds since 1970); None if there is no such active person."""

    actor: Actor | None
    at: float


class Authenticator:
    def __init__(
        self,
        pipeline: Pipeline,
        keyring: Keyring,
        issuers: Issuers | None = None,
        *,
        cache: timedelta = timedelta(seconds=1),
    ) -> None:
        if not timedelta(0) <= cache <= MAX_CACHE:
            raise ValueError(f"a person is cached for at most {MAX_CACHE}")
        self.pipeline = pipeline
        self.keyring = keyring
        self.issuers = issuers or Issuers()
        self.cache_seconds = cache.total_seconds()
        self.verified: dict[str, VerifiedToken] = {}
        self.people: dict[int, CachedActor] = {}
        self.loading: dict[int, asyncio.Task[Actor | None]] = {}

    async def actor(self, headers: CIMultiDictProxy[str]) -> Actor:
        """Raises `AuthenticationError`."""
        values = headers.getall(hdrs.AUTHORIZATION, ())
        if len(values) != 1:
            raise AuthenticationError("several_headers" if values else "no_header")
        token = token_of(values[0])
        now = self.pipeline.clock.now().timestamp()
        proof = self.verified.get(token)
        if proof is None or proof.until <= now:
            proof = await self.verify(token, now)
        found = await self.person(proof.user_id, now)
        if found is not None and found.user.token_version < proof.version:  # issued since the person was looked up
            self.people.pop(proof.user_id, None)
            found = await self.person(proof.user_id, now)
        if found is None:
            raise AuthenticationError("unknown_or_inactive", proof.user_id)
        if not proof.is_valid_for(found.user):
            raise AuthenticationError("revoked", proof.user_id)
        return found

    async def verify(self, token: str, now: float) -> VerifiedToken:
        try:
            signed = parse(token)
            if signed.header.alg == ALGORITHM:
                proof = self.keyring.verify(signed, now)
            else:
                proof = await self.issuers.verify(signed, now)
        except InvalidToken as fault:
            raise AuthenticationError(str(fault), fault.user_id) from None
        remember(self.verified, token, proof)
        return proof

    async def person(self, user_id: int, now: float) -> Actor | None:
        """The person as of at most `cache` ago. Concurrent requests share one look-up."""
        known = self.people.get(user_id)
        if known is not None and 0 <= now - known.at < self.cache_seconds:
            return known.actor
        task = self.loading.get(user_id)
        if task is None:
            task = self.loading[user_id] = asyncio.create_task(self.load(user_id, now))
            task.add_done_callback(lambda _: self.loading.pop(user_id, None))
        return await asyncio.shield(task)

    async def load(self, user_id: int, now: float) -> Actor | None:
        """The person from the directory, cached as of the time before the look-up."""
        try:
            found = await self.pipeline.run(OPERATOR_CALLER, actor, user_id)
        except Unauthenticated:
            found = None
        remember(self.people, user_id, CachedActor(found, now))
        return found


def token_of(header: str) -> str:
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise AuthenticationError("scheme")
    token = token.strip(" ")
    if len(token) > MAX_TOKEN_LENGTH:
        raise AuthenticationError("oversized")
    return token


def remember(cache: dict[K, T], key: K, value: T) -> None:
    """Store as the newest entry; the oldest is dropped if there are too many."""
    cache.pop(key, None)
    if len(cache) >= MAX_ENTRIES:
        del cache[next(iter(cache))]
    cache[key] = value
