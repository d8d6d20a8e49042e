"""One's own calendar links, and outside calendars."""

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32
from core.records.calendar_links import CalendarKind


class OwnCalendars(Screen, frozen=True, tag="cl"):
    """One's links, each with buttons that renew and end it, and a button for each kind of another one.

    And one's outside calendars, each with a button that removes it.
    """


class CalendarShown(Screen, frozen=True, tag="cs"):
    """The message that showed a link's addresses; drawn again, it does not show them."""


class NewCalendar(Action, frozen=True, tag="CN"):
    """Make a link of a kind."""

    origin = OwnCalendars
    kind: CalendarKind


class RenewCalendar(Action, frozen=True, tag="CR"):
    """Give a link other addresses, and show them."""

    origin = OwnCalendars
    link: Int32


class EndCalendar(Action, frozen=True, tag="CE"):
    """End a link: asks nothing, for another is quickly had."""

    origin = OwnCalendars
    link: Int32


class RemoveCalendar(Action, frozen=True, tag="CX"):
    """Remove an outside calendar: asks nothing, for its address is quickly given again."""

    origin = OwnCalendars
    calendar: Int32
