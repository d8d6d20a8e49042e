"""The way in: an update is written down before Telegram may forget it, then handed on.

Both doors (`bot.telegram.receiver`, `bot.telegram.webhook`) come through here, so both acknowledge only what is
durable.
"""

import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bot.telegram.updates import PRIVATE, called_by_name, mention_of
from core.records.chat import InboxUpdate

logger = logging.getLogger(__name__)

KINDS = ("message", "edited_message", "callback_query", "inline_query", "my_chat_member", "message_reaction")
"""The kinds of updates that we ask Telegram for."""
NO_CHAT = 0
INT64 = 2**63
COPIES = ("message", "reply_to_message", "pinned_message")
"""The fields in which an update repeats an earlier message: the one whose button was pressed, the one replied to."""
QUOTES = ("quote", "external_reply")
OF_A_COPY = ("message_id", "message_thread_id", "is_topic_message", "date", "chat", "from", "sender_chat")
"""The fields that tell which message it is, and whose. Its words are not stored, since they may be a token."""
OVERHEARD = (
    *OF_A_COPY,
    *("new_chat_members", "new_chat_title", "group_chat_created", "migrate_to_chat_id", "migrate_from_chat_id"),
)
"""The fields kept of messages that people of a group write to each other: identity, and changes of the group."""


class InboxWriter:
    """Takes updates in. `hand_on` writes them down and has them handled; `bot_name` is the bot's @name once known."""

    def __init__(
        self,
        hand_on: Callable[[Sequence[InboxUpdate]], Awaitable[None]],
        bot_name: Callable[[], str | None] = lambda: None,
    ) -> None:
        self.hand_on = hand_on
        self.bot_name = bot_name

    async def take(self, updates: Sequence[Any]) -> int | None:
        """Store updates, durably when it returns. Returns the highest update_id, or None if none had one."""
        name = self.bot_name()
        kept = [update for each in updates if (update := as_update(each, name)) is not None]
        if not kept:
            return None
        await self.hand_on(kept)
        return max(update.update_id for update in kept)


def as_update(content: Any, bot_name: str | None = None) -> InboxUpdate | None:
    """The update as it is stored; None, with a line in the log, if it has no number."""
    number = content.get("update_id") if isinstance(content, dict) else None
    if type(number) is not int or not -INT64 <= number < INT64:
        logger.error("an update without a number")
        return None
    return InboxUpdate(number, chat_of(content), json.dumps(without_copies(content, bot_name)).encode())


def without_copies(content: dict[str, Any], bot_name: str | None) -> dict[str, Any]:
    return {kind: new_only(value, bot_name) if isinstance(value, dict) else value for kind, value in content.items()}


def new_only(value: dict[str, Any], bot_name: str | None) -> dict[str, Any]:
    """An update with only the ids of earlier messages, and without what people in a group say to each other."""
    if is_overheard(value, bot_name):
        return {name: value[name] for name in OVERHEARD if name in value}
    return {
        name: identity(each) if name in COPIES and isinstance(each, dict) else each
        for name, each in value.items()
        if name not in QUOTES
    }


def is_overheard(value: dict[str, Any], bot_name: str | None) -> bool:
    """Return whether it is a message of a group that is not a command, not for the bot, and no answer to it."""
    chat, text = value.get("chat"), str(value.get("text") or value.get("caption") or "")
    private = not isinstance(chat, dict) or chat.get("type") == PRIVATE
    named = bot_name is not None and mention_of(bot_name).search(text) is not None
    named = named or called_by_name(text) is not None
    meant = text.startswith("/") or named or (bot_name is not None and replied_to(value) == bot_name)
    return "message_id" in value and not private and not meant


def replied_to(value: dict[str, Any]) -> str:
    """The username of whoever wrote the message that is replied to, "" where there is none."""
    message = value.get("reply_to_message")
    sender = message.get("from") if isinstance(message, dict) else None
    return str(sender.get("username", "")) if isinstance(sender, dict) else ""


def identity(message: dict[str, Any]) -> dict[str, Any]:
    return {name: message[name] for name in OF_A_COPY if name in message}


def chat_of(content: dict[str, Any]) -> int:
    """The chat in whose order an update is handled; without one, its sender's private chat, whose id is theirs."""
    for value in content.values():
        if isinstance(value, dict):
            message = value.get("message")
            holder = message if isinstance(message, dict) else value
            for place in (holder.get("chat"), value.get("from")):
                number = place.get("id") if isinstance(place, dict) else None
                if type(number) is int and -INT64 <= number < INT64:
                    return number
    return NO_CHAT
