"""The parts of statements that SQLAlchemy lacks; where the engines differ, with a form for each."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.compiler import compiles

from core.application.use_case import identity
from storage.sql.column_types import Ids, Instant, Limit
from storage.sql.statements import Query

T = TypeVar("T")

insert = sqlite.insert
"""An insert with ON CONFLICT, whose syntax is the same for SQLite and PostgreSQL."""


class Spelled(sa.ColumnElement[T]):
    """An expression with one form for each engine."""

    inherit_cache = False

    def __init__(self, sqlite: sa.ColumnElement[T], postgresql: sa.ColumnElement[T]) -> None:
        self.sqlite = sqlite
        self.postgresql = postgresql
        self.type = sqlite.type

    @property
    def _from_objects(self) -> Any:
        return self.sqlite._from_objects  # noqa: SLF001  as SQLAlchemy's own wrappers do

    def self_group(self, against: Any = None) -> "Spelled[T]":
        return Spelled(self.sqlite.self_group(against), self.postgresql.self_group(against))

    def _negate(self) -> "Spelled[Any]":
        return Spelled(~self.sqlite, ~self.postgresql)


@compiles(Spelled)
def compile_spelled(spelled: Spelled[Any], compiler: Any, **options: Any) -> str:
    text: str = compiler.process(getattr(spelled, compiler.dialect.name), **options)
    return text


class IdList(sa.TableClause):
    """The ids of a list parameter as rows, each with its place; one statement for lists of any length."""

    inherit_cache = False

    def __init__(self, name: str) -> None:
        super().__init__(f"each_of_{name}", sa.column("value", sa.Integer), sa.column("key", sa.Integer))
        self.ids = sa.bindparam(name, type_=Ids)

    @property
    def place(self) -> sa.ColumnElement[int]:
        """The place of an id in the list, from 0."""
        return Spelled(self.c.key, sa.cast(self.c.key, sa.Integer) - 1)


@compiles(IdList, "sqlite")
def compile_for_sqlite(listed: IdList, compiler: Any, **_: Any) -> str:
    return f"json_each({compiler.process(listed.ids)}) AS {listed.name}"


@compiles(IdList, "postgresql")
def compile_for_postgresql(listed: IdList, compiler: Any, **_: Any) -> str:
    return f"unnest({compiler.process(listed.ids)}) WITH ORDINALITY AS {listed.name}(value, key)"


def among(column: sa.ColumnElement[int], name: str) -> sa.ColumnElement[bool]:
    """The condition that a value is in a list parameter: on PostgreSQL an array, so that an index is searched once."""
    return Spelled(column.in_(sa.select(IdList(name).c.value)), column == sa.any_(sa.bindparam(name, type_=Ids)))


def within(column: sa.ColumnElement[int], ids: sa.Select[Any] | sa.CompoundSelect[Any]) -> sa.ColumnElement[bool]:
    """The condition that a value is in the result of an uncorrelated select.

    On PostgreSQL the result is made an array first: a subquery would be joined, and the planner, which cannot estimate
    how many rows it returns, would read whole tables.
    """
    return Spelled(column.in_(ids), column == sa.any_(sa.func.array(ids.scalar_subquery(), type_=Ids)))


def looked_up(rows: sa.Select[Any]) -> sa.ColumnElement[bool]:
    """The condition that a correlated select has a row, looked up for each outer row.

    Without an offset PostgreSQL may read all that the select could find into a hash table first.
    """
    return Spelled(sa.exists(rows), sa.exists(rows.offset(sa.literal_column("0"))))


def by_no_index(column: sa.ColumnElement[T]) -> sa.ColumnElement[T]:
    """A number or date for which no index may be used, because another finds fewer rows.

    PostgreSQL's planner assumes that any range is short and any page soon full, and would prefer this index.
    """
    return Spelled(column, column + sa.literal_column("0", sa.Integer))


def microseconds(instant: sa.Column[datetime]) -> sa.ColumnElement[int]:
    """A stored instant as exact microseconds since 1970. PostgreSQL's cast rounds, so seconds are cut first."""
    whole = sa.cast(sa.func.strftime("%s", sa.func.substr(instant, 1, 19)), sa.BigInteger)
    cut = sa.cast(sa.extract("epoch", sa.func.date_trunc("second", instant)), sa.BigInteger)
    return Spelled(
        whole * 1_000_000 + sa.cast(sa.func.substr(instant, 21, 6), sa.BigInteger),
        cut * 1_000_000 + sa.cast(sa.extract("microseconds", instant), sa.BigInteger) % 1_000_000,
    )


def clock(name: str) -> sa.ColumnElement[datetime]:
    """The database server's present instant. SQLite has no server: a parameter."""
    return Spelled(sa.bindparam(name, type_=Instant), sa.func.clock_timestamp(type_=Instant))


PRESENT: Query[datetime] = Query(sa.select(clock("here")), identity)
"""The present instant by that clock, its parameter `here`."""


def gathered(ids: sa.Select[Any]) -> sa.ColumnElement[list[int]]:
    """The one column of an ordered, correlated select as one value: a list of ids."""
    rows = ids.subquery("gathered")
    as_json = sa.select(sa.func.json_group_array(rows.c[0], type_=Ids)).scalar_subquery()
    return Spelled(as_json, sa.func.array(ids.scalar_subquery(), type_=Ids))


def aggregated(ids: sa.Column[int]) -> sa.ColumnElement[list[int]]:
    """The ids of a group's rows as one value, unordered."""
    return Spelled(sa.func.json_group_array(ids, type_=Ids), sa.type_coerce(sa.func.array_agg(ids), Ids))


def upsert(table: sa.Table, key: Sequence[str], values: Sequence[str], where: Any = None) -> Any:
    """Insert a row, or write some values of the row with the same key."""
    row = insert(table)
    written = {name: row.excluded[name] for name in values}
    return row.on_conflict_do_update(index_elements=[table.c[name] for name in key], set_=written, where=where)


def parameter_of(column: sa.Column[Any], name: str | None = None) -> sa.BindParameter[Any]:
    """A parameter of a column's type, named after it by default."""
    return sa.bindparam(name or column.key, type_=column.type)


def fields(kind: type[msgspec.Struct], *without: str) -> list[str]:
    """A Struct's field names, which are column names, without some."""
    return [name for name in kind.__struct_fields__ if name not in without]


def columns_for(table: sa.FromClause, kind: type[msgspec.Struct], *without: str) -> list[sa.ColumnElement[Any]]:
    """A table's columns in the order of a Struct's fields, without some."""
    return [table.c[name] for name in fields(kind, *without)]


def page(
    found: sa.Select[Any], key: sa.ColumnElement[int], only: sa.ColumnElement[bool] | None = None
) -> sa.Select[Any]:
    """The first rows by id after `after_id`, `limit` of them; none unless `only` holds, a condition on the request."""
    limit = sa.bindparam("limit", type_=Limit)
    beyond = found.where(key > sa.bindparam("after_id", type_=sa.Integer))
    return beyond.order_by(key).limit(limit if only is None else sa.case((only, limit), else_=0))


def within_reach(key: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """The condition that a row is up to the id `reach`: among those that a page looks at first."""
    return key <= sa.bindparam("reach", type_=sa.Integer)


def update_unless_taken(table: sa.Table, unique: Collection[str], *, among: Collection[str] = ()) -> sa.Update:
    """Updates the live row `row_id`, unless another live row has one of its `unique` values.

    `among`: only rows with the same values of these columns count. The parameters are those of `unless_taken`.
    """
    this = sa.update(table).where(table.c.id == parameter_of(table.c.id, "row_id"), *live(table))
    if not unique:
        return this
    other = table.alias("other")
    taken = sa.exists().where(
        *(other.c[name] == sa.bindparam(f"same_{name}") for name in among),
        sa.or_(*(other.c[name] == sa.bindparam(f"same_{name}") for name in unique)),
        *live(other),
        other.c.id != sa.bindparam("row_id"),
    )
    return this.where(~taken)


def live(table: sa.FromClause) -> list[sa.ColumnElement[bool]]:
    """The condition on rows that are not deleted, if the table keeps deleted ones."""
    return [~table.c.is_deleted] if "is_deleted" in table.c else []


def unless_taken(row: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of `update_unless_taken` for a row by column."""
    return {**row, **{f"same_{name}": value for name, value in row.items()}, "row_id": row["id"]}


def variants(form: Callable[[bool, bool], Query[T]]) -> dict[tuple[bool, bool], Query[T]]:
    """A list in four forms: (whether the viewer sees everything, whether a filter narrows it)."""
    return {
        (everything, narrowed): form(everything, narrowed) for everything in (False, True) for narrowed in (False, True)
    }
