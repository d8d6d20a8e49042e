"""Answers to words that are no command: the person meant in a question, a task to make of the words."""

from bot.chat.callbacks.callback_data import Action, Screen
from bot.chat.callbacks.drafts import DraftCard, DraftDropped, Free
from core.base.model import Int32
from core.language.reader.intents import Intent


class CountIn(Action, frozen=True, tag="QC"):
    """Count a person among those whose free time is asked for: the one meant of several with a name."""

    origin = Free
    draft: Int32
    person: Int32


class OfferedTask(Screen, frozen=True, tag="ot"):
    """The question whether to make a task of a sentence, which a draft keeps."""

    draft: Int32

    def takes_words(self) -> bool:
        """Return True: the words may be a yes or a no."""
        return True

    def without_question(self) -> DraftDropped:
        return DraftDropped()


class AsTask(Action, frozen=True, tag="OT"):
    """Draft a task from the sentence."""

    origin = DraftCard
    draft: Int32


class AsEvent(Action, frozen=True, tag="OE"):
    """Draft an event from it."""

    origin = DraftCard
    draft: Int32


class AsComment(Action, frozen=True, tag="OC"):
    """Make the sentence a comment on a task."""

    origin = DraftCard
    draft: Int32
    task: Int32


class AsMeant(Action, frozen=True, tag="OM"):
    """Do what the sentence was meant to be, one of the acts that were offered."""

    origin = DraftCard
    draft: Int32
    intent: Intent


class BeginEvent(Action, frozen=True, tag="NE"):
    """Begin an empty draft of an event."""
