"""Tests of a table of rows, each of which costs next to nothing: one test, whose failure names every row at fault."""

from collections.abc import Callable, Iterable

import pytest


def each_row(rows: Iterable[object]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Instead of `parametrize` where thousands of rows would cost more to collect and report than to test."""

    def one_test(test: Callable[..., None]) -> Callable[[], None]:
        def whole() -> None:
            table, wrong = list(rows), []
            assert table
            for row in table:
                try:
                    test(*row) if isinstance(row, tuple) else test(row)
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001  the other rows are tried too
                    error.add_note(f"in the row {row!r}")
                    wrong.append(error)
            if wrong:
                raise BaseExceptionGroup(f"{len(wrong)} rows", wrong)

        whole.__name__, whole.__doc__, whole.__module__ = test.__name__, test.__doc__, test.__module__
        return whole

    return one_test
