"""Joining, leaving, and what one sets for oneself."""

from bot.places.form import Press, View
from core.model import Int32, Language


class Help(View, frozen=True, tag="h"):
    """What one can do here."""


class Languages(View, frozen=True, tag="g"):
    """The choice of a language."""


class Zones(View, frozen=True, tag="z"):
    """One's own time zone; `asking` for another one."""

    asking: bool = False

    def asks_for_words(self) -> bool:
        """For a zone's name."""
        return self.asking


class Leaving(View, frozen=True, tag="x"):
    """The question whether to unlink."""


class Left(View, frozen=True, tag="xx"):
    """Unlinked, or not linked."""


class Stayed(View, frozen=True, tag="xn"):
    """Not unlinked after all."""


class TokenTold(View, frozen=True, tag="k"):
    """A token was told here; what is drawn does not tell it again."""


class EndingTokens(View, frozen=True, tag="kx"):
    """The question whether to end one's tokens."""


class TokensEnded(View, frozen=True, tag="ke"):
    """They have ended."""


class NotJoined(View, frozen=True, tag="jn"):
    """Nothing was linked."""


class Welcome(View, frozen=True, tag="w"):
    """Linked."""


class Speak(Press, frozen=True, tag="G"):
    """Be written to in a language."""

    language: Language

    def place(self) -> View:
        """The choice."""
        return Languages()


class SetZone(Press, frozen=True, tag="Z"):
    """Live by the clocks of a time zone, "" for the team's."""

    zone: str

    def place(self) -> View:
        """One's time zone."""
        return Zones()


class Join(Press, frozen=True, tag="J"):
    """Yes, that is me."""

    code: str

    def place(self) -> View:
        """Nothing was linked."""
        return NotJoined()


class EndTokens(Press, frozen=True, tag="K"):
    """Yes, end all of my tokens: those of a version, so that a repetition ends nothing made since."""

    version: Int32

    def place(self) -> View:
        """The question."""
        return EndingTokens()


class Leave(Press, frozen=True, tag="X"):
    """Yes, unlink."""

    def place(self) -> View:
        """The question."""
        return Leaving()


PLACES = (
    Help,
    Languages,
    Zones,
    Leaving,
    Left,
    Stayed,
    TokenTold,
    EndingTokens,
    TokensEnded,
    NotJoined,
    Welcome,
    Speak,
    SetZone,
    Join,
    EndTokens,
    Leave,
)
