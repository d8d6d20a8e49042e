"""The one pipeline: actor → use case → commit → result, for REST, chat, command line and jobs alike.

A use case is a coroutine whose first argument is its `Context`; `@query` promises that it only reads, `@listing`
that it may be a moment late too, `@command` gives it a transaction. A caller that may repeat itself (a chat update
delivered twice, a client that retries) names a `Cause`: the outcome is written in the transaction of its effect, and a
repetition is answered with that same outcome. A caller who must not overwrite what they have not seen names a
`Guard`: it is asked in the transaction of the write.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

import msgspec
from msgspec import Struct

from core.access import Actor
from core.calendar_time import Clock, local_date
from core.errors import Code, Conflict, Forbidden, Outdated
from core.ports import NOBODY, Store, UnitOfWork
from core.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S")


class Context(Struct, frozen=True):
    """All that a use case may know: who asks, the unit of work, the one present instant, the rules in force."""

    actor: Actor
    uow: UnitOfWork
    now: datetime
    settings: Settings

    @property
    def today(self) -> date:
        """The date in the business zone."""
        return local_date(self.now, self.settings.zone)


@dataclass(frozen=True, slots=True)
class UseCase(Generic[P, T]):
    """A use case and what the pipeline must know of it."""

    name: str
    act: Callable[Concatenate[Context, P], Awaitable[T]]
    writes: bool
    outcome: type[T]
    may_be_late: bool = field(default=False, kw_only=True)

    def __call__(self, context: Context, *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        """Run inside another use case's unit of work."""
        return self.act(context, *args, **kwargs)


def query(act: Callable[Concatenate[Context, P], Awaitable[T]]) -> UseCase[P, T]:
    """A use case that only reads."""
    return use_case(act, writes=False)


def listing(act: Callable[Concatenate[Context, P], Awaitable[T]]) -> UseCase[P, T]:
    """A query that may be answered as of a moment ago, though never without what the caller wrote: lists and histories.

    Nothing may be decided by it.
    """
    return replace(query(act), may_be_late=True)


def command(act: Callable[Concatenate[Context, P], Awaitable[T]]) -> UseCase[P, T]:
    """A use case that runs in a transaction."""
    return use_case(act, writes=True)


def use_case(act: Callable[Concatenate[Context, P], Awaitable[T]], *, writes: bool) -> UseCase[P, T]:
    """The use case, named after its function, its outcome read from the annotation."""
    module = act.__module__.rpartition(".")[2]
    return UseCase(f"{module}.{act.__name__}", act, writes, act.__annotations__["return"])


@dataclass(frozen=True, slots=True)
class Cause:
    """What brought a command about, so that it is applied once. The same key with another digest is a conflict."""

    scope: str
    key: str
    digest: bytes = b""


@dataclass(frozen=True, slots=True)
class Guard:
    """What must hold of a thing for it to be written to; `read` with `ids` is the thing as the caller would read it."""

    read: UseCase[..., Any]
    ids: Sequence[int]
    accepts: Callable[[Any], bool]

    async def holds(self, context: Context) -> bool:
        """Whether the thing is as the caller expects. Raises what reading it raises."""
        return self.accepts(await self.read.act(context, *self.ids))


class Caller(Struct, frozen=True):
    """Who calls; where the call may come again, why; where it must not go past what they have seen, what holds."""

    actor: Actor
    cause: Cause | None = None
    guard: Guard | None = None


class Pipeline:
    """Runs use cases over a store."""

    def __init__(self, store: Store, clock: Clock, settings: Settings) -> None:
        self.store = store
        self.clock = clock
        self.settings = settings

    async def run(self, caller: Caller, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the use case returns, after its transaction is durable. Raises what it raises, with nothing changed."""
        return await self.shaped(as_it_is, caller, use_case, *args, **kwargs)

    async def shaped(
        self, shape: Callable[[T], S], caller: Caller, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> S:
        """The same as `shape` makes it, there where it was read: a long list is dealt with off the event loop."""
        if use_case.writes and caller.actor.only_looks:
            raise Forbidden(Code.FORBIDDEN)

        async def work(uow: UnitOfWork) -> S:
            context = Context(caller.actor, uow, self.clock.now(), self.settings)
            if not use_case.writes:
                return shape(await use_case.act(context, *args, **kwargs))
            if caller.cause is None:
                return shape(await guarded(context, caller.guard, use_case, *args, **kwargs))
            return shape(await once(context, caller.cause, caller.guard, use_case, *args, **kwargs))

        work.__qualname__ = use_case.name
        if use_case.writes:
            return await self.store.write(work, by=caller.actor.id)
        return await self.store.read(work, late_for=caller.actor.id if use_case.may_be_late else NOBODY)


def as_it_is(found: T) -> T:
    """What was found, in no other shape."""
    return found


async def guarded(
    context: Context, guard: Guard | None, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """The result, where the guard holds. Raises `Outdated` where not, unless something is told before that."""
    if guard is None or await guard.holds(context):
        return await use_case.act(context, *args, **kwargs)
    with suppress(Conflict):  # a permission or a value comes before the state; what is written is rolled back
        await use_case.act(context, *args, **kwargs)
    raise Outdated(Code.OUTDATED)


async def once(
    context: Context, cause: Cause, guard: Guard | None, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """The outcome of the first time, or this time's, recorded for the next. A refusal leaves no record."""
    causes = context.uow.causes
    scope = f"{cause.scope} {use_case.name}"
    if applied := await causes.get(scope, cause.key):
        digest, outcome = applied
        if digest != cause.digest:
            raise Conflict(Code.CAUSE_REUSED)
        return msgspec.json.decode(outcome, type=use_case.outcome)
    result = await guarded(context, guard, use_case, *args, **kwargs)
    await causes.add(scope, cause.key, cause.digest, msgspec.json.encode(result), context.now)
    return result
