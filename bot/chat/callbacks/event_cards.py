"""The changes of an event from its card."""

from enum import StrEnum

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32


class EventPart(StrEnum):
    """The part of an event that is changed."""

    NOTHING = ""
    MOVE = "m"
    DAY = "d"
    HOUR = "h"
    CONFIRM = "c"
    TITLE = "t"
    PLACE = "l"
    NOTE = "n"
    PEOPLE = "p"
    REMINDER = "r"
    CANCEL = "x"


IN_WORDS = frozenset({EventPart.MOVE, EventPart.DAY, EventPart.HOUR, EventPart.TITLE, EventPart.PLACE, EventPart.NOTE})


class EventEdit(Screen, frozen=True, tag="ee"):
    """An event being changed, or with `series` all of its series that are left.

    `at` is how far one is: the month, the day, the page of people, or the new start in minutes since 1970, with the
    `minutes` that it is to last.
    """

    event: Int32
    ask: EventPart = EventPart.NOTHING
    series: bool = False
    at: Int32 = 0
    minutes: Int32 = 0

    def asks_for_words(self) -> bool:
        return self.ask in IN_WORDS


class OnEvent(Action, frozen=True, tag=True):
    """A change of an event."""

    origin = EventEdit
    event: Int32
    series: bool


class MoveEvent(OnEvent, frozen=True, tag="EM"):
    """Have it begin at another time, in minutes since 1970, as it `was` on the card."""

    start: Int32
    minutes: Int32
    was: Int32


class SetEventPerson(OnEvent, frozen=True, tag="EP"):
    """Have a person take part in it or not; `at` is the page of people."""

    person: Int32
    takes_part: bool
    at: Int32 = 0

    def screen(self) -> Screen:
        return EventEdit(self.event, EventPart.PEOPLE, self.series, self.at)


class SetEventReminder(OnEvent, frozen=True, tag="ER"):
    """Remind its people so many minutes before, or not at all below zero."""

    minutes: Int32


class CancelEvent(OnEvent, frozen=True, tag="EX"):
    """Cancel it."""
