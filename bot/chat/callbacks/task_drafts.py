"""A task to be."""

from bot.chat.callbacks.callback_data import Screen


class NewTaskQuestion(Screen, frozen=True, tag="nt"):
    """The question what is to be done."""

    def asks_for_words(self) -> bool:
        return True
