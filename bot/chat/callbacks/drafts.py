"""Drafts of any kind, and who is free at the time of an event's."""

from enum import StrEnum

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32


class Field(StrEnum):
    """A part of a draft: what a card asks for, or what a button sets."""

    NOTHING = ""
    TITLE = "t"
    DAY = "d"
    HOUR = "h"
    LENGTH = "l"
    PEOPLE = "p"
    PLACE = "w"
    VIRTUAL = "v"
    PUBLIC = "o"
    KIND = "k"
    REMINDER = "r"
    SLOT = "s"
    ALL_DAY = "a"
    LAST_DAY = "e"
    PAST = "x"
    END = "n"
    ONCE = "y"
    EACH_DAY = "z"
    PRIORITY = "u"
    TASK = "q"
    TASKS = "m"
    EVENTS = "c"
    ABSENCE = "b"


class DraftCard(Screen, frozen=True, tag="dr"):
    """A draft, and the field that is being corrected; `at` is the month or the page that its choice shows."""

    draft: Int32
    field: Field = Field.NOTHING
    at: Int32 = 0

    def takes_words(self) -> bool:
        return True

    def asks_for_words(self) -> bool:
        return self.field is not Field.NOTHING


class DraftWords(Screen, frozen=True, tag="dw"):
    """A person's own message that began a draft, or corrected a field of it; if edited, it does so again."""

    draft: Int32
    field: Field = Field.NOTHING
    begins: bool = False


class DraftDropped(Screen, frozen=True, tag="dx"):
    """A dropped draft."""


class OnDraft(Action, frozen=True, tag=True):
    """A change of a draft."""

    origin = DraftCard
    draft: Int32


class SetField(OnDraft, frozen=True, tag="DS"):
    """Give a field a value, a number whose meaning depends on the field."""

    field: Field
    value: Int32
    at: Int32 = 0


class AddPerson(OnDraft, frozen=True, tag="DA"):
    """Count in a person whom its words seem to name."""

    person: Int32


class ReportOn(OnDraft, frozen=True, tag="DR"):
    """Save the report of a task by a name that several have as one of this task."""

    task: Int32


class CommentOn(OnDraft, frozen=True, tag="DK"):
    """Save a comment, with its files, on one task."""

    task: Int32


class SaveDraft(OnDraft, frozen=True, tag="DV"):
    """Save the draft as what it is a draft of; `anyway`: in spite of the warnings."""

    anyway: bool = False


class DropDraft(OnDraft, frozen=True, tag="DX"):
    """Forget it."""


class NewTaskQuestion(Screen, frozen=True, tag="nt"):
    """The question what is to be done."""

    def asks_for_words(self) -> bool:
        return True

    def without_question(self) -> DraftDropped:
        return DraftDropped()


class FreeHelp(Screen, frozen=True, tag="fh"):
    """Examples of what to ask about free time; with `ask` the next message is read as such a question."""

    ask: bool = False


class Free(Screen, frozen=True, tag="fr"):
    """People free at the time of a draft, and the next times for all, from `since` (minutes since 1970) if given."""

    draft: Int32
    since: Int32 = 0

    def takes_words(self) -> bool:
        return True


class CountMe(Action, frozen=True, tag="FC"):
    """Count the asker among the people of a draft, or not."""

    origin = Free
    draft: Int32
    among: bool
