"""The caller: a bearer token becomes an actor as the directory has them now, and what the token allows them.

There are two caches. A verified token is not verified again until it expires or its issuer's keys are to be fetched
again. A person is looked up once in `cache` (a second by default), with their valid tokens, so that the end of a token,
a deactivation or a change of role takes effect within that time in every process.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import TypeVar

from aiohttp import hdrs
from msgspec import Struct
from multidict import CIMultiDictProxy

from api.auth.issuers import Issuers
from api.auth.jws import MAX_TOKEN_LENGTH, InvalidToken, parse
from api.auth.last_uses import LastUses
from api.auth.tokens import ALGORITHM, ClaimedPerson, Keyring, VerifiedToken
from core.application.use_case import Caller, Pipeline, UseCase
from core.base.errors import Code, Unauthenticated
from core.people.tokens import Bearer, bearer, bearer_by_external_id, bearer_by_username, bearers, note_use
from core.people.users import OPERATOR_CALLER
from core.records.journal import Via

K = TypeVar("K")
T = TypeVar("T")

MAX_CACHE = timedelta(seconds=5)
MAX_ENTRIES = 10_000
TOGETHER = 250
"""People who are looked up by one query."""
NEW_SECONDS = 10
"""The age below which an unknown token may be newer than its cached person, since clocks differ a little."""
BEARER_BY: Mapping[str, UseCase[[str], Bearer]] = {
    "username": bearer_by_username,
    "external_id": bearer_by_external_id,
}


class AuthenticationError(Unauthenticated):
    """A token that does not name a caller; `reason` is for the log only, and user 0 is unknown."""

    def __init__(self, reason: str, user_id: int = 0) -> None:
        super().__init__(Code.UNAUTHENTICATED)
        self.reason = reason
        self.user_id = user_id


class CachedBearer(Struct, frozen=True):
    """A person as of a time (seconds since 1970); None if there is no such active person."""

    bearer: Bearer | None
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
        self.people: dict[int | ClaimedPerson, CachedBearer] = {}
        self.last_uses: LastUses[str] = LastUses(pipeline, note_use)
        self.loading: dict[int | ClaimedPerson, asyncio.Task[Bearer | None]] = {}

    async def caller(self, headers: CIMultiDictProxy[str]) -> Caller:
        """The caller whom a request's headers name. Raises `AuthenticationError`."""
        values = headers.getall(hdrs.AUTHORIZATION, ())
        if len(values) != 1:
            raise AuthenticationError("several_headers" if values else "no_header")
        token = token_of(values[0])
        now = self.pipeline.clock.now().timestamp()
        proof = self.verified.get(token)
        if proof is None or proof.until <= now:
            proof = await self.verify(token, now)
        found = await self.person(proof.person, now)
        if found is not None and may_be_newer(proof, found, now):
            self.people.pop(proof.person, None)
            found = await self.person(proof.person, now)
        if found is None:
            raise AuthenticationError("unknown_or_inactive", proof.person if isinstance(proof.person, int) else 0)
        if not proof.is_valid_for(found.actor.user):
            raise AuthenticationError("revoked", found.actor.id)
        if proof.listed:
            self.note_use(proof, found)
        return Caller(found.actor, token=proof.token, via=Via.REST)

    async def callers_now(self, several: Sequence[CIMultiDictProxy[str]]) -> list[Caller | AuthenticationError]:
        """The present callers of requests that were authenticated before, all looked up together."""
        proofs = [self.verified.get(token_of(headers[hdrs.AUTHORIZATION])) for headers in several]
        await self.look_up({proof.person for proof in proofs if proof})
        return [await self.caller_or_error(headers) for headers in several]

    async def caller_or_error(self, headers: CIMultiDictProxy[str]) -> Caller | AuthenticationError:
        try:
            return await self.caller(headers)
        except AuthenticationError as error:
            return error

    async def look_up(self, people: Collection[int | ClaimedPerson]) -> None:
        """Cache people as they are now, whenever they were looked up before."""
        now = self.pipeline.clock.now().timestamp()
        ours = sorted(who for who in people if isinstance(who, int))
        for first in range(0, len(ours), TOGETHER):
            part = ours[first : first + TOGETHER]
            found = await self.pipeline.run(OPERATOR_CALLER, bearers, part)
            for who in part:
                remember(self.people, who, CachedBearer(found.get(who), now))
        await asyncio.gather(*(self.load(who, now) for who in people if not isinstance(who, int)))

    def keep_cached(self, several: Iterable[CIMultiDictProxy[str]]) -> None:
        """Keep the callers of these requests cached for longer; only to be called if none of them has changed."""
        now = self.pipeline.clock.now().timestamp()
        for headers in several:
            proof = self.verified.get(token_of(headers[hdrs.AUTHORIZATION]))
            if proof and (known := self.people.get(proof.person)):
                self.people[proof.person] = CachedBearer(known.bearer, now)

    def note_use(self, proof: VerifiedToken, found: Bearer) -> None:
        """Note a token's first use of the day. Raises `AuthenticationError` if the token has ended."""
        used = found.used.get(proof.token.id)
        if used is None:
            raise AuthenticationError("ended", found.actor.id)
        if not used:
            found.used[proof.token.id] = True
            self.last_uses.note(proof.token.id)

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

    async def person(self, who: int | ClaimedPerson, now: float) -> Bearer | None:
        """The person as of at most `cache` ago. Concurrent requests share one look-up."""
        known = self.people.get(who)
        if known is not None and 0 <= now - known.at < self.cache_seconds:
            return known.bearer
        task = self.loading.get(who)
        if task is None:
            task = self.loading[who] = asyncio.create_task(self.load(who, now))
            task.add_done_callback(lambda _: self.loading.pop(who, None))
        return await asyncio.shield(task)

    async def load(self, who: int | ClaimedPerson, now: float) -> Bearer | None:
        """The person from the directory, cached as of the time before the look-up."""
        try:
            if isinstance(who, int):
                found = await self.pipeline.run(OPERATOR_CALLER, bearer, who)
            else:
                found = await self.pipeline.run(OPERATOR_CALLER, BEARER_BY[who.match], who.name)
        except Unauthenticated:
            found = None
        remember(self.people, who, CachedBearer(found, now))
        return found


def may_be_newer(proof: VerifiedToken, found: Bearer, now: float) -> bool:
    """Return whether a token may have been issued since its person was looked up, perhaps by another process."""
    if proof.listed and proof.token.id not in found.used:
        return abs(now - proof.issued_at) < NEW_SECONDS
    return found.actor.user.token_version < proof.version


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
