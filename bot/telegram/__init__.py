"""The way to and from Telegram: calls and their pace, updates received, kept and handed on."""
