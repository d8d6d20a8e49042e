"""The Telegram bot, the stand-in of the Bot API it is tried on, and the composition root of the whole product.

- `cli/` (`__main__`) is the command line; `app/` reads the configuration, puts the services together and serves them;
- `process/` is what a process has to do with its system and with those beside it;
- `telegram/` is the way to Telegram and back: connections, pacing, the inbox of updates, polling and webhook;
- `chat/` is the conversation: what an update means, what is answered, what is sent unasked;
- `sandbox/` is the stand-in of the Bot API, with a chat page, for the demo and for tests.
"""
