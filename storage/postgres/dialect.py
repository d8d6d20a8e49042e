"""What PostgreSQL spells in its own way. A module of its own: who runs on SQLite never imports it."""

from datetime import datetime
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import Table
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import asyncpg

from storage.sql.column_types import Ids, Instant
from storage.sql.dialect import Dialect

T = TypeVar("T")


class PostgresDialect(Dialect):
    """PostgreSQL 14 or later. Hints, which are SQLite's, are left out by SQLAlchemy."""

    joins_by_guess = True

    def __init__(self) -> None:
        self.compiled_for = asyncpg.dialect(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]  # SQLAlchemy's

    def insert(self, table: Table) -> postgresql.Insert:
        """An insert that knows `on_conflict_do_nothing` and `on_conflict_do_update`."""
        return postgresql.insert(table)

    def listed(self, name: str) -> sa.Select[Any]:
        """The ids of a list parameter, as a subquery of one column, `value`: one text however many they are."""
        return sa.select(sa.func.unnest(sa.bindparam(name, type_=Ids)).column_valued("value"))

    def among(self, column: sa.ColumnElement[int], name: str) -> sa.ColumnElement[bool]:
        """Whether a column's value is in a list parameter: an array, for which an index is asked once."""
        return column == sa.any_(sa.bindparam(name, type_=Ids))

    def within(
        self, column: sa.ColumnElement[int], ids: sa.Select[Any] | sa.CompoundSelect[Any]
    ) -> sa.ColumnElement[bool]:
        """Whether a column's value is one of those that a select finds: an array again, made first.

        As a subquery it would be joined, and the planner, which cannot know how many it finds, reads whole tables.
        """
        return column == sa.any_(sa.func.array(ids.scalar_subquery(), type_=Ids))

    def by_no_index(self, column: sa.ColumnElement[T]) -> sa.ColumnElement[T]:
        """A number or date for which no index is used: the planner holds that any range finds few, and any page."""
        return column + sa.literal_column("0", sa.Integer)

    def numbered(self, name: str) -> sa.Select[Any]:
        """(id, its place from 0) of a list parameter."""
        ids = sa.func.unnest(sa.bindparam(name, type_=Ids))
        each = ids.table_valued(sa.column("value", sa.Integer), with_ordinality="key").render_derived()
        return sa.select(each.c.value, (sa.cast(each.c.key, sa.Integer) - 1).label("key"))

    def microseconds(self, instant: sa.Column[datetime]) -> sa.ColumnElement[int]:
        """A stored instant as microseconds since 1970, exactly: a cast rounds, so seconds are cut first."""
        seconds = sa.cast(sa.extract("epoch", sa.func.date_trunc("second", instant)), sa.BigInteger)
        return seconds * 1_000_000 + sa.cast(sa.extract("microseconds", instant), sa.BigInteger) % 1_000_000

    def clock(self, name: str) -> sa.ColumnElement[datetime]:  # noqa: ARG002  the server has one of its own
        """The present instant by the server's clock."""
        return sa.func.clock_timestamp(type_=Instant)

    def gathered(self, ids: sa.Select[Any]) -> sa.ColumnElement[list[int]]:
        """The one column of an ordered, correlated select as one value: a list of ids."""
        return sa.func.array(ids.scalar_subquery(), type_=Ids)

    def aggregated(self, ids: sa.Column[int]) -> sa.ColumnElement[list[int]]:
        """The ids of a group's rows as one value, in no order."""
        return sa.type_coerce(sa.func.array_agg(ids), Ids)
