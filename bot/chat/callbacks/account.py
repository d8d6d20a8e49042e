"""Joining, leaving, language and help."""

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Language


class Help(Screen, frozen=True, tag="h"):
    """What one can do here."""


class Languages(Screen, frozen=True, tag="g"):
    """The choice of a language."""


class Leaving(Screen, frozen=True, tag="x"):
    """The question whether to unlink."""


class Left(Screen, frozen=True, tag="xx"):
    """Unlinked, or not linked."""


class Stayed(Screen, frozen=True, tag="xn"):
    """Not unlinked after all."""


class NotJoined(Screen, frozen=True, tag="jn"):
    """Nothing was linked."""


class Welcome(Screen, frozen=True, tag="w"):
    """Linked."""


class Speak(Action, frozen=True, tag="G"):
    """Be written to in a language."""

    language: Language

    def screen(self) -> Screen:
        return Languages()


class Join(Action, frozen=True, tag="J"):
    """Yes, that is me."""

    code: str

    def screen(self) -> Screen:
        return NotJoined()


class Leave(Action, frozen=True, tag="X"):
    """Yes, unlink."""

    def screen(self) -> Screen:
        return Leaving()
