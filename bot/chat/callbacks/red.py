"""A red: the card of those who are told of it, and the question to its owner why it is."""

from datetime import date

from bot.chat.callbacks.callback_data import Action, DayNumber, Screen
from bot.chat.callbacks.day import Day, Item, Walk
from bot.chat.callbacks.surveys import Survey
from core.base.model import Int32


class RedCard(Screen, frozen=True, tag="rc"):
    """Somebody's red, about which one is told as their leader or a helper."""

    red: Int32


class AnswerRed(Action, frozen=True, tag="RA"):
    """Say that one is on it, or that it is not for oneself."""

    origin = RedCard
    red: Int32
    on_it: bool


class WhyRed(Screen, frozen=True, tag="rw"):
    """The question to a red's owner why a task is red, and who ends that; behind it is an item of a day, or a survey.

    `day`: of the item, or of the surveys that were asked together.
    """

    task: Int32
    day: DayNumber = 0
    item: Int32 = 0
    walk: Walk = Walk.NO

    def asks_for_words(self) -> bool:
        return True

    def behind(self) -> Item | Survey:
        if self.item:
            walk = Walk.NO if self.walk is Walk.REDS else self.walk
            return Item(date.fromordinal(self.day), self.item, walk=walk)
        return Survey(self.task, day=self.day)

    def without_question(self) -> Screen:
        if self.walk is Walk.REDS:
            return Day(date.fromordinal(self.day))
        behind = self.behind()
        return behind if isinstance(behind, Item) else behind.then()


class WithdrawRed(Action, frozen=True, tag="RW"):
    """Ask for no help any more with one's task that is late, and red by its date alone."""

    origin = WhyRed
    task: Int32
    day: DayNumber
    item: Int32
    red: Int32
    walk: Walk = Walk.NO


class NameHelper(Action, frozen=True, tag="RH"):
    """Add or remove a helper of one's red."""

    origin = WhyRed
    task: Int32
    day: DayNumber
    item: Int32
    person: Int32
    named: bool
    walk: Walk = Walk.NO
