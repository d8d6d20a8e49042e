"""The people who work on some days."""

from datetime import date

from bot.chat.callbacks.callback_data import Screen
from core.base.model import Int32


class PresenceOf(Screen, frozen=True, tag="pw"):
    """The people who work on some days, both included: one person, or those of one's team or one's fellows."""

    first: date
    last: date
    user: Int32 = 0
