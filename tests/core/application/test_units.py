"""A unit's number tells apart what two requests have written, also where they begin at the same instant."""

from datetime import UTC, datetime, timedelta

from core.application.use_case import new_unit

AT = datetime(2026, 11, 23, 15, 0, tzinfo=UTC)


def test_units_of_one_instant_differ():
    assert len({new_unit(AT) for _ in range(20_000)}) == 20_000


def test_a_later_instant_has_greater_units():
    assert max(new_unit(AT) for _ in range(100)) < min(new_unit(AT + timedelta(milliseconds=1)) for _ in range(100))


def test_a_unit_fits_a_column_of_the_database():
    assert new_unit(datetime(2108, 12, 31, tzinfo=UTC)) < 2**63
