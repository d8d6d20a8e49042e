"""One's own day and its items."""

from datetime import date
from enum import StrEnum

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32, Semaforo


class AskFor(StrEnum):
    """What a view asks for in words."""

    NOTHING = ""
    COMMENT = "c"
    WHY = "w"
    STATUS = "s"
    DUE = "d"
    PEOPLE = "p"
    PRIORITY = "u"


class Day(Screen, frozen=True, tag="d"):
    """One's own day; `page` of its items, from 0."""

    fecha: date
    page: Int32 = 0


class Today(Screen, frozen=True, tag="0"):
    """One's own day, whichever is today when it is drawn."""


class Item(Screen, frozen=True, tag="i"):
    """One of one's own items."""

    fecha: date
    item: Int32
    ask: AskFor = AskFor.NOTHING

    def takes_words(self) -> bool:
        """A number is its percentage, at any time."""
        return True

    def asks_for_words(self) -> bool:
        """Why, or for a comment."""
        return self.ask is not AskFor.NOTHING


def day_meant(fecha: date, drawn: date, today: date) -> date:
    """The date a person means who sees `fecha` on a message drawn on the day `drawn`: as far from today as it was then.

    So yesterday's "today" means today, and is refused as another day's, while a past day gone to on purpose is meant.
    Forged dates may lead out of the calendar: its last or first day then, which the core refuses.
    """
    meant = fecha.toordinal() + (today - drawn).days
    return date.fromordinal(min(max(meant, date.min.toordinal()), date.max.toordinal()))


class OnDay(Action, frozen=True, tag=True):
    """A change of the day `fecha`, on a button drawn on the day `drawn`."""

    fecha: date
    drawn: date

    def meant(self, today: date) -> date:
        """The date the person means."""
        return day_meant(self.fecha, self.drawn, today)

    def screen(self) -> Screen:
        """The day."""
        return Day(self.fecha)


class OpenDay(OnDay, frozen=True, tag="O"):
    """Open it, or take in tasks assigned since."""


class SendAvance(OnDay, frozen=True, tag="A"):
    """Report on it."""

    log: Int32


class CloseDay(OnDay, frozen=True, tag="C"):
    """Close it."""

    log: Int32


class OnItem(OnDay, frozen=True, tag=True):
    """A change of an item."""

    item: Int32

    def screen(self) -> Screen:
        """The item."""
        return Item(self.fecha, self.item)


class SetLight(OnItem, frozen=True, tag="L"):
    """Give it a light."""

    light: Semaforo


class SetPercent(OnItem, frozen=True, tag="P"):
    """Give it a percentage, absolute: pressed twice it changes nothing more. What was asked for stays open."""

    percent: Int32
    ask: AskFor = AskFor.NOTHING


class Reopen(OnItem, frozen=True, tag="R"):
    """Take it up again."""
