"""Absences, the tasks that are due during one, and what leaders are asked about these."""

from datetime import date
from enum import StrEnum

from bot.chat.callbacks.callback_data import Action, DayNumber, Screen
from core.base.model import Int32


class Move(StrEnum):
    """The part of a task, its day or its person, that is chosen anew or requested of a leader."""

    NOTHING = ""
    DAY = "d"
    PERSON = "p"


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
    """One of those tasks, and what is being chosen for it; `at` is the month or the page of the choice."""

    absence: Int32
    task: Int32
    move: Move = Move.NOTHING
    at: Int32 = 0


class EndAbsence(Action, frozen=True, tag="AX"):
    """Yes, cancel it: the absence as it was seen, of these days."""

    origin = AbsenceCard
    absence: Int32
    first: date
    last: date


class MoveTask(Action, frozen=True, tag="AM"):
    """Have one of those tasks be due on the day, or be of the person, that `value` says; or ask for it."""

    origin = AbsenceCard
    absence: Int32
    task: Int32
    move: Move
    value: Int32
    page: Int32 = 0


class MoveAsked(Screen, frozen=True, tag="aq"):
    """The question to a leader whether a task, due on the day `before`, may be moved as requested.

    `value` is the day requested, or the person; `declined` once the leader has declined.
    """

    absence: Int32
    task: Int32
    before: DayNumber
    move: Move
    value: Int32
    declined: bool = False


class MoveAnswered(Screen, frozen=True, tag="aw"):
    """The answer of the leader `by` to such a request."""

    task: Int32
    by: Int32
    move: Move
    value: Int32
    accepted: bool


class AnswerMove(Action, frozen=True, tag="AA"):
    """Accept or decline the request."""

    origin = MoveAsked
    absence: Int32
    task: Int32
    before: DayNumber
    move: Move
    value: Int32
    accept: bool
