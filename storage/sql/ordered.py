"""Pages of a list in an order, of those rows for which some conditions hold and that the viewer may read."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any

import sqlalchemy as sa

from core.base.paging import OrderedPage
from storage.sql.column_types import Limit
from storage.sql.expressions import Spelled, within


class Sees(Enum):
    """The ways to tell the rows that the viewer may read from the others."""

    ALL = auto()
    EACH = auto()
    """Each row is looked at."""
    RELATED = auto()
    """The rows that the viewer may read are all found first."""
    NEAR = auto()
    """The first `looked_at` rows are looked at, whether or not these fill the page."""


def given(name: str, kind: Any = sa.Integer) -> sa.ColumnElement[Any]:
    """A parameter that is null where nothing is asked for; PostgreSQL has to be told its type."""
    parameter = sa.bindparam(name, type_=kind)
    return Spelled(parameter, sa.cast(parameter, kind))


def unless_given(name: str, holds: sa.ColumnElement[bool], kind: Any = sa.Integer) -> sa.ColumnElement[bool]:
    """A condition that holds for every row where nothing is asked for."""
    return sa.or_(given(name, kind).is_(None), holds)


def equals(column: sa.Column[int], name: str) -> sa.ColumnElement[bool]:
    """The condition that a column has the value of a parameter, if one is given."""
    return unless_given(name, column == given(name))


def one_of(value: sa.ColumnElement[Any], name: str) -> sa.ColumnElement[bool]:
    """The condition that a text with a list of an enum's values has this one; none of them may be part of another."""
    texts, plain = sa.bindparam(name, type_=sa.Text), sa.type_coerce(value, sa.Text)
    return Spelled(sa.func.instr(texts, plain) > 0, sa.func.strpos(texts, plain) > 0)


def ordered(
    whole: sa.Select[Any],
    key_id: sa.ColumnElement[int],
    key: sa.ColumnElement[Any],
    *conditions: sa.ColumnElement[bool],
    descends: bool,
    readable: tuple[Sees, sa.ColumnElement[bool], sa.Select[Any] | sa.CompoundSelect[Any]],
    hint: str = "",
) -> sa.Select[Any]:
    """A page by `key` and `key_id`, behind the place that `place_of` gives, of rows for which conditions hold.

    `readable`: the way to tell the rows that the viewer may read, the condition on one row, and the ids of all such.
    `hint`: for SQLite, on the table.
    """
    sees, is_readable, all_readable = readable
    value, after_id = sa.bindparam("value", type_=key.type), sa.bindparam("after_id", type_=sa.Integer)
    here, there = (key_id, after_id) if key is key_id else (sa.tuple_(key, key_id), sa.tuple_(value, after_id))
    found = whole.where(*conditions, here < there if descends else here > there)
    if hint:
        found = found.with_hint(whole.get_final_froms()[0], hint, "sqlite")
    order = [column.desc() if descends else column for column in dict.fromkeys((key, key_id))]
    if sees is Sees.NEAR:
        looked_at = sa.bindparam("looked_at", type_=Limit)
        near = found.with_only_columns(key_id).order_by(*order).limit(looked_at)
        found = whole.where(within(key_id, near), is_readable)
    elif sees is not Sees.ALL:
        found = found.where(is_readable if sees is Sees.EACH else within(key_id, all_readable))
    return found.order_by(*order).limit(sa.bindparam("limit", type_=Limit))


def place_of(page: OrderedPage) -> Mapping[str, Any]:
    """The parameters of a page for `ordered`. Raises `Invalid` as `begin` does."""
    place = page.begin()
    return {"value": place.value, "after_id": place.id, "limit": page.most}
