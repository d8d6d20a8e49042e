"""Tasks: lists and cards."""

from enum import StrEnum

from bot.places.day import Ask
from bot.places.form import DayNumber, Press, View
from core.model import Int32, TaskStatus


class TaskFilter(StrEnum):
    """Which of one's tasks a list shows."""

    OPEN = "o"
    LATE = "l"
    WEEK = "w"
    PLANNING = "p"
    RED = "r"
    """Those whose item is red; on a card with a `user`, those of the people one leads."""


class TaskList(View, frozen=True, tag="l"):
    """One's own tasks."""

    which: TaskFilter = TaskFilter.OPEN
    page: Int32 = 0


class TaskCard(View, frozen=True, tag="t"):
    """One task; the rest is the way back: a page of the list by a filter, or of a `day`, somebody's whom one leads."""

    task: Int32
    ask: Ask = Ask.NOTHING
    which: TaskFilter = TaskFilter.OPEN
    page: Int32 = 0
    day: DayNumber = 0
    user: Int32 = 0

    def asks_for_words(self) -> bool:
        """For a comment."""
        return self.ask is Ask.COMMENT


class Note(View, frozen=True, tag="n"):
    """A message about a task that shows nothing to draw again."""

    task: Int32


class SetStatus(Press, frozen=True, tag="S"):
    """Give a task a state."""

    task: Int32
    status: TaskStatus
    which: TaskFilter = TaskFilter.OPEN
    page: Int32 = 0
    day: DayNumber = 0
    user: Int32 = 0

    def place(self) -> View:
        """The task."""
        return TaskCard(self.task, Ask.NOTHING, self.which, self.page, self.day, self.user)


PLACES = (TaskList, TaskCard, Note, SetStatus)
