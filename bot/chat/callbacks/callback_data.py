"""What every screen and action is made of, and its short text."""

from datetime import date
from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from core.base.calendar_time import FIRST_DAY, LAST_DAY

VERSION = "1"
MAX_BYTES = 64
Page = Annotated[int, Meta(ge=0, le=999)]
"""A page, from 0; what has more pages than that is nothing to turn over by hand."""

DayNumber = Annotated[int, Meta(ge=0, le=LAST_DAY.toordinal())]
"""A date as `date.toordinal` counts them, 0 for none."""


def day_numbered(number: int) -> date | None:
    """The date that a number stands for; None for what is none of the chat's calendar."""
    return date.fromordinal(number) if FIRST_DAY.toordinal() <= number <= LAST_DAY.toordinal() else None


class Screen(Struct, frozen=True, array_like=True, tag=True):
    """What a message shows, as it can be drawn again at any time."""

    def takes_words(self) -> bool:
        """Whether words typed after it, not as a reply to anything, may be an answer."""
        return self.asks_for_words()

    def asks_for_words(self) -> bool:
        """Whether any words are the answer that it asks for."""
        return False

    def without_question(self) -> "Screen | None":
        """What a message shows once the question is dropped; None where it asks nothing."""
        return None


class Action(Struct, frozen=True, array_like=True, tag=True):
    """A change, and where it was pressed."""

    def screen(self) -> Screen | None:
        """What the message shows that has this button; None where only what the chat remembers says that."""
        return None


class NoAction(Action, frozen=True, tag="-"):
    """A button that is there to be read: what is not a day of a calendar, say. Its press changes nothing."""


Callback = Screen | Action


def write(callback: Callback) -> str:
    """The text of a screen or an action. Raises `ValueError` where Telegram would not take it as callback_data."""
    tag, *fields = msgspec.to_builtins(callback)
    text = ":".join((VERSION, tag, *(str(field) for field in fields)))
    if len(text.encode()) > MAX_BYTES:
        raise ValueError(f"{text!r} is longer than {MAX_BYTES} bytes")
    return text


class AskFor(StrEnum):
    """What a view asks for in words."""

    NOTHING = ""
    COMMENT = "c"
    WHY = "w"
    STATUS = "s"
    DUE = "d"
    PEOPLE = "p"
    PRIORITY = "u"
