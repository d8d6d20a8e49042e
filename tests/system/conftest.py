"""What the bot's process calls is held against the Bot API, as it is everywhere."""

from tests.bot_api import every_call_is_valid

__all__ = ["every_call_is_valid"]
