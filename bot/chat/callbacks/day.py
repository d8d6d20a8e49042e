"""One's own day and its items."""

from datetime import date
from enum import StrEnum
from typing import ClassVar

from bot.chat.callbacks.callback_data import Action, AskFor, Screen
from core.base.model import Int32, Semaforo


class Day(Screen, frozen=True, tag="d"):
    """One's own day; `page` of its items, from 0."""

    fecha: date
    page: Int32 = 0


class Today(Screen, frozen=True, tag="0"):
    """One's own day, whichever is today when it is drawn."""


def day_meant(fecha: date, drawn: date, today: date) -> date:
    """The date meant by `fecha` on a message drawn on the day `drawn`: as far from today as it was from that day.

    So yesterday's "today" means today, while a past day that was opened on purpose stays that day.
    Forged dates may lead out of the calendar: its last or first day then, which the core refuses.
    """
    meant = fecha.toordinal() + (today - drawn).days
    return date.fromordinal(min(max(meant, date.min.toordinal()), date.max.toordinal()))


class OnDay(Action, frozen=True, tag=True):
    """A change of the day `fecha`, on a button drawn on the day `drawn`."""

    origin: ClassVar[type[Screen]] = Day
    fecha: date
    drawn: date

    def meant(self, today: date) -> date:
        return day_meant(self.fecha, self.drawn, today)


class OpenDay(OnDay, frozen=True, tag="O"):
    """Open it, or take in tasks assigned since; a day off only if `anyway`."""

    anyway: bool = False


class SendAvance(OnDay, frozen=True, tag="A"):
    """Report on it, even with gaps if `sure`."""

    log: Int32
    sure: bool = False


class ReopenDay(OnDay, frozen=True, tag="OR"):
    """Open it again after it was closed."""

    log: Int32


class CloseDay(OnDay, frozen=True, tag="C"):
    """Close it, even with gaps if `sure`."""

    log: Int32
    sure: bool = False


class StartReport(OnDay, frozen=True, tag="RP"):
    """Walk through its items, one panel each; if `unchanged`, send the report instead."""

    unchanged: bool = False


class SendAndClose(OnDay, frozen=True, tag="AC"):
    """Report on it and close it."""

    log: Int32


class ReportEnd(Screen, frozen=True, tag="dg"):
    """The last step of a report, or of a close if `closing`, with what it leaves unsaid."""

    fecha: date
    log: Int32
    closing: bool = False


class Walk(StrEnum):
    """The walk that an item is shown in, if any: from item to item, for a report, or to each red without a reason."""

    NO = ""
    THERE = "w"
    CHANGED = "c"
    REDS = "r"


class Item(Screen, frozen=True, tag="i"):
    """One of one's own items; in a report, the next one is shown once it has a percentage."""

    fecha: date
    item: Int32
    ask: AskFor = AskFor.NOTHING
    walk: Walk = Walk.NO

    def takes_words(self) -> bool:
        """Return True: a number is its percentage, at any time."""
        return True


class OnItem(OnDay, frozen=True, tag=True):
    """A change of an item."""

    origin: ClassVar[type[Screen]] = Item
    item: Int32


class SetLight(OnItem, frozen=True, tag="L"):
    """Give it a light."""

    light: Semaforo
    walk: Walk = Walk.NO


class SetPercent(OnItem, frozen=True, tag="P"):
    """Give it a percentage, absolute: pressed twice it changes nothing more. What was asked for stays open."""

    percent: Int32
    ask: AskFor = AskFor.NOTHING
    walk: Walk = Walk.NO


class GoOn(OnItem, frozen=True, tag="RN"):
    """Leave it as it is and show the next item of the report; if `back`, the one before."""

    back: bool = False


class Reopen(OnItem, frozen=True, tag="R"):
    """Take it up again."""
