"""Drafts of tasks."""

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.drafts import DraftDropped


class NewTaskQuestion(Screen, frozen=True, tag="nt"):
    """The question what is to be done."""

    def asks_for_words(self) -> bool:
        return True

    def without_question(self) -> DraftDropped:
        return DraftDropped()
