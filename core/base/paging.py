"""Part of a list: what a client may ask for where a list is ordered by id. Without parameters, the whole list.

A list's use case takes a `Page`, or a request that is one, and passes it to its one query.
"""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Self, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from core.base.errors import FieldCode, Invalid
from core.base.model import INT32_MAX, Request

T = TypeVar("T")

MOST = 1000
"""The largest `limit`."""


class Page(Request, frozen=True, kw_only=True):
    """At most `limit` rows, of those whose id is beyond `afterId`."""

    limit: Annotated[int, Meta(ge=1, le=MOST)] | UnsetType = UNSET
    after_id: Annotated[int, Meta(ge=0, le=INT32_MAX)] | UnsetType = UNSET

    @property
    def most(self) -> int | None:
        """The highest number of rows; None for all."""
        return None if self.limit is UNSET else self.limit

    @property
    def after(self) -> int:
        return 0 if self.after_id is UNSET else self.after_id


class DatedPage(Page, frozen=True, kw_only=True):
    """A page of what falls between two dates, both included; either may be left out."""

    from_date: date | UnsetType = msgspec.field(default=UNSET, name="from")
    to_date: date | UnsetType = msgspec.field(default=UNSET, name="to")

    def dates(self) -> tuple[date | None, date | None]:
        """The first and the last date. Raises `Invalid` if they are inverted."""
        first = None if self.from_date is UNSET else self.from_date
        last = None if self.to_date is UNSET else self.to_date
        if first and last and first > last:
            raise Invalid.at("to", FieldCode.BEFORE, other="from")
        return first, last


class PieceRows(int):
    """A `limit` for a piece of a list: a store raises `PieceTooLong` where a row has more bytes of text than this."""

    text_bytes: int

    def __new__(cls, rows: int, text_bytes: int) -> Self:
        piece = super().__new__(cls, rows)
        piece.text_bytes = text_bytes
        return piece


class PieceTooLong(Exception):
    """A row that was to be read has more text than so many rows may have: read fewer."""


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
ALL_DATES = DatedPage()
