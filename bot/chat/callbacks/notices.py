"""One's own notices."""

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32


class NoticesCard(Screen, frozen=True, tag="av"):
    """What one is told by itself, and the choices there are."""


class SetDefaultReminder(Action, frozen=True, tag="AV"):
    """Have one's own drafts of events begin with a reminder so many minutes before; 0 is none."""

    origin = NoticesCard
    minutes: Int32
