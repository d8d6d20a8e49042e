"""A leader's view of a team: its day, week and month, one person, what is red or late, what somebody was sent."""

from datetime import date
from enum import StrEnum
from typing import ClassVar

from bot.chat.callbacks.callback_data import Action, Screen
from bot.chat.callbacks.day import OnItem
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

    origin = Person
    user: Int32
    page: Int32 = 0
    back: Int32 = 0


class Nudge(Action, frozen=True, tag="N"):
    """Remind somebody of the day `fecha`; from a page of the team's day."""

    origin: ClassVar[type[Screen]] = Team
    fecha: date
    user: Int32
    page: Int32 = 0


class NudgeFromPerson(Nudge, frozen=True, tag="NP"):
    """A nudge from the page of a person's items; `back` is the team's page."""

    origin = Person
    back: Int32 = 0


class HandoverOf(Screen, frozen=True, tag="ho"):
    """The work that a person has in hand, to be passed on to `to` once chosen; `page` is of those to choose from."""

    user: Int32
    to: Int32 = 0
    page: Int32 = 0


class HandOverAll(Action, frozen=True, tag="HO"):
    """Pass on all that a person has in hand."""

    origin = HandoverOf
    user: Int32
    to: Int32


class TeamWeek(Screen, frozen=True, tag="ew"):
    """The week of a date of the people one leads, as a picture; `page` of them."""

    fecha: date
    page: Int32 = 0


class TeamMonth(Screen, frozen=True, tag="em"):
    """A month of the team as a picture."""

    fecha: date
    page: Int32 = 0


class TeamRange(Screen, frozen=True, tag="eg"):
    """Days of the team as a picture, from one date to another, both included."""

    first: date
    last: date
    page: Int32 = 0


class History(Screen, frozen=True, tag="y"):
    """One's own weeks up to that of a date, as a picture."""

    fecha: date


class Summary(Screen, frozen=True, tag="u"):
    """The summary of today for the people one leads, or for oneself, in one message."""

    own: bool = False


class PeriodSummaryOf(Screen, frozen=True, tag="us"):
    """The summary of some days for the people one leads, for one `user` of them, or for oneself."""

    first: date
    last: date
    own: bool = False
    user: Int32 = 0


class WorkloadOf(Screen, frozen=True, tag="wl"):
    """The work in hand, between two dates, of the people one leads, of one `user` of them, or of oneself."""

    first: date
    last: date
    own: bool = False
    user: Int32 = 0
    page: Int32 = 0


class MeetingOf(Screen, frozen=True, tag="um"):
    """The tasks closed, stuck and next, for a meeting: of a `user`, with some `words`, or of those one leads."""

    first: date
    last: date
    user: Int32 = 0
    words: str = ""


class SummaryPart(StrEnum):
    """A part of a period's summary that is shown row by row."""

    REDS = "r"
    MOVED = "m"
    UNOPENED = "u"


class SummaryRows(Screen, frozen=True, tag="ur"):
    """The rows behind a number of a period's summary."""

    first: date
    last: date
    part: SummaryPart
    own: bool = False
    page: Int32 = 0
    user: Int32 = 0


class RedList(Screen, frozen=True, tag="r"):
    """The reds of the people one leads."""

    page: Int32 = 0


class Late(Screen, frozen=True, tag="la"):
    """The late tasks, one's own and those of the people one leads; if `unasked`, those asked about today apart."""

    page: Int32 = 0
    unasked: bool = False


class LedgerOf(Screen, frozen=True, tag="o"):
    """The messages that a person was sent today, those that they were not, and why; `page` of them, from 0."""

    user: Int32
    page: Int32 = 0
