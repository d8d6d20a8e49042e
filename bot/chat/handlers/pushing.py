"""A push as its drawers share it: the message to send, why one is not sent, its parameters."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from bot.chat.callbacks.callback_data import Screen
from bot.chat.context import ChatContext
from bot.chat.panels.components import Panel, Row
from core.records.messages import Message, Reason


class Push(Struct, frozen=True):
    """A message to send, and the screen that is remembered for it.

    Of several messages sent as one, `parts` are the screens of all, the last of them first, `asks` is the one that
    asks something, for the message `asked_for` of the outbox, and `stays` are the buttons of the others.
    """

    screen: Screen
    panel: Panel
    parts: Sequence[Screen] = ()
    asks: Panel | None = None
    asked_for: int | None = None
    stays: Sequence[Row] = ()


T = TypeVar("T")
PushDrawer = Callable[[ChatContext, Message], Awaitable[Push]]


class NothingToSendError(Exception):
    """A message that is not sent any more, and why."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason


def require(value: T | None, reason: Reason = Reason.GONE) -> T:
    """A value that a message needs. Raises `NothingToSendError` where there is none."""
    if not value:
        raise NothingToSendError(reason)
    return value


def int_param(message: Message, name: str) -> int:
    value = message.params[name]
    assert isinstance(value, int)  # noqa: S101  its writer gave an int
    return value


def description_in(message: Message) -> str:
    """The title of a message's task as its recipient knew it when it was written, however it is now; "" if unsaid."""
    return str(message.params.get("description", ""))


async def display_name(ctx: ChatContext, person: int) -> str:
    return (await ctx.names_of([person])).get(person, "")


async def name_of_doer(ctx: ChatContext, message: Message) -> str:
    """The name of the person whose deed a message is about."""
    return await display_name(ctx, int_param(message, "by_user_id"))
