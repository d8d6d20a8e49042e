"""The base classes of all screens and actions, and their short text."""

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Annotated, ClassVar, Self

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from core.base.calendar_time import EPOCH, FIRST_DAY, LAST_DAY

VERSION = "1"
MAX_BYTES = 64
Page = Annotated[int, Meta(ge=0, le=999)]
"""A page, from 0; nobody turns over more pages than that by hand."""

DayNumber = Annotated[int, Meta(ge=0, le=LAST_DAY.toordinal())]
"""A date as `date.toordinal` counts them, 0 for none."""


def day_numbered(number: int) -> date | None:
    """The date that a number stands for; None if it is out of the chat's calendar."""
    return date.fromordinal(number) if FIRST_DAY.toordinal() <= number <= LAST_DAY.toordinal() else None


MINUTE = timedelta(minutes=1)


def minute_number(instant: datetime) -> int:
    """An instant as buttons carry it, in minutes since 1970."""
    return (instant - EPOCH) // MINUTE


def instant_of_minute(number: int) -> datetime:
    return EPOCH + number * MINUTE


QUESTION = frozenset({"ask", "at", "field"})
"""The fields of a screen that are a question: what it asks for, and how far one is in the choice of an answer."""


class Screen(Struct, frozen=True, array_like=True, tag=True):
    """Something that a message can show, and be drawn again at any time; a field `ask` says what it asks for."""

    def takes_words(self) -> bool:
        """Return whether words typed after it, not as a reply to anything, may be an answer."""
        return self.asks_for_words()

    def asks_for_words(self) -> bool:
        """Return whether it asks for words, any of which are its answer."""
        return bool(getattr(self, "ask", False))

    def answered(self) -> Self:
        """The screen without its question."""
        return replace(self, **{field.name: field.default for field in fields(self) if field.name in QUESTION})

    def without_question(self) -> "Screen | None":
        """Return what the message shows once the question is dropped; None where it asks nothing."""
        return self.answered() if getattr(self, "ask", False) else None


class Action(Struct, frozen=True, array_like=True, tag=True):
    """A change, and where it was pressed."""

    origin: ClassVar[type[Screen] | None] = None
    """The screen with this button."""

    def screen(self) -> Screen | None:
        """Return the screen of the message with this button: `origin`, by the fields that both have, asking nothing."""
        if self.origin is None:
            return None
        shared = {*self.origin.__struct_fields__}.intersection(self.__struct_fields__) - QUESTION
        return self.origin(**{name: getattr(self, name) for name in shared})


class NoAction(Action, frozen=True, tag="-"):
    """A button that is there to be read, such as a weekday over a month. Its press changes nothing."""


Callback = Screen | Action


def write(callback: Callback) -> str:
    """The text of a screen or an action. Raises `ValueError` where Telegram would not take it as callback_data."""
    tag, *fields = msgspec.to_builtins(callback)
    text = ":".join((VERSION, tag, *(str(field) for field in fields)))
    if len(text.encode()) > MAX_BYTES:
        raise ValueError(f"{text!r} is longer than {MAX_BYTES} bytes")
    return text


class AskFor(StrEnum):
    """A question that a screen may ask."""

    NOTHING = ""
    COMMENT = "c"
    WHY = "w"
    STATUS = "s"
    DUE = "d"
    PEOPLE = "p"
    PRIORITY = "u"
    DESCRIPTION = "e"
    DELETE = "x"
    END_RULE = "f"
    HAND_OVER = "h"
    SPLIT = "i"
    PERCENT = "n"
