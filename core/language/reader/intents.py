"""The intents that a message may have, and the sentences by which each is known."""

from enum import StrEnum


class Intent(StrEnum):
    """The one thing that a message is mainly about."""

    REPORT = "REPORT"
    NEW_TASK = "NEW_TASK"
    ASSIGN_TASK = "ASSIGN_TASK"
    MOVE_DUE = "MOVE_DUE"
    EDIT_TASK = "EDIT_TASK"
    HAND_OVER = "HAND_OVER"
    SPLIT_TASK = "SPLIT_TASK"
    DELETE_TASK = "DELETE_TASK"
    COMMENT = "COMMENT"
    MESSAGE = "MESSAGE"
    REMINDER = "REMINDER"
    NEW_EVENT = "NEW_EVENT"
    MOVE_EVENT = "MOVE_EVENT"
    CANCEL_EVENT = "CANCEL_EVENT"
    INVITE = "INVITE"
    ANSWER_YES = "ANSWER_YES"
    ANSWER_NO = "ANSWER_NO"
    ANSWER_PROPOSE = "ANSWER_PROPOSE"
    ABSENCE_DAYS = "ABSENCE_DAYS"
    ABSENCE_HOURS = "ABSENCE_HOURS"
    CANCEL_ABSENCE = "CANCEL_ABSENCE"
    HOME_OFFICE = "HOME_OFFICE"
    OPEN_DAY = "OPEN_DAY"
    CLOSE_DAY = "CLOSE_DAY"
    Q_MY_AGENDA = "Q_MY_AGENDA"
    Q_TEAM_AGENDA = "Q_TEAM_AGENDA"
    Q_FREE = "Q_FREE"
    Q_AWAY = "Q_AWAY"
    Q_MY_TASKS = "Q_MY_TASKS"
    Q_SOMEBODY_TASKS = "Q_SOMEBODY_TASKS"
    Q_TASK_STATE = "Q_TASK_STATE"
    Q_TEAM_STATE = "Q_TEAM_STATE"
    Q_DUE = "Q_DUE"
    Q_RED = "Q_RED"
    Q_DONE = "Q_DONE"
    Q_NOT_REPORTED = "Q_NOT_REPORTED"
    Q_WORKLOAD = "Q_WORKLOAD"
    SEARCH = "SEARCH"
    EXPORT = "EXPORT"
    SET_NOTICES = "SET_NOTICES"
    SET_PROFILE = "SET_PROFILE"
    HELP = "HELP"
    UNDO = "UNDO"
    CORRECTION = "CORRECTION"
    YES = "YES"
    NO = "NO"
    LATER = "LATER"
    GREETING = "GREETING"
    THANKS = "THANKS"
    NONE = "NONE"


OF_A_REPORT = ("REPORT_DONE", "REPORT_PROGRESS", "REPORT_NONE", "REPORT_RED", "REPORT_MIXED")
"""Kinds of reports that sentences are labelled with; what a report says decides its kind, so they are one intent."""


def intent_of(label: str) -> Intent:
    """Return the intent that sentences with this label have."""
    return Intent.REPORT if label in OF_A_REPORT else Intent(label)
