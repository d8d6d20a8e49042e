"""Late tasks."""

from bot.chat.callbacks.callback_data import Screen
from core.base.model import Int32


class Late(Screen, frozen=True, tag="la"):
    """What is late, of one's own and of those one leads."""

    page: Int32 = 0
