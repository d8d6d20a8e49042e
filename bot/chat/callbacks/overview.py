"""A team's week and month, and one's own weeks."""

from datetime import date

from bot.chat.callbacks.callback_data import Screen
from core.base.model import Int32


class TeamWeek(Screen, frozen=True, tag="ew"):
    """The week of a date of the people one leads, as a picture; `page` of them."""

    fecha: date
    page: Int32 = 0


class TeamMonth(Screen, frozen=True, tag="em"):
    """The same of its month."""

    fecha: date
    page: Int32 = 0


class History(Screen, frozen=True, tag="y"):
    """One's own weeks up to that of a date, as a picture."""

    fecha: date
