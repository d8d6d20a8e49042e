"""Drafts of any kind."""

from enum import StrEnum

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32


class Field(StrEnum):
    """A part of a draft: of which a card shows the choice, or asks in words, or which a button sets."""

    NOTHING = ""
    TITLE = "t"
    DAY = "d"
    HOUR = "h"
    LENGTH = "l"
    PEOPLE = "p"
    PLACE = "w"
    VIRTUAL = "v"
    PUBLIC = "o"
    KIND = "k"
    REMINDER = "r"
    SLOT = "s"
    PRIORITY = "u"


class DraftCard(Screen, frozen=True, tag="dr"):
    """A draft, and the field that is being corrected; `at` is where in its choice one is: a month, a page."""

    draft: Int32
    field: Field = Field.NOTHING
    at: Int32 = 0

    def takes_words(self) -> bool:
        return True

    def asks_for_words(self) -> bool:
        return self.field is not Field.NOTHING


class DraftBelow(Screen, frozen=True, tag="db"):
    """A draft whose card has gone on to a later message; until that is there, words answer the same question."""

    draft: Int32
    field: Field = Field.NOTHING

    def takes_words(self) -> bool:
        """A reply to it is a correction as well."""
        return True


class DraftDropped(Screen, frozen=True, tag="dx"):
    """A draft that is no more."""


class OnDraft(Action, frozen=True, tag=True):
    """A change of a draft."""

    draft: Int32

    def screen(self) -> Screen:
        return DraftCard(self.draft)


class SetField(OnDraft, frozen=True, tag="DS"):
    """Give a field a value, as a number: what it means is the field's."""

    field: Field
    value: Int32
    at: Int32 = 0


class SaveDraft(OnDraft, frozen=True, tag="DV"):
    """Make of it what it is a draft of; `anyway`: in spite of the warnings."""

    anyway: bool = False


class DropDraft(OnDraft, frozen=True, tag="DX"):
    """Forget it."""
