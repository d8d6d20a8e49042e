"""One item of one's own day."""

from datetime import date

from bot.chat.callbacks.callback_data import AskFor, Screen
from bot.chat.callbacks.day import OnDay
from core.base.model import Int32, Semaforo


class Item(Screen, frozen=True, tag="i"):
    """One of one's own items."""

    fecha: date
    item: Int32
    ask: AskFor = AskFor.NOTHING

    def takes_words(self) -> bool:
        """A number is its percentage, at any time."""
        return True

    def asks_for_words(self) -> bool:
        return self.ask is not AskFor.NOTHING

    def without_question(self) -> "Item | None":
        return Item(self.fecha, self.item) if self.asks_for_words() else None


class OnItem(OnDay, frozen=True, tag=True):
    """A change of an item."""

    item: Int32

    def screen(self) -> Screen:
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
