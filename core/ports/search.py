"""The search."""

from collections.abc import Sequence
from typing import Protocol

from core.records.people import Actor
from core.records.search import Match


class SearchRepository(Protocol):
    async def words(self, start: str, most: int) -> Sequence[str]:
        """Words that begin so, in no accents, of texts that anybody wrote, in alphabetical order; at most so many.

        Whoever shows one must have found something with it first.
        """

    async def matches(self, viewer: Actor, words: Sequence[str], enough: int) -> Sequence[Match]:
        """Active tasks, comments on them, and events that the viewer may read and that have every one of these words.

        The last word may be the beginning of a longer one. Of each kind the newest: `enough` of them, unless there
        are fewer, or more. In no order.
        """
