"""One's own account: joining, leaving, help, language, time zone."""

from enum import StrEnum

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Language


class Help(Screen, frozen=True, tag="h"):
    """The help: what one can do here."""


class Languages(Screen, frozen=True, tag="g"):
    """The choice of a language."""


class Leaving(Screen, frozen=True, tag="x"):
    """The question whether to unlink."""


class Left(Screen, frozen=True, tag="xx"):
    """The message that one is unlinked, or was never linked."""


class Stayed(Screen, frozen=True, tag="xn"):
    """The message that one was not unlinked after all."""


class NotJoined(Screen, frozen=True, tag="jn"):
    """The message that nothing was linked."""


class Welcome(Screen, frozen=True, tag="w"):
    """The welcome to a person who was linked."""


class DayExample(StrEnum):
    """A sentence of the day, in the order of a day."""

    OPEN = "o"
    PLAN = "p"
    CLOSE = "c"


class SayExample(Action, frozen=True, tag="SX"):
    """Say an example, as if it were typed."""

    origin = Welcome
    example: DayExample


class Speak(Action, frozen=True, tag="G"):
    origin = Languages
    language: Language


class Join(Action, frozen=True, tag="J"):
    """Link one's account, as the person of the code."""

    origin = NotJoined
    code: str


class Leave(Action, frozen=True, tag="X"):
    """Unlink one's account."""

    origin = Leaving


class Zones(Screen, frozen=True, tag="z"):
    """One's own time zone; `ask` for another one."""

    ask: bool = False


class SetZone(Action, frozen=True, tag="Z"):
    """Live by the clocks of a time zone, "" for the team's."""

    origin = Zones
    zone: str


class OwnHolidays(Screen, frozen=True, tag="hf"):
    """One's own public holidays; `ask` for others."""

    ask: bool = False


class ShownAfter(StrEnum):
    """The screen that is shown once holidays were chosen: the one with the button."""

    HOLIDAYS = "h"
    ZONE = "z"
    WELCOME = "w"


class SetHolidays(Action, frozen=True, tag="HF"):
    """Have the public holidays of a calendar (`CO`, `ES-CT`), "" for everybody's."""

    calendar: str
    after: ShownAfter = ShownAfter.HOLIDAYS

    def screen(self) -> Screen:
        return {ShownAfter.ZONE: Zones(), ShownAfter.WELCOME: Welcome()}.get(self.after, OwnHolidays())
