"""What SQLite spells in its own way."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import Table
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler

from storage.sql.column_types import Ids, Instant
from storage.sql.dialect import Dialect
from storage.sql.executor import Query
from storage.sqlite.executor import GatheredQuery

T = TypeVar("T")


class Compiler(SQLiteCompiler):
    """SQLAlchemy's, but for two things."""

    def limit_clause(self, select: Any, **kw: Any) -> str:
        """LIMIT without a bare parameter, for whose sake SQLite would plan the statement anew each time it is run."""
        return f"\n LIMIT CAST({self.process(select._limit_clause, **kw)} AS INTEGER)"  # noqa: SLF001 as the original

    def get_from_hint_text(self, table: Any, text: str | None) -> str | None:  # noqa: ARG002 the signature is SQLAlchemy's
        """A hint as it is given: INDEXED BY and a name."""
        return text


class SqliteDialect(Dialect):
    """SQLite 3.38 or later."""

    def __init__(self) -> None:
        self.compiled_for = sqlite.dialect(paramstyle="qmark")
        self.compiled_for.statement_compiler = Compiler

    def query(self, statement: Any, into: Callable[..., T], columns: Collection[str] = ()) -> Query[T]:
        """A statement whose rows are read, many of them as one value."""
        return GatheredQuery(statement, into, self.compiled_for, columns)

    def insert(self, table: Table) -> sqlite.Insert:
        """An insert that knows `on_conflict_do_nothing` and `on_conflict_do_update`."""
        return sqlite.insert(table)

    def listed(self, name: str) -> sa.Select[Any]:
        """The ids of a list parameter, as a subquery: one text however many they are."""
        return sa.select(sa.func.json_each(sa.bindparam(name, type_=Ids)).table_valued("value").c.value)

    def numbered(self, name: str) -> sa.Select[Any]:
        """(id, its place from 0) of a list parameter."""
        each = sa.func.json_each(sa.bindparam(name, type_=Ids)).table_valued("value", "key")
        return sa.select(each.c.value, each.c.key)

    def microseconds(self, instant: sa.Column[datetime]) -> sa.ColumnElement[int]:
        """A stored instant as microseconds since 1970, exactly."""
        seconds = sa.cast(sa.func.strftime("%s", sa.func.substr(instant, 1, 19)), sa.BigInteger)
        return seconds * 1_000_000 + sa.cast(sa.func.substr(instant, 21, 6), sa.BigInteger)

    def clock(self, name: str) -> sa.ColumnElement[datetime]:
        """The parameter: only processes of this machine have the file."""
        return sa.bindparam(name, type_=Instant)

    def gathered(self, ids: sa.Select[Any]) -> sa.ScalarSelect[list[int]]:
        """The one column of an ordered, correlated select as one value: a list of ids."""
        rows = ids.subquery("gathered")
        return sa.select(sa.func.json_group_array(rows.c[0], type_=Ids)).scalar_subquery()

    def aggregated(self, ids: sa.Column[int]) -> sa.ColumnElement[list[int]]:
        """The ids of a group's rows as one value, in no order."""
        return sa.func.json_group_array(ids, type_=Ids)
