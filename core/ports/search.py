"""The search for tasks, comments and events by their words."""

from collections.abc import Sequence
from typing import Protocol

from core.records.people import Actor
from core.records.search import Match


class SearchRepository(Protocol):
    async def words(self, start: str, most: int) -> Sequence[str]:
        """Words without accents that begin with `start`, from anybody's texts, in alphabetical order; at most `most`.

        A word may be shown only to a viewer for whom `matches` has found something with it.
        """

    async def matches(self, viewer: Actor, words: Sequence[str], enough: int) -> Sequence[Match]:
        """Active tasks, comments on them, and events that the viewer may read and that have every one of these words.

        The last word may be the beginning of a longer one. The newest of each kind: `enough` of them, unless there are
        fewer, or more. In no order.
        """
