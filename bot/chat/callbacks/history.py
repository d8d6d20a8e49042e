"""The history of a thing, and taking a change back."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32

Seq = Annotated[int, Meta(ge=0)]
"""A row of the journal, 0 for none."""


class HistoryOf(StrEnum):
    """The kind of thing that a history is of."""

    TASK = "t"
    EVENT = "e"
    ABSENCE = "a"
    DAY = "d"


class CardHistory(Screen, frozen=True, tag="hi"):
    """A page of a thing's history, older than `before`; with `sure`, the question whether to take that change back."""

    of: HistoryOf
    thing: Int32
    before: Seq = 0
    sure: Seq = 0


class Undo(Action, frozen=True, tag="UN"):
    """Take back what was just done."""

    change: Seq


class UndoOld(Action, frozen=True, tag="UH"):
    """Take back a change of a history, once that has been asked."""

    origin = CardHistory
    of: HistoryOf
    thing: Int32
    before: Seq
    change: Seq
