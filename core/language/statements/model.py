"""Orders, as sentences give them."""

from datetime import time
from enum import StrEnum

from msgspec import Struct

from core.base.calendar_time import Days
from core.base.model import Priority
from core.language.phrases.model import ReportLine


class Act(StrEnum):
    """The things that a sentence may want done, for which something is drafted or shown."""

    ABSENCE = "ABSENCE"
    CANCEL_ABSENCE = "CANCEL_ABSENCE"
    CHANGE_ABSENCE = "CHANGE_ABSENCE"
    REMINDER = "REMINDER"
    REMINDERS = "REMINDERS"
    DROP_REMINDER = "DROP_REMINDER"
    REPORT = "REPORT"
    UNDO = "UNDO"
    WITHDRAW = "WITHDRAW"
    OPEN_DAY = "OPEN_DAY"
    SEND_DAY = "SEND_DAY"
    CLOSE_DAY = "CLOSE_DAY"
    HAND_OVER = "HAND_OVER"
    HAND_OVER_ALL = "HAND_OVER_ALL"
    ADD_PERSON = "ADD_PERSON"
    DUE = "DUE"
    SPLIT = "SPLIT"
    DELETE = "DELETE"
    RENAME = "RENAME"
    COMMENT = "COMMENT"
    MESSAGE = "MESSAGE"
    PRIORITY = "PRIORITY"
    REOPEN = "REOPEN"
    LIGHT = "LIGHT"
    PROGRESS = "PROGRESS"
    HISTORY = "HISTORY"
    SOME_HOURS = "SOME_HOURS"
    TEAM_OFF = "TEAM_OFF"
    ELSEWHERE = "ELSEWHERE"
    BACK = "BACK"
    BACK_ON = "BACK_ON"
    HELPER = "HELPER"
    QUIET = "QUIET"
    LUNCH = "LUNCH"
    ZONE = "ZONE"
    OWN_HOLIDAYS = "OWN_HOLIDAYS"
    EXPORT = "EXPORT"
    NEW_TASK = "NEW_TASK"
    SEARCH = "SEARCH"
    NUDGE = "NUDGE"
    CHASE = "CHASE"
    NEW_EVENT = "NEW_EVENT"
    MOVE_EVENT = "MOVE_EVENT"
    CANCEL_EVENT = "CANCEL_EVENT"
    INVITE = "INVITE"
    ANSWER_EVENT = "ANSWER_EVENT"
    SEE_EVENT = "SEE_EVENT"


NAMES_APART = ", "


class ListedTask(Struct, frozen=True):
    """One of several tasks of a message: what is to be done, and the names before it as written, "" for oneself."""

    words: str
    name: str = ""


class Statement(Struct, frozen=True):
    """An order, as a sentence gives it.

    `words` are what its draft is read from: an absence's days and reason, what to be reminded of, a new event, when an
    event is to be, a comment, what is searched for, where one lives, the country of one's holidays. `people` has, for
    each person named, the ids of all whose name it is, or is `near` the one written. `days` are those of the event that
    is meant, or of the absence that is off, or the new due date; `title` are words of that event, or all of a sentence
    that looks for something or is for somebody. A task is to have a `priority`, or one by `step` more pressing, or to
    be due `later` days later, an event to be later by `shift` minutes, below zero earlier; a report is of the one of
    `days` where that is not today. `items` are several tasks of one message. It is to be quiet, or lunch, from when it
    `starts` until it `ends`; an event that is called by its hour `starts` then. `asks`: leave is asked for, or a
    comment that is withdrawn was meant for another task. `outright`: the day is said to be closed, what was done last
    to be taken back, and what is to be done to be a task, not only meant.
    """

    act: Act
    words: str = ""
    task: int = 0
    lines: tuple[ReportLine, ...] = ()
    people: tuple[tuple[int, ...], ...] = ()
    near: bool = False
    days: Days | None = None
    title: str = ""
    priority: Priority | None = None
    step: int = 0
    later: int = 0
    shift: int = 0
    items: tuple[ListedTask, ...] = ()
    asks: bool = False
    outright: bool = False
    starts: time | None = None
    ends: time | None = None
