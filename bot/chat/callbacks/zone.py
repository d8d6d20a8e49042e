"""One's own time zone."""

from bot.chat.callbacks.callback_data import Action, Screen


class Zones(Screen, frozen=True, tag="z"):
    """One's own time zone; `asking` for another one."""

    asking: bool = False

    def asks_for_words(self) -> bool:
        return self.asking

    def without_question(self) -> "Zones | None":
        return Zones() if self.asking else None


class SetZone(Action, frozen=True, tag="Z"):
    """Live by the clocks of a time zone, "" for the team's."""

    zone: str

    def screen(self) -> Screen:
        return Zones()
