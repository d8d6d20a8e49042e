"""The pipeline that runs every use case, for REST, chat, command line and jobs alike.

A use case is a coroutine whose first argument is its `Context`. `@query` only reads; `@query(stale_ok=True)` may read
data that is a moment old; `@command` runs in a transaction. `Pipeline.run` takes a request through these steps:

1. A `Caller` brings the actor and, if the request asks for them, an `IdempotencyKey` and a `Precondition`. A
   `read_only` actor may run no command, and a token nothing that needs a scope which it does not have.
2. The store opens a unit of work: a consistent view for a query, a transaction for a command.
3. `run_once`: if the idempotency key was used before (a chat update or a client's retry that arrives again), its stored
   outcome is the result, and nothing runs.
4. `run_if_met`: the precondition is checked against the resource as the transaction sees it.
5. The use case checks permissions and values, reads and writes. A `DomainError` rolls everything back.
6. The outcome is stored under the idempotency key, the store commits, and the result is returned.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import partial
from itertools import count
from secrets import randbits
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

import msgspec
from msgspec import Struct

from core.application.scopes import require_scopes
from core.base.calendar_time import Clock, local_date
from core.base.errors import Code, Conflict, Forbidden, Outdated
from core.base.settings import Settings
from core.ports import Store, UnitOfWork
from core.records.journal import Origin, Via
from core.records.messages import NewMessage
from core.records.people import Actor
from core.records.tokens import AccessToken, Scope

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S")
U = TypeVar("U", bound="UseCase[..., Any]")

audit_log = logging.getLogger("semaforo.audit")
AUDITED_ID = 64
"""The most characters of a token's id that are logged: another issuer's ids may be of any length."""
UNIT_BITS = 21
"""The low bits of a unit's number; those above are the milliseconds since 1970. 63 bits last until the year 2109."""
UNITS = count(randbits(UNIT_BITS))
"""Counts this process's units from a random number, so that those of two processes in a millisecond differ."""


class Context(Struct, frozen=True):
    """The context of a use case: the actor, the unit of work, the present instant, the settings, the actor's token.

    A use case knows nothing else.
    """

    actor: Actor
    uow: UnitOfWork
    now: datetime
    settings: Settings
    token: AccessToken | None = None
    settled: int = 0
    """For a use case that follows the journal: the number up to which no row will be added any more."""
    audited: list[str] = []
    told: list[int] = []
    """The people for whom `core.messages.outbox` wrote messages that wait to be sent."""
    gathered: list[NewMessage] | None = None
    """Messages that are written later, together (`core.messages.outbox.told_together`); None: each at once."""

    @property
    def today(self) -> date:
        """Today in the business zone."""
        return local_date(self.now, self.settings.zone)

    @property
    def scopes(self) -> frozenset[Scope] | None:
        """The scopes of the actor's token; None without a token, and for one that may do all."""
        return self.token.scopes if self.token else None

    def audit(self, line: str) -> None:
        """Log a line in `semaforo.audit` once all is durable. It must have no text that a person has chosen."""
        self.audited.append(line)


@dataclass(frozen=True, slots=True)
class UseCase(Generic[P, T]):
    """A query or a command. Called directly, it runs inside the calling use case's unit of work.

    `scopes`: those that a token needs for it; None where a token with scopes may not ask for it.
    """

    name: str
    act: Callable[Concatenate[Context, P], Awaitable[T]]
    writes: bool
    outcome: type[T]
    stale_ok: bool = field(default=False, kw_only=True)
    follows: bool = field(default=False, kw_only=True)
    scopes: frozenset[Scope] | None = field(default=None, kw_only=True)

    def __call__(self, context: Context, *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        return self.act(context, *args, **kwargs)


@overload
def query(act: Callable[Concatenate[Context, P], Awaitable[T]], /) -> UseCase[P, T]: ...


@overload
def query(
    *, stale_ok: bool = ..., follows: bool = ...
) -> Callable[[Callable[Concatenate[Context, P], Awaitable[T]]], UseCase[P, T]]: ...


def query(act: Callable[..., Awaitable[Any]] | None = None, /, *, stale_ok: bool = False, follows: bool = False) -> Any:
    """A use case that only reads.

    `stale_ok`: a replica may answer it. The replica may lag a moment behind, but never misses a write of the caller's
    own. Meant for lists and histories, on whose result nothing is decided. `follows`: it reads the journal on from a
    position, and is told beforehand up to where that is settled (`Context.settled`).
    """
    if act is None:
        return partial(use_case, writes=False, stale_ok=stale_ok, follows=follows)
    return use_case(act, writes=False)


def command(act: Callable[Concatenate[Context, P], Awaitable[T]]) -> UseCase[P, T]:
    return use_case(act, writes=True)


def use_case(
    act: Callable[Concatenate[Context, P], Awaitable[T]],
    *,
    writes: bool,
    stale_ok: bool = False,
    follows: bool = False,
) -> UseCase[P, T]:
    """The use case, named after its function; the type of its outcome is the function's return annotation."""
    module = act.__module__.rpartition(".")[2]
    name, outcome = f"{module}.{act.__name__}", act.__annotations__["return"]
    return UseCase(name, act, writes, outcome, stale_ok=stale_ok, follows=follows)


def needs(*scopes: Scope) -> Callable[[U], U]:
    """Say which scopes a use case needs of a token; without any, every token may ask for it."""

    def with_scopes(use_case: U) -> U:
        return replace(use_case, scopes=frozenset(scopes))

    return with_scopes


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """Names a request, so that its command is applied once. The same key with another digest of its body is refused."""

    scope: str
    key: str
    digest: bytes = b""


@dataclass(frozen=True, slots=True)
class Precondition:
    """A condition on the present state of a resource: `read` with `ids` returns it as the caller would see it."""

    read: UseCase[..., Any]
    ids: Sequence[int]
    accepts: Callable[[Any], bool]

    async def holds(self, context: Context) -> bool:
        return self.accepts(await self.read.act(context, *self.ids))


class Caller(Struct, frozen=True):
    """The actor, and whether their request is to be applied only once, or only if a precondition holds.

    `via` is the way of the request, and `token` the one with which they came over REST; `unit` is for several commands
    that belong together.
    """

    actor: Actor
    idempotency_key: IdempotencyKey | None = None
    precondition: Precondition | None = None
    token: AccessToken | None = None
    via: Via = Via.JOB
    unit: int | None = None


class Pipeline:
    """Runs use cases over a store."""

    def __init__(self, store: Store, clock: Clock, settings: Settings) -> None:
        self.store = store
        self.clock = clock
        self.settings = settings

    async def run(self, caller: Caller, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the use case's result once its transaction is durable. What it raises changes nothing."""
        return await self.run_encoded(identity, caller, use_case, *args, **kwargs)

    async def run_encoded(
        self, encode: Callable[[T], S], caller: Caller, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> S:
        """Like `run`, with the result encoded where it was read: a long list does not hold up the event loop."""
        if use_case.writes and caller.actor.read_only:
            raise Forbidden(Code.FORBIDDEN)
        require_scopes(caller.token, use_case.scopes)

        lines: list[str] = []
        settled = await self.store.read(settled_journal) if use_case.follows else 0

        async def work(uow: UnitOfWork) -> S:
            lines.clear()  # of a run that the store repeats
            context = Context(caller.actor, uow, self.clock.now(), self.settings, caller.token, settled, lines)
            act = partial(use_case.act, context, *args, **kwargs)
            return encode(await (run_once(context, caller, use_case, act) if use_case.writes else act()))

        work.__qualname__ = use_case.name
        if use_case.writes:
            at, token = self.clock.now(), caller.token.id if caller.token else None
            unit = new_unit(at) if caller.unit is None else caller.unit
            result = await self.store.write(work, origin=Origin(caller.actor.id, caller.via, token, at, unit))
        else:
            result = await self.store.read(work, person=caller.actor.id, stale_ok=use_case.stale_ok)
        for line in lines:
            log_audited(line, caller)
        return result


async def settled_journal(uow: UnitOfWork) -> int:
    return await uow.journal.settled()


def log_audited(line: str, caller: Caller) -> None:
    token = ascii(caller.token.id)[:AUDITED_ID] if caller.token else "-"
    audit_log.info("%s by=%s via=%s token=%s", line, caller.actor.id, caller.via, token)


def identity(value: T) -> T:
    return value


def new_unit(at: datetime) -> int:
    """Make a number for what is written at an instant: in order of time, so that an index of them grows at its end."""
    return first_unit(at) | next(UNITS) % (1 << UNIT_BITS)


def first_unit(at: datetime) -> int:
    """The least number for what is written at an instant, or later."""
    return int(at.timestamp() * 1000) << UNIT_BITS


async def run_once(context: Context, caller: Caller, use_case: UseCase[..., T], act: Callable[[], Awaitable[T]]) -> T:
    """Return the stored outcome of the caller's idempotency key, else run and store it. A refusal is not stored."""
    key = caller.idempotency_key
    if key is None:
        return await run_if_met(context, caller.precondition, act)
    scope = f"{key.scope} {use_case.name}"
    if applied := await context.uow.idempotency_keys.get(scope, key.key):
        digest, outcome = applied
        if digest != key.digest:
            raise Conflict(Code.IDEMPOTENCY_KEY_REUSED)
        return msgspec.json.decode(outcome, type=use_case.outcome)
    result = await run_if_met(context, caller.precondition, act)
    await context.uow.idempotency_keys.add(scope, key.key, key.digest, msgspec.json.encode(result))
    return result


async def run_if_met(context: Context, precondition: Precondition | None, act: Callable[[], Awaitable[T]]) -> T:
    """Run it if the precondition holds. Raises `Outdated` else; permission and validation errors take precedence."""
    if precondition is None or await precondition.holds(context):
        return await act()
    with suppress(Conflict):  # runs it for its permission and validation errors alone: its writes are rolled back
        await act()
    raise Outdated(Code.OUTDATED)
