"""Joining, leaving, and what one sets for oneself."""

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32, Language


class Help(Screen, frozen=True, tag="h"):
    """What one can do here."""


class Languages(Screen, frozen=True, tag="g"):
    """The choice of a language."""


class Zones(Screen, frozen=True, tag="z"):
    """One's own time zone; `asking` for another one."""

    asking: bool = False

    def asks_for_words(self) -> bool:
        """For a zone's name."""
        return self.asking


class Leaving(Screen, frozen=True, tag="x"):
    """The question whether to unlink."""


class Left(Screen, frozen=True, tag="xx"):
    """Unlinked, or not linked."""


class Stayed(Screen, frozen=True, tag="xn"):
    """Not unlinked after all."""


class TokenTold(Screen, frozen=True, tag="k"):
    """A token was told here; what is drawn does not tell it again."""


class EndingTokens(Screen, frozen=True, tag="kx"):
    """The question whether to end one's tokens."""


class TokensEnded(Screen, frozen=True, tag="ke"):
    """They have ended."""


class NotJoined(Screen, frozen=True, tag="jn"):
    """Nothing was linked."""


class Welcome(Screen, frozen=True, tag="w"):
    """Linked."""


class Speak(Action, frozen=True, tag="G"):
    """Be written to in a language."""

    language: Language

    def screen(self) -> Screen:
        """The choice."""
        return Languages()


class SetZone(Action, frozen=True, tag="Z"):
    """Live by the clocks of a time zone, "" for the team's."""

    zone: str

    def screen(self) -> Screen:
        """One's time zone."""
        return Zones()


class Join(Action, frozen=True, tag="J"):
    """Yes, that is me."""

    code: str

    def screen(self) -> Screen:
        """Nothing was linked."""
        return NotJoined()


class EndTokens(Action, frozen=True, tag="K"):
    """Yes, end all of my tokens: those of a version, so that a repetition ends nothing made since."""

    version: Int32

    def screen(self) -> Screen:
        """The question."""
        return EndingTokens()


class Leave(Action, frozen=True, tag="X"):
    """Yes, unlink."""

    def screen(self) -> Screen:
        """The question."""
        return Leaving()
