"""What the chat keeps for itself: its inbox, what its messages are about, open questions."""

from datetime import datetime, timedelta

from msgspec import Struct


class InboxUpdate(Struct, frozen=True):
    """An update as Telegram sent it; `chat_id` is 0 where it concerns no chat."""

    update_id: int
    chat_id: int
    body: bytes


class Claim(Struct, frozen=True):
    """Who handles a chat's updates, and for how long from now on nobody else may."""

    holder: str
    lasts: timedelta


class Prompt(Struct, frozen=True):
    """A question put to a person in a chat, whose answer they type: what it is about, and the message that asks."""

    subject: str
    message_id: int
    expires_at: datetime
