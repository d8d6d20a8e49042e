"""What differs between engines in the statements themselves, in one place.

A statement is built with a `Dialect`, which compiles it and lends the constructs that engines spell differently.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy import Table

from core.application.use_case import identity
from storage.sql.executor import Change, Query

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

T = TypeVar("T")


class Dialect(ABC):
    """What an engine's statements are made with."""

    compiled_for: sa.engine.Dialect
    joins_by_guess = False
    """Whether the order of joins is the planner's, by what it thinks it knows, rather than by indices."""

    def query(self, statement: Any, into: Callable[..., T], columns: Collection[str] = ()) -> Query[T]:
        """A statement whose rows are read."""
        return Query(statement, into, self.compiled_for, columns)

    def change(self, statement: Any, columns: Collection[str] = ()) -> Change:
        """A statement whose rows are not."""
        return Change(statement, self.compiled_for, columns)

    @abstractmethod
    def insert(self, table: Table) -> "sqlite.Insert | postgresql.Insert":
        """An insert that knows `on_conflict_do_nothing` and `on_conflict_do_update`."""

    @abstractmethod
    def listed(self, name: str) -> sa.Select[Any]:
        """The ids of a list parameter, as a subquery of one column, `value`: one text however many they are."""

    def among(self, column: sa.ColumnElement[int], name: str) -> sa.ColumnElement[bool]:
        """Whether a column's value is in a list parameter."""
        return column.in_(self.listed(name))

    def within(
        self, column: sa.ColumnElement[int], ids: sa.Select[Any] | sa.CompoundSelect[Any]
    ) -> sa.ColumnElement[bool]:
        """Whether a column's value is one of those that a select finds, which knows nothing of the column's row."""
        return column.in_(ids)

    def by_no_index(self, column: sa.ColumnElement[T]) -> sa.ColumnElement[T]:
        """A column for which no index is to be used, for others find fewer rows."""
        return column

    @abstractmethod
    def numbered(self, name: str) -> sa.Select[Any]:
        """(id, its place from 0) of a list parameter."""

    @abstractmethod
    def microseconds(self, instant: sa.Column[datetime]) -> sa.ColumnElement[int]:
        """A stored instant as microseconds since 1970, exactly."""

    @abstractmethod
    def clock(self, name: str) -> sa.ColumnElement[datetime]:
        """The present instant by the database's own clock: where that is this machine's, a parameter."""

    @cached_property
    def present(self) -> Query[datetime]:
        """The present instant by that clock, its parameter `here`."""
        return self.query(sa.select(self.clock("here")), identity)

    @abstractmethod
    def gathered(self, ids: sa.Select[Any]) -> sa.ScalarSelect[list[int]] | sa.ColumnElement[list[int]]:
        """The one column of an ordered, correlated select as one value: a list of ids."""

    @abstractmethod
    def aggregated(self, ids: sa.Column[int]) -> sa.ColumnElement[list[int]]:
        """The ids of a group's rows as one value, in no order."""


def parameter_of(column: sa.Column[Any], name: str | None = None) -> sa.BindParameter[Any]:
    """A parameter of a column's type, by its name or another."""
    return sa.bindparam(name or column.key, type_=column.type)


def fields(kind: type[msgspec.Struct], *without: str) -> list[str]:
    """A Struct's field names, which are column names, but for some."""
    return [name for name in kind.__struct_fields__ if name not in without]


def columns_for(table: sa.FromClause, kind: type[msgspec.Struct]) -> list[sa.ColumnElement[Any]]:
    """A table's columns in the order of a Struct's fields."""
    return [table.c[name] for name in kind.__struct_fields__]
