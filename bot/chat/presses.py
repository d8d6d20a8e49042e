"""Presses that wait: of several on one message only the last draws it; nobody would see what the others draw."""

from collections.abc import Sequence

import msgspec

from bot.chat import callbacks
from bot.chat.callbacks.callback_data import NoAction
from bot.telegram import updates
from core.records.chat import InboxUpdate

MOST_MESSAGES = 10_000


class Presses:
    """The last press on each message of a private chat that this process took in and has not handled."""

    def __init__(self) -> None:
        self.last: dict[tuple[int, int], int] = {}

    def note(self, received: Sequence[InboxUpdate]) -> None:
        """Note the presses among updates that are in the inbox, and so will be handled."""
        for each in received:
            message_id = pressed(each)
            if message_id is not None:
                self.last[each.chat_id, message_id] = each.update_id
                if len(self.last) > MOST_MESSAGES:
                    del self.last[next(iter(self.last))]

    def superseded(self, update_id: int, chat_id: int, message_id: int) -> bool:
        """Return whether a later press waits that will draw the same message; where none does, forget this one."""
        last = self.last.get((chat_id, message_id), update_id)
        if last <= update_id:
            self.last.pop((chat_id, message_id), None)
        return last > update_id


def pressed(received: InboxUpdate) -> int | None:
    """The message that a press will draw; None for any other update."""
    if b'"callback_query"' not in received.body:
        return None
    try:
        query = updates.decode(received.body).callback_query
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    if query is None or query.message is None or query.message.chat.type != updates.PRIVATE:
        return None
    callback = callbacks.read(query.data)
    return None if callback is None or isinstance(callback, NoAction) else query.message.message_id
