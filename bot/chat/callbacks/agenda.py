"""The calendar: a day's events, a month to choose a day from, one event."""

from datetime import date

from bot.chat.callbacks.callback_data import Screen
from core.base.model import Int32


class AgendaDay(Screen, frozen=True, tag="ag"):
    """The events of a day; `page` of them, from 0."""

    fecha: date
    page: Int32 = 0


class AgendaMonth(Screen, frozen=True, tag="agm"):
    """The month of a date; the way back is to that date."""

    fecha: date


class EventCard(Screen, frozen=True, tag="age"):
    """One event; the way back is to a page of a day."""

    event: Int32
    fecha: date
    page: Int32 = 0
