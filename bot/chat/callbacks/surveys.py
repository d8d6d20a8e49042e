"""Surveys about late tasks."""

from enum import StrEnum

from bot.chat.callbacks.callback_data import Action, DayNumber, Page, Screen
from bot.chat.callbacks.day import OnItem
from core.base.model import Int32


class SurveyAsk(StrEnum):
    """The answer that a survey asks for in words."""

    NOTHING = ""
    PERCENT = "p"
    COMMENT = "c"


class SurveyList(Screen, frozen=True, tag="qs"):
    """The questions of a day about several late tasks."""

    day: DayNumber
    page: Page = 0


class Survey(Screen, frozen=True, tag="q"):
    """The question how a late task is going; of several that were asked together, on which day."""

    task: Int32
    ask: SurveyAsk = SurveyAsk.NOTHING
    day: DayNumber = 0

    def then(self) -> "Survey | SurveyList":
        """Return what is shown once it is answered."""
        return SurveyList(self.day) if self.day else self.answered()


class Finish(Action, frozen=True, tag="F"):
    """Answer that it is done."""

    origin = Survey
    task: Int32
    day: DayNumber = 0


class KeepOn(Action, frozen=True, tag="W"):
    """Answer that one is still working on it: so far, as of today."""

    task: Int32
    percent: Int32
    day: DayNumber = 0

    def screen(self) -> Screen:
        return Survey(self.task, SurveyAsk.PERCENT, self.day)


class Block(Action, frozen=True, tag="Q"):
    """Answer that something is in the way."""

    origin = Survey
    task: Int32
    day: DayNumber = 0


class ReopenForSurvey(OnItem, frozen=True, tag="RQ"):
    """Take the task's item of a closed day up again, to answer; `item` is 0 if the day does not have it."""

    task: Int32
    day: DayNumber = 0

    def screen(self) -> Screen:
        return Survey(self.task, SurveyAsk.PERCENT, self.day)
