"""Rows of a list as their database wrote them, which are mostly only passed on as JSON."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

import msgspec

T = TypeVar("T")

KEPT_BYTES = 4 * 2**20
"""The most JSON of rows that is kept for each form."""

PAGE = 256
"""The longest list whose rows are kept: longer ones would take the place of what is asked for often."""

LONGEST = 4096
"""The JSON of a row with a longer text is not kept: a few would take the place of all others."""


class RowForm(Generic[T]):
    """The way from the text of a row to a value, and to its JSON.

    The JSON is kept by the text, which it depends on alone: so what has changed since is never answered.
    """

    def __init__(self, decode: Callable[[bytes], list[T]]) -> None:
        self._decode = decode
        self._encode = msgspec.json.Encoder().encode
        self._kept: dict[bytes, bytes] = {}
        self._size = 0

    def values(self, texts: Sequence[bytes]) -> list[T]:
        return self._decode(b"[%b]" % b",".join(texts))

    def json(self, texts: Sequence[bytes]) -> bytes:
        """A JSON array of the values."""
        if len(texts) > PAGE:
            return self._encode(self.values(texts))
        found = [*map(self._kept.get, texts)]
        if None in found:
            new = [text for text, json in zip(texts, found, strict=True) if json is None]
            made = dict(zip(new, map(self._encode, self.values(new)), strict=True))
            self._keep({text: json for text, json in made.items() if len(text) <= LONGEST})
            found = [json or made[text] for text, json in zip(texts, found, strict=True)]
        return b"[%b]" % b",".join(found)  # type: ignore[arg-type]  # none is missing now

    def _keep(self, made: dict[bytes, bytes]) -> None:
        """Keep the JSON of rows, beginning anew where there is too much."""
        size = sum(map(len, made)) + sum(map(len, made.values()))
        if self._size + size > KEPT_BYTES:
            self._kept.clear()
            self._size = 0
        if size <= KEPT_BYTES:
            self._kept.update(made)
            self._size += size


class Rows(Sequence[T]):
    """A list whose rows are decoded when they are read: once all are, or one by its place."""

    __slots__ = ("_form", "_texts", "_values")

    def __init__(self, form: RowForm[T], texts: Sequence[bytes]) -> None:
        self._form = form
        self._texts = texts
        self._values: list[T] | None = None

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> "Rows[T]": ...
    def __getitem__(self, place: int | slice) -> "T | Rows[T]":
        if isinstance(place, slice):
            return Rows(self._form, self._texts[place])
        return self._form.values([self._texts[place]])[0]

    def __iter__(self) -> Iterator[T]:
        if self._values is None:
            self._values = self._form.values(self._texts)
        return iter(self._values)

    def __eq__(self, other: object) -> bool:
        return [*self] == [*other] if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as a list's

    def __repr__(self) -> str:
        return repr([*self])

    def json(self) -> msgspec.Raw:
        return msgspec.Raw(self._form.json(self._texts))


def passed_on(value: Any) -> Any:
    """Rows as their JSON, for an encoder."""
    if isinstance(value, Rows):
        return value.json()
    raise NotImplementedError(f"{type(value)} has no JSON")
