"""What somebody was sent."""

from bot.chat.callbacks.callback_data import Screen
from core.base.model import Int32


class LedgerOf(Screen, frozen=True, tag="o"):
    """What somebody was written today, what not, and why; `page` of it, from 0."""

    user: Int32
    page: Int32 = 0
