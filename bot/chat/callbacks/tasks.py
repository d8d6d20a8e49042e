"""Tasks: lists and cards."""

from datetime import date
from enum import StrEnum

from bot.chat.callbacks.callback_data import Action, AskFor, DayNumber, Page, Screen
from core.base.model import Int32, Priority, TaskStatus


class TaskFilter(StrEnum):
    """A filter that says which of one's tasks a list shows."""

    OPEN = "o"
    LATE = "l"
    WEEK = "w"
    PLANNING = "p"
    RED = "r"
    """The tasks whose item is red; on a card with a `user`, those of the people one leads."""
    REPEATED = "f"
    """The tasks that a rule makes again, as a list of the rules."""
    CLOSED = "c"


class TaskList(Screen, frozen=True, tag="l"):
    """One's own tasks."""

    which: TaskFilter = TaskFilter.OPEN
    page: Page = 0


class TheirTasks(Screen, frozen=True, tag="lt"):
    """Tasks of a colleague that one may see; without a `user` of those whom one leads."""

    which: TaskFilter = TaskFilter.OPEN
    user: Int32 = 0
    page: Page = 0


class ClosedWithin(Screen, frozen=True, tag="lc"):
    """Tasks that were closed on some days: of a `user`, of oneself, or else of those whom one leads."""

    first: date
    last: date
    user: Int32 = 0
    page: Page = 0


class DueWithin(Screen, frozen=True, tag="lw"):
    """Open tasks that are due on some days: of a `user`, of oneself, or else of those whom one leads."""

    first: date
    last: date
    user: Int32 = 0
    page: Page = 0


class TaskCard(Screen, frozen=True, tag="t"):
    """One task, what is asked (`ask`), and the way back: a page of a list by a filter, or of a `day`, of a `user`.

    `at` is what the choice shows: the month to choose a due date from, or the page of people. `user` 0 is oneself.
    """

    task: Int32
    ask: AskFor = AskFor.NOTHING
    which: TaskFilter = TaskFilter.OPEN
    page: Page = 0
    day: DayNumber = 0
    user: Int32 = 0
    at: DayNumber = 0

    @property
    def back(self) -> tuple[TaskFilter, Page, DayNumber, Int32]:
        """The way back, as actions on the card have it."""
        return self.which, self.page, self.day, self.user

    def asks_for_words(self) -> bool:
        return self.ask in (AskFor.COMMENT, AskFor.DUE, AskFor.DESCRIPTION, AskFor.SPLIT)


class CommentPrompt(Screen, frozen=True, tag="n"):
    """A message about a task that is never drawn again."""

    task: Int32


class AccessAsked(Screen, frozen=True, tag="ta"):
    """The question whether to let in those whom a comment names and who may not read its task."""

    task: Int32
    comment: Int32


class LetIn(Action, frozen=True, tag="TL"):
    """Let somebody in whom a comment names."""

    origin = AccessAsked
    task: Int32
    comment: Int32
    person: Int32


class SendFile(Action, frozen=True, tag="TF"):
    """Send the file that came with a comment."""

    origin = TaskCard
    task: Int32
    comment: Int32


class OnTask(Action, frozen=True, tag=True):
    """A change of a task, and the way back."""

    origin = TaskCard
    task: Int32
    which: TaskFilter
    page: Page
    day: DayNumber
    user: Int32


class SetStatus(OnTask, frozen=True, tag="S"):
    status: TaskStatus


class SetDue(OnTask, frozen=True, tag="TD"):
    due: date


class SetPriority(OnTask, frozen=True, tag="TP"):
    priority: Priority


class SetResponsible(OnTask, frozen=True, tag="TR"):
    """Add or remove a person as a responsible; `at` is the page of people."""

    person: Int32
    responsible: bool
    at: Page = 0

    def screen(self) -> Screen:
        return TaskCard(self.task, AskFor.PEOPLE, self.which, self.page, self.day, self.user, self.at)


class HandOver(OnTask, frozen=True, tag="TH"):
    """Hand it over to a person; one to whom one may not give tasks is asked."""

    person: Int32


class AskDue(Action, frozen=True, tag="TA"):
    """Ask who may move its due date for another one; a `draft` keeps the words that say why."""

    origin = TaskCard
    task: Int32
    due: date
    draft: Int32 = 0


class NudgeAbout(Action, frozen=True, tag="NA"):
    """Ask a responsible how it is going, in one's own name."""

    origin = TaskCard
    task: Int32
    user: Int32


class DeleteTask(OnTask, frozen=True, tag="TX"):
    """Delete it; the question whether to do so is answered."""


class PauseRule(OnTask, frozen=True, tag="TQ"):
    """Have the rule that made it pause, or go on."""

    paused: bool


class EndRule(OnTask, frozen=True, tag="TE"):
    """End the rule that made it; the question whether to do so is answered."""


class SetMuted(OnTask, frozen=True, tag="TM"):
    """Mute the task's comments and changes, or not."""

    muted: bool
