"""Part of a list, which is ordered by id where no other order is asked for. Without parameters, the whole list.

A list's use case takes a `Page`, or a request that is one, and passes it to its one query.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Self, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from core.base.errors import FieldCode, Invalid
from core.base.model import INT32_MAX, Request

T = TypeVar("T")

MOST = 1000
"""The largest `limit`."""


class Page(Request, frozen=True, kw_only=True):
    """At most `limit` rows, of those whose id is beyond `afterId`."""

    limit: Annotated[int, Meta(ge=1, le=MOST, description="The most rows, 1 to 1000; all without it.")] | UnsetType = (
        UNSET
    )
    after_id: (
        Annotated[
            int, Meta(ge=0, le=INT32_MAX, description="An id, in the order by id: the page begins behind its row.")
        ]
        | UnsetType
    ) = UNSET

    @property
    def most(self) -> int | None:
        """The highest number of rows; None for all."""
        return None if self.limit is UNSET else self.limit

    @property
    def after(self) -> int:
        return 0 if self.after_id is UNSET else self.after_id

    def following(self, last: Any) -> Self:
        """The page after the one that ends with the row `last`."""
        return msgspec.structs.replace(self, after_id=last.id)


FROM = msgspec.field(default=UNSET, name="from")
TO = msgspec.field(default=UNSET, name="to")


class DatedPage(Page, frozen=True, kw_only=True):
    """A page of what falls between two dates, both included; either may be left out."""

    from_date: Annotated[date, Meta(description="The first date, included.")] | UnsetType = FROM
    to_date: Annotated[date, Meta(description="The last date, included.")] | UnsetType = TO

    def dates(self) -> tuple[date | None, date | None]:
        """The first and the last date. Raises `Invalid` if they are inverted."""
        first = None if self.from_date is UNSET else self.from_date
        last = None if self.to_date is UNSET else self.to_date
        if first and last and first > last:
            raise Invalid.at("to", FieldCode.BEFORE, other="from")
        return first, last


class SortOrder(StrEnum):
    """The direction in which a list is ordered."""

    ASC = "asc"
    DESC = "desc"


BEFORE_ALL: Mapping[type, Any] = {int: 0, date: date.min, datetime: datetime.min.replace(tzinfo=UTC)}
BEHIND_ALL: Mapping[type, Any] = {int: INT32_MAX, date: date.max, datetime: datetime.max.replace(tzinfo=UTC)}
"""A value before the first, and one behind the last, by the type of what a list is ordered by."""
WRITTEN: Mapping[type, Any] = {int: int, date: date, datetime: Annotated[datetime, Meta(tz=True)]}
"""The type by which the value in a cursor is read, by the same type."""


class PagePlace(Struct, frozen=True, array_like=True):
    """A place in an order: the value that rows are ordered by, and the id, which orders rows of one value."""

    order: str
    value: Any
    id: Annotated[int, Meta(ge=0, le=INT32_MAX)]


class OrderedPage(DatedPage, frozen=True, kw_only=True):
    """A page in an order that the client chooses, which the link to the next page continues by its `cursor`.

    A row that moves in the order between two pages may be in both or in neither; every other row is in one.
    """

    SORTS: ClassVar[Mapping[str, tuple[str, type]]] = {"id": ("id", int)}
    """A row's field and its type, by each value that `sort` may have."""

    order: Annotated[SortOrder, Meta(description="The direction of the order; asc without it.")] | UnsetType = UNSET
    cursor: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=200,
                description="Where the page begins in another order: from the `Link` to it.",
            ),
        ]
        | UnsetType
    ) = UNSET

    @property
    def sort_key(self) -> str:
        sort = getattr(self, "sort", UNSET)
        return "id" if sort is UNSET else str(sort)

    @property
    def descends(self) -> bool:
        return self.order is SortOrder.DESC

    @property
    def is_by_id(self) -> bool:
        """True for the order of lists that have no other, which `afterId` continues."""
        return self.sort_key == "id" and not self.descends

    @property
    def _order_name(self) -> str:
        return f"{self.sort_key} {SortOrder.DESC if self.descends else SortOrder.ASC}"

    def begin(self) -> PagePlace:
        """The place behind which the page begins. Raises `Invalid` on one of another order."""
        _, kind = self.SORTS[self.sort_key]
        if self.is_by_id:
            if self.cursor is not UNSET:
                raise Invalid.at("cursor", FieldCode.OTHER_ORDER)
            return PagePlace(self._order_name, self.after, self.after)
        if self.after_id is not UNSET:
            raise Invalid.at("afterId", FieldCode.OTHER_ORDER)
        if self.cursor is not UNSET:
            return read_cursor(self.cursor, self._order_name, kind)
        outside = BEHIND_ALL if self.descends else BEFORE_ALL
        return PagePlace(self._order_name, outside[kind], outside[int])

    def following(self, last: Any) -> Self:
        """The page after the one that ends with the row `last`."""
        if self.is_by_id:
            return super().following(last)
        field, _ = self.SORTS[self.sort_key]
        place = msgspec.json.encode(PagePlace(self._order_name, getattr(last, field), last.id))
        return msgspec.structs.replace(self, cursor=urlsafe_b64encode(place).decode("ascii").rstrip("="))


def set_or_none(value: T | UnsetType) -> T | None:
    """The value of a parameter; None where it is not given."""
    return None if value is UNSET else value


def read_cursor(cursor: str, order: str, kind: type) -> PagePlace:
    """The place that a cursor names. Raises `Invalid` if it names none, or one of another order than `order`."""
    try:
        place = msgspec.json.decode(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)), type=PagePlace)
        if place.order != order:
            raise Invalid.at("cursor", FieldCode.OTHER_ORDER)
        value = msgspec.convert(place.value, WRITTEN[kind])
        return msgspec.structs.replace(place, value=value.astimezone(UTC) if kind is datetime else value)
    except (ValueError, OverflowError):
        raise Invalid.at("cursor", FieldCode.NO_CURSOR) from None


class PieceRows(int):
    """A `limit` for a piece of a list: a store raises `PieceTooLong` where a row has more bytes of text than this."""

    text_bytes: int

    def __new__(cls, rows: int, text_bytes: int) -> Self:
        piece = super().__new__(cls, rows)
        piece.text_bytes = text_bytes
        return piece


class PieceTooLong(Exception):
    """The rows to be read have too much text together: fewer are to be read at once."""


class NumberedPage(Struct, frozen=True):
    """A page by its number, from 0; a number beyond the end means the last page."""

    number: int
    size: int

    def nearest(self, count: int) -> int:
        """The number of this page, or that of the first or last page of `count` rows if there is no such page."""
        return min(max(self.number, 0), max((count - 1) // self.size, 0))

    def of(self, rows: Sequence[T]) -> Sequence[T]:
        begin = self.nearest(len(rows)) * self.size
        return rows[begin : begin + self.size]


WHOLE = Page()
IN_ORDER = OrderedPage()
ALL_DATES = DatedPage()
