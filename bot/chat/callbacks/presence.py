"""Who works on some days."""

from datetime import date

from bot.chat.callbacks.callback_data import Screen
from core.base.model import Int32


class PresenceOf(Screen, frozen=True, tag="pw"):
    """Who works on some days, both included: a person, or one's team or fellows."""

    first: date
    last: date
    user: Int32 = 0
