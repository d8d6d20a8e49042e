"""Moving tasks of people who will be away, as leaders are asked for it."""

from enum import StrEnum

from bot.chat.callbacks.callback_data import Action, DayNumber, Screen
from core.base.model import Int32


class Move(StrEnum):
    """What of a task is chosen anew, or asked of a leader."""

    NOTHING = ""
    DAY = "d"
    PERSON = "p"


class MoveAsked(Screen, frozen=True, tag="aq"):
    """What one is asked as a leader: may a task, due on the day `before`, become as wished.

    `value` is the day requested, or the person; `declined` if one has declined.
    """

    absence: Int32
    task: Int32
    before: DayNumber
    move: Move
    value: Int32
    declined: bool = False


class MoveAnswered(Screen, frozen=True, tag="aw"):
    """The answer of `by` to that."""

    task: Int32
    by: Int32
    move: Move
    value: Int32
    accepted: bool


class AnswerMove(Action, frozen=True, tag="AA"):
    """Say yes or no to what one is asked."""

    absence: Int32
    task: Int32
    before: DayNumber
    move: Move
    value: Int32
    accept: bool

    def screen(self) -> Screen:
        return MoveAsked(self.absence, self.task, self.before, self.move, self.value)
