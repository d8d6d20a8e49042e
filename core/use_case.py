"""The one pipeline: actor → use case → commit → result, for REST, chat, command line and jobs alike.

A use case is a coroutine whose first argument is its `Context`; `@query` promises that it only reads, `@command`
gives it a transaction. A caller that may repeat itself (a chat update delivered twice, a client that retries) names a
`Cause`: the outcome is written in the transaction of its effect, and a repetition is answered with that same outcome.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Concatenate, Generic, ParamSpec, TypeVar

import msgspec
from msgspec import Struct

from core.access import Actor
from core.calendar_time import Clock, local_date
from core.errors import Code, Conflict
from core.ports import Store, UnitOfWork
from core.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")


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

    def __call__(self, context: Context, *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        """Run inside another use case's unit of work."""
        return self.act(context, *args, **kwargs)


def query(act: Callable[Concatenate[Context, P], Awaitable[T]]) -> UseCase[P, T]:
    """A use case that only reads."""
    return use_case(act, writes=False)


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


class Caller(Struct, frozen=True):
    """Who calls and, where the call may come again, why."""

    actor: Actor
    cause: Cause | None = None


class Pipeline:
    """Runs use cases over a store."""

    def __init__(self, store: Store, clock: Clock, settings: Settings) -> None:
        self.store = store
        self.clock = clock
        self.settings = settings

    async def run(self, caller: Caller, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the use case returns, after its transaction is durable. Raises what it raises, with nothing changed."""

        async def work(uow: UnitOfWork) -> T:
            context = Context(caller.actor, uow, self.clock.now(), self.settings)
            if caller.cause is None or not use_case.writes:
                return await use_case.act(context, *args, **kwargs)
            return await once(context, caller.cause, use_case, *args, **kwargs)

        if use_case.writes:
            return await self.store.write(work)
        return await self.store.read(work)


async def once(context: Context, cause: Cause, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The outcome of the first time, or this time's, recorded for the next. A refusal leaves no record."""
    causes = context.uow.causes
    scope = f"{cause.scope} {use_case.name}"
    if applied := await causes.get(scope, cause.key):
        digest, outcome = applied
        if digest != cause.digest:
            raise Conflict(Code.CAUSE_REUSED)
        return msgspec.json.decode(outcome, type=use_case.outcome)
    result = await use_case.act(context, *args, **kwargs)
    await causes.add(scope, cause.key, cause.digest, msgspec.json.encode(result), context.now)
    return result
