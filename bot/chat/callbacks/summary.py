"""How today goes."""

from bot.chat.callbacks.callback_data import Screen


class Summary(Screen, frozen=True, tag="u"):
    """How today goes for the people one leads, or for oneself, in one message."""

    own: bool = False
