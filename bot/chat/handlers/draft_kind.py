"""What one kind of draft does in its own way; what all drafts do is in `bot.chat.handlers.drafts`."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec import Struct

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.context import ChatContext, Typed
from bot.chat.panels.components import Panel

B = TypeVar("B", bound=Struct)
V = TypeVar("V", bound=Screen)


@dataclass(frozen=True, slots=True)
class DraftKind(Generic[B, V]):
    """How a kind of draft is shown and corrected, and what is shown once it is saved.

    `draw` its card; `asks` for which field, if one is missing; `given` the body with a field set by a button, and
    `heard` with what was typed for the field that a card asks for, None where that says nothing: then the text that
    `unheard` has for the field, else for none, is said; `became` where that is shown which it became, by its id, and
    `card` draws that.
    """

    draw: Callable[[ChatContext, B, DraftCard], Awaitable[Panel]]
    asks: Callable[[B], Field]
    given: Callable[[ChatContext, B, SetField], Awaitable[B]]
    heard: Callable[[ChatContext, B, Field, Typed], Awaitable[B | None]]
    unheard: Mapping[Field, str]
    became: Callable[[ChatContext, B, int], V]
    card: Callable[[ChatContext, V], Awaitable[Panel]]
