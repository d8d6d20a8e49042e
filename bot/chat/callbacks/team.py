"""A team's day and its people."""

from datetime import date

from bot.chat.callbacks.callback_data import Action, Screen
from bot.chat.callbacks.items import OnItem
from core.base.model import Int32


class Team(Screen, frozen=True, tag="e"):
    """The day of the people one leads."""

    fecha: date
    page: Int32 = 0


class Person(Screen, frozen=True, tag="p"):
    """One person's items as their leader sees them; `back` is the team's page."""

    fecha: date
    user: Int32
    page: Int32 = 0
    back: Int32 = 0


class ReopenTheirs(OnItem, frozen=True, tag="RL"):
    """Take up again an item of somebody one leads."""

    user: Int32
    page: Int32 = 0
    back: Int32 = 0

    def screen(self) -> Screen:
        return Person(self.fecha, self.user, self.page, self.back)


class Nudge(Action, frozen=True, tag="N"):
    """Remind somebody of the day `fecha`; from a page of the team's day."""

    fecha: date
    user: Int32
    page: Int32 = 0

    def screen(self) -> Screen:
        return Team(self.fecha, self.page)


class NudgeFromPerson(Nudge, frozen=True, tag="NP"):
    """The same from a page of the person's own items; `back` is the team's page."""

    back: Int32 = 0

    def screen(self) -> Screen:
        return Person(self.fecha, self.user, self.page, self.back)
