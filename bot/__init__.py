"""The Telegram bot, the stand-in of the Bot API it is tried on, and the composition root of the whole product."""
