"""Column types: what Python holds, what each engine stores, and the fastest way back, in C where possible."""

from collections.abc import Callable, Collection
from datetime import UTC, date, datetime, time
from enum import StrEnum
from functools import lru_cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Dialect

from core.base.model import INT32_MAX

Decoder = Callable[[Any], Any]

Integer = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""A whole number of 64 bits, as all of SQLite's are: Telegram's ids need them, and so do a large company's years."""

INSTANTS_KEPT = 64
INSTANT_WIDTH = len("2026-11-21T13:28:00.000000Z")


class Instant(sa.TypeDecorator[datetime]):
    """timestamptz, or UTC text of fixed width, which sorts as time does. Refuses naive values."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True
    python_type = datetime

    def load_dialect_impl(self, dialect: Dialect) -> sa.types.TypeEngine[Any]:
        kept = sa.String(INSTANT_WIDTH) if dialect.name == "sqlite" else self.impl_instance
        return dialect.type_descriptor(kept)

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], Any]:
        """Return a function that checks an instant and writes it for SQLite; it raises `ValueError` on a naive one."""
        return instant_text if dialect.name == "sqlite" else with_zone

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Convert a value, for statements that our executor does not run."""
        return datetime.fromisoformat(value) if dialect.name == "sqlite" and value is not None else value


def with_zone(instant: datetime | None) -> datetime | None:
    if instant is not None and instant.tzinfo is None:
        raise ValueError(f"an instant needs a zone: {instant!r}")
    return instant


def instant_text(instant: datetime | None) -> str | None:
    if instant is None:
        return None
    if instant.tzinfo is UTC:
        return utc_text(instant)
    with_zone(instant)
    return utc_text(instant.astimezone(UTC))


@lru_cache(INSTANTS_KEPT)
def utc_text(instant: datetime) -> str:
    """Return an instant as UTC text; cached, because a transaction writes its present instant again and again."""
    return instant.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


class Ids(sa.TypeDecorator[list[int]]):
    """A list of ids as a parameter or an aggregate, never a column: JSON text on SQLite, an array elsewhere."""

    impl = sa.ARRAY(sa.BigInteger)
    cache_ok = True
    python_type = list[int]

    def load_dialect_impl(self, dialect: Dialect) -> sa.types.TypeEngine[Any]:
        return dialect.type_descriptor(sa.Text() if dialect.name == "sqlite" else self.impl_instance)

    def process_bind_param(self, value: Collection[int] | None, dialect: Dialect) -> Any:
        if value is None or dialect.name != "sqlite":
            return value
        return msgspec.json.encode(list(value)).decode()


class Limit(sa.TypeDecorator[int]):
    """The most rows of a result, as a parameter; None is all."""

    impl = sa.Integer
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> int:  # noqa: ARG002  the signature is SQLAlchemy's
        return INT32_MAX if value is None else int(value)  # the driver takes longer for a kind of int


class Json(sa.TypeDecorator[Any]):
    """A small JSON document, stored as text."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002  the signature is SQLAlchemy's
        return None if value is None else msgspec.json.encode(value).decode()


def flag(name: str) -> sa.Boolean:
    return sa.Boolean(create_constraint=True, name=name)


def choice(members: type[StrEnum], name: str, *, checked: bool = True) -> sa.Enum:
    """An enum's member, stored as its value with a check; SQLite adds no column with one to an existing table."""
    return sa.Enum(
        members,
        name=name,
        native_enum=False,
        create_constraint=checked,
        length=max(map(len, members)),
        values_callable=lambda kind: [member.value for member in kind],
    )


def python_type(column: Any) -> Any:
    """The Python type of a selected column; `Any` if SQLAlchemy does not know it."""
    if isinstance(column.type, sa.types.NullType):
        return Any
    kind = column.type.python_type
    return kind | None if getattr(column, "nullable", True) else kind


def decoder(kind: sa.types.TypeEngine[Any], dialect: Dialect) -> Decoder | None:
    """Return the function that turns a stored value, not null, into Python's; None if the driver does so already."""
    if isinstance(kind, sa.Enum) and kind.enum_class:
        return {member.value: member for member in kind.enum_class}.__getitem__
    if dialect.name != "sqlite":
        return None
    return next((decode for stored, decode in FROM_SQLITE.items() if isinstance(kind, stored)), None)


FROM_SQLITE: dict[type[sa.types.TypeEngine[Any]], Decoder] = {
    Instant: datetime.fromisoformat,
    Ids: msgspec.json.Decoder(list[int]).decode,
    sa.Date: date.fromisoformat,
    sa.Time: time.fromisoformat,
    sa.Boolean: bool,
}
