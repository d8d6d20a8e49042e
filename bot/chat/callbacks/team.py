"""The people one leads, by day, week and month, and one's own weeks."""

from datetime import date

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.day import OnItem
from core.base.model import Int32


class Team(Screen, frozen=True, tag="e"):
    """The day of the people one leads."""

    fecha: date
    page: Int32 = 0

    def shared(self) -> bool:
        """A leader's, so a group's."""
        return True


class Person(Screen, frozen=True, tag="p"):
    """One person's items as their leader sees them; `back` is the team's page."""

    fecha: date
    user: Int32
    page: Int32 = 0
    back: Int32 = 0

    def shared(self) -> bool:
        """A leader's, so a group's."""
        return True


class RedList(Screen, frozen=True, tag="r"):
    """What is red among those one leads."""

    page: Int32 = 0

    def shared(self) -> bool:
        """A leader's, so a group's."""
        return True


class Summary(Screen, frozen=True, tag="u"):
    """How today goes for the people one leads, or for oneself, in one message."""

    own: bool = False

    def shared(self) -> bool:
        """The team's."""
        return not self.own


class TeamWeek(Screen, frozen=True, tag="ew"):
    """The week of a date of the people one leads, as a picture; `page` of them."""

    fecha: date
    page: Int32 = 0

    def shared(self) -> bool:
        """A leader's, so a group's."""
        return True


class TeamMonth(Screen, frozen=True, tag="em"):
    """The same of its month."""

    fecha: date
    page: Int32 = 0

    def shared(self) -> bool:
        """A leader's, so a group's."""
        return True


class History(Screen, frozen=True, tag="y"):
    """One's own weeks up to that of a date, as a picture."""

    fecha: date


class ReopenTheirs(OnItem, frozen=True, tag="RL"):
    """Take up again an item of somebody one leads."""

    user: Int32
    page: Int32 = 0
    back: Int32 = 0

    def screen(self) -> Screen:
        """Their items."""
        return Person(self.fecha, self.user, self.page, self.back)
