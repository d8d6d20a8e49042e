"""The chat: how an update is answered, and how messages of the outbox are sent.

- `router` answers the updates of private chats, `group_chats` those of groups; `context` has what handlers are given.
- `callbacks/` are screens and actions as callback data, `handlers/` do and draw them, `panels/` say how they look,
  `pictures/` paints the pictures. One subject has the same file name in all of them.
- `outgoing` calls Telegram, `presses` says which press draws a message, `memory` keeps what each message shows, `menus`
  and `commands` are the commands.
- `waiting` tells whom an outage of the database makes wait.
- `sender` sends the outbox, drawing each message by `handlers/pushes`.

A press of «50 %»: `router` reads its callback data as a `SetPercent`, whose handler (`handlers/day.py`) runs the use
case and returns a `Reply` with the screen `Item`; the handler of `Item` draws it by `panels/day.py`; `outgoing` edits
the message, and `memory` stores its screen, so that words typed next are taken as an answer to it.
"""
