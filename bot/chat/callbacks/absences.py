"""Absences, and the tasks that are due during one."""

from datetime import date

from bot.chat.callbacks.callback_data import Action, Screen
from bot.chat.callbacks.task_moves import Move
from core.base.model import Int32


class AbsenceList(Screen, frozen=True, tag="ab"):
    """One's own absences, or those of a person whom one leads."""

    user: Int32 = 0
    page: Int32 = 0


class AbsenceCard(Screen, frozen=True, tag="ac"):
    """One absence and a page of the tasks that are due meanwhile; `ending`: the question whether to cancel it."""

    absence: Int32
    page: Int32 = 0
    ending: bool = False


class TaskOfAbsence(Screen, frozen=True, tag="am"):
    """One of those tasks, and what of it is being chosen; `at` is the month or the page of the choice."""

    absence: Int32
    task: Int32
    move: Move = Move.NOTHING
    at: Int32 = 0


class EndAbsence(Action, frozen=True, tag="AX"):
    """Yes, cancel it: the absence as it was seen, of these days."""

    absence: Int32
    first: date
    last: date

    def screen(self) -> Screen:
        return AbsenceCard(self.absence)


class MoveTask(Action, frozen=True, tag="AM"):
    """Have one of those tasks be due on the day, or be of the person, that `value` says; or ask for it."""

    absence: Int32
    task: Int32
    move: Move
    value: Int32
    page: Int32 = 0

    def screen(self) -> Screen:
        return AbsenceCard(self.absence, self.page)
