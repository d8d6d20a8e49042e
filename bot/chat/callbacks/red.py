"""Red items."""

from bot.chat.callbacks.callback_data import Screen
from core.base.model import Int32


class RedList(Screen, frozen=True, tag="r"):
    """What is red among those one leads."""

    page: Int32 = 0
