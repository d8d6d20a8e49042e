"""The calendar: a day's events, a month to choose a day from, one event, reminders of events."""

from datetime import date

from bot.chat.callbacks.callback_data import Action, Page, Screen
from core.base.model import Int32
from core.delivery.snoozes import Delay


class AgendaDay(Screen, frozen=True, tag="ag"):
    """The events of a day; `page` of them, from 0."""

    fecha: date
    page: Int32 = 0


class AgendaRange(Screen, frozen=True, tag="agr"):
    """The days from first to last that have something; `page` of them, from 0."""

    first: date
    last: date
    page: Page = 0


class AgendaMonth(Screen, frozen=True, tag="agm"):
    """The month of a date; the way back is to that date."""

    fecha: date


class EventCard(Screen, frozen=True, tag="age"):
    """One event; the way back is to a page of a day."""

    event: Int32
    fecha: date
    page: Int32 = 0


class ReminderCard(Screen, frozen=True, tag="b"):
    """A reminder of an event."""

    event: Int32


class Snooze(Action, frozen=True, tag="B"):
    """Be reminded again, so much after it is pressed; pressed again, from then on."""

    origin = ReminderCard
    event: Int32
    delay: Delay
