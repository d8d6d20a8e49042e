"""Who is free at a time; the question is kept as the draft of an event."""

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32


class FreeHelp(Screen, frozen=True, tag="fh"):
    """How to ask who is free; `asking`: what is typed next is such a question."""

    asking: bool = False

    def asks_for_words(self) -> bool:
        return self.asking

    def without_question(self) -> "FreeHelp | None":
        return FreeHelp() if self.asking else None


class Free(Screen, frozen=True, tag="fr"):
    """Who is free at the time of a draft, and the next times for all, from `since` (minutes since 1970) where given."""

    draft: Int32
    since: Int32 = 0

    def takes_words(self) -> bool:
        return True


class CountMe(Action, frozen=True, tag="FC"):
    """Count who asks among the people of a draft, or not."""

    draft: Int32
    among: bool

    def screen(self) -> Screen:
        return Free(self.draft)
