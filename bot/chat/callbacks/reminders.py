"""Reminders of events."""

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32
from core.delivery.snoozes import Delay


class ReminderCard(Screen, frozen=True, tag="b"):
    """One is reminded of an event."""

    event: Int32


class Snooze(Action, frozen=True, tag="B"):
    """Be reminded again, so much after it is pressed; pressed again, from then on."""

    event: Int32
    delay: Delay

    def screen(self) -> Screen:
        return ReminderCard(self.event)
