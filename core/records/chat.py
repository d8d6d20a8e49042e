"""Records of the chat: the inbox of updates, the subjects of its messages, open questions."""

from datetime import datetime, timedelta

from msgspec import Struct


class InboxUpdate(Struct, frozen=True):
    """An update as Telegram sent it; `chat_id` is 0 where it concerns no chat."""

    update_id: int
    chat_id: int
    body: bytes


class Claim(Struct, frozen=True):
    """A process's right to handle a chat's updates, and for how long from now on no other may."""

    holder: str
    lasts: timedelta


class MessageQuestion(Struct, frozen=True):
    """A message with buttons that asks something: its buttons as the chat wrote them, "" once it is answered.

    `outbox_id`: the message of the outbox that it was sent for, if it was unasked.
    """

    message_id: int
    buttons: str
    asked_at: datetime
    outbox_id: int | None = None


class Prompt(Struct, frozen=True):
    """A question put to a person in a chat, whose answer they type: its subject, and the message that asks."""

    subject: str
    message_id: int
    expires_at: datetime
