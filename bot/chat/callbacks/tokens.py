"""One's own API tokens."""

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32


class TokenShown(Screen, frozen=True, tag="k"):
    """A token was shown here; drawn again, the message does not show it."""


class EndingTokens(Screen, frozen=True, tag="kx"):
    """The question whether to end one's tokens."""


class TokensEnded(Screen, frozen=True, tag="ke"):
    """They have ended."""


class EndTokens(Action, frozen=True, tag="K"):
    """Yes, end all of my tokens: those of a version, so that a repetition ends nothing made since."""

    version: Int32

    def screen(self) -> Screen:
        return EndingTokens()
