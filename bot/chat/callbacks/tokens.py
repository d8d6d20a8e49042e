"""One's own tokens of the API."""

from bot.chat.callbacks.callback_data import Action, Page, Screen
from core.base.model import Int32


class OwnTokens(Screen, frozen=True, tag="kl"):
    """One's tokens, each with a button that ends it."""

    page: Page = 0


class TokenShown(Screen, frozen=True, tag="k"):
    """The message that showed a token; drawn again, it does not show it."""


class EndingTokens(Screen, frozen=True, tag="kx"):
    """The question whether to end one's tokens."""


class TokensEnded(Screen, frozen=True, tag="ke"):
    """The message that one's tokens have ended."""


class EndTokens(Action, frozen=True, tag="K"):
    """End all of one's tokens: those of a version, so that a repetition ends nothing made since."""

    origin = EndingTokens
    version: Int32


class NewToken(Action, frozen=True, tag="KN"):
    """Make another token."""

    origin = OwnTokens


class EndToken(Action, frozen=True, tag="KE"):
    """End one, by its id: asks nothing, for another is quickly had."""

    origin = OwnTokens
    token: str
    page: Page = 0
