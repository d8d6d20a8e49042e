"""Tests of a table of rows, each of which costs little: one test, whose failure names every row at fault."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from inspect import Parameter, Signature, iscoroutinefunction, signature

import pytest

Begin = Callable[[], AbstractContextManager[object]]


def each_row(
    rows: Iterable[object], *, given: str = "", world: Begin | None = None
) -> Callable[[Callable[..., Awaitable[None] | None]], Callable[[], Awaitable[None] | None]]:
    """Instead of `parametrize` where rows would cost more to collect, set up and report than to test.

    All rows share the fixtures that are `given` by name, the test's first arguments: they must not mind each other.
    With a `world` instead, each row begins in one of its own.
    """

    def one_test(test: Callable[..., Awaitable[None] | None]) -> Callable[[], Awaitable[None] | None]:
        def whole(*own: object, **fixtures: object) -> None:
            for attempt in attempts(rows, world):
                with attempt as inputs:
                    test(*own, *fixtures.values(), *inputs)

        async def awaited(*own: object, **fixtures: object) -> None:
            for attempt in attempts(rows, world):
                with attempt as inputs:
                    await test(*own, *fixtures.values(), *inputs)

        one = awaited if iscoroutinefunction(test) else whole
        one.__name__, one.__doc__, one.__module__ = test.__name__, test.__doc__, test.__module__
        own = [each for each in signature(test).parameters.values() if each.name == "self"]
        one.__signature__ = Signature([*own, *(Parameter(name, Parameter.KEYWORD_ONLY) for name in given.split())])
        return one

    return one_test


def attempts(rows: Iterable[object], world: Begin | None) -> Iterator[AbstractContextManager[tuple[object, ...]]]:
    """An attempt for each row; in the end all failures are raised together."""
    table, wrong = list(rows), []
    assert table
    for row in table:
        yield attempt_of(row, world, wrong)
    if wrong:
        raise BaseExceptionGroup(f"{len(wrong)} rows", wrong)


@contextmanager
def attempt_of(row: object, world: Begin | None, wrong: list[BaseException]) -> Iterator[tuple[object, ...]]:
    """Yield the arguments of the test for a row; its failure is noted, so that the other rows are tried, too."""
    inputs = row if isinstance(row, tuple) else (row,)
    try:
        with (world or nullcontext)() as made:
            yield (made, *inputs) if world else inputs
    except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001  the group has it
        error.add_note(f"in the row {row!r}")
        wrong.append(error)
