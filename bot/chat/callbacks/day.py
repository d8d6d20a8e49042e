"""One's own day."""

from datetime import date

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32


class Day(Screen, frozen=True, tag="d"):
    """One's own day; `page` of its items, from 0."""

    fecha: date
    page: Int32 = 0


class Today(Screen, frozen=True, tag="0"):
    """One's own day, whichever is today when it is drawn."""


def day_meant(fecha: date, drawn: date, today: date) -> date:
    """The date a person means who sees `fecha` on a message drawn on the day `drawn`: as far from today as it was then.

    So yesterday's "today" means today, while a past day that was opened on purpose stays that day.
    Forged dates may lead out of the calendar: its last or first day then, which the core refuses.
    """
    meant = fecha.toordinal() + (today - drawn).days
    return date.fromordinal(min(max(meant, date.min.toordinal()), date.max.toordinal()))


class OnDay(Action, frozen=True, tag=True):
    """A change of the day `fecha`, on a button drawn on the day `drawn`."""

    fecha: date
    drawn: date

    def meant(self, today: date) -> date:
        return day_meant(self.fecha, self.drawn, today)

    def screen(self) -> Screen:
        return Day(self.fecha)


class OpenDay(OnDay, frozen=True, tag="O"):
    """Open it, or take in tasks assigned since; a day off only if `anyway`."""

    anyway: bool = False


class SendAvance(OnDay, frozen=True, tag="A"):
    """Report on it."""

    log: Int32


class ReopenDay(OnDay, frozen=True, tag="OR"):
    """Open it again after it was closed."""

    log: Int32


class CloseDay(OnDay, frozen=True, tag="C"):
    """Close it."""

    log: Int32
