"""What people are written of unasked, where they can answer it: surveys, reminders, what is late, nudges."""

from datetime import date
from enum import StrEnum

from bot.chat.callbacks.callback_data import Action, Screen
from bot.chat.callbacks.day import OnItem
from bot.chat.callbacks.team import Person, Team
from core.base.model import Int32
from core.delivery.snoozes import Delay


class SurveyAsk(StrEnum):
    """What a survey asks for in words."""

    NOTHING = ""
    PERCENT = "p"
    WHY = "w"
    COMMENT = "c"


class Survey(Screen, frozen=True, tag="q"):
    """The question how a late task is going."""

    task: Int32
    ask: SurveyAsk = SurveyAsk.NOTHING

    def asks_for_words(self) -> bool:
        """For a percentage, a reason or a comment."""
        return self.ask is not SurveyAsk.NOTHING


class ReminderCard(Screen, frozen=True, tag="b"):
    """One is reminded of an event."""

    event: Int32


class Late(Screen, frozen=True, tag="la"):
    """What is late, of one's own and of those one leads."""

    page: Int32 = 0

    def shared(self) -> bool:
        """It may: a group has no tasks of its own."""
        return True


class LedgerOf(Screen, frozen=True, tag="o"):
    """What somebody was written today, what not, and why; `page` of it, from 0."""

    user: Int32
    page: Int32 = 0


class Finish(Action, frozen=True, tag="F"):
    """It is done."""

    task: Int32

    def screen(self) -> Screen:
        """The question."""
        return Survey(self.task)


class KeepOn(Action, frozen=True, tag="W"):
    """Still working on it: so far, as of today."""

    task: Int32
    percent: Int32

    def screen(self) -> Screen:
        """The question how far."""
        return Survey(self.task, SurveyAsk.PERCENT)


class Block(Action, frozen=True, tag="Q"):
    """Something is in the way."""

    task: Int32

    def screen(self) -> Screen:
        """The question."""
        return Survey(self.task)


class ReopenForSurvey(OnItem, frozen=True, tag="RQ"):
    """Take the task's item of a closed day up again, to answer."""

    task: Int32

    def screen(self) -> Screen:
        """The question how far."""
        return Survey(self.task, SurveyAsk.PERCENT)


class Snooze(Action, frozen=True, tag="B"):
    """Be reminded again, so much after it is pressed; pressed again, from then on."""

    event: Int32
    delay: Delay

    def screen(self) -> Screen:
        """The reminder."""
        return ReminderCard(self.event)


class Nudge(Action, frozen=True, tag="N"):
    """Remind somebody of the day `fecha`; from a page of the team's day."""

    fecha: date
    user: Int32
    page: Int32 = 0

    def screen(self) -> Screen:
        """The team's day."""
        return Team(self.fecha, self.page)


class NudgeFromPerson(Nudge, frozen=True, tag="NP"):
    """The same from a page of the person's own items; `back` is the team's page."""

    back: Int32 = 0

    def screen(self) -> Screen:
        """The person's day."""
        return Person(self.fecha, self.user, self.page, self.back)
