"""Surveys about late tasks."""

from enum import StrEnum

from bot.chat.callbacks.callback_data import Action, Screen
from bot.chat.callbacks.day import OnItem
from core.base.model import Int32


class SurveyAsk(StrEnum):
    """What a survey asks for in words."""

    NOTHING = ""
    PERCENT = "p"
    COMMENT = "c"


class Survey(Screen, frozen=True, tag="q"):
    """The question how a late task is going."""

    task: Int32
    ask: SurveyAsk = SurveyAsk.NOTHING


class Finish(Action, frozen=True, tag="F"):
    """It is done."""

    origin = Survey
    task: Int32


class KeepOn(Action, frozen=True, tag="W"):
    """Still working on it: so far, as of today."""

    task: Int32
    percent: Int32

    def screen(self) -> Screen:
        return Survey(self.task, SurveyAsk.PERCENT)


class Block(Action, frozen=True, tag="Q"):
    """Something is in the way."""

    origin = Survey
    task: Int32


class ReopenForSurvey(OnItem, frozen=True, tag="RQ"):
    """Take the task's item of a closed day up again, to answer; `item` is 0 if the day does not have it."""

    task: Int32

    def screen(self) -> Screen:
        return Survey(self.task, SurveyAsk.PERCENT)
