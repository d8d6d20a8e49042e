"""What one kind of draft has of its own; all that drafts have in common is in `bot.handlers.drafts`."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec import Struct

from bot.panels.form import Panel
from bot.places.drafts import DraftCard, Field, SaveDraft, SetField
from bot.places.form import View
from bot.turn import Turn, Typed
from core.drafts import Saved

B = TypeVar("B", bound=Struct)


@dataclass(frozen=True, slots=True)
class DraftKind(Generic[B]):
    """How a kind of draft is shown, corrected and saved.

    `draw` its card; `asks` for which field, if one is missing; `given` the body with a field set by a button, and
    `heard` with what was typed for the field that a card asks for, None where that says nothing: then the text that
    `unheard` has for the field, else for none, is said; `save` it; `became` where that is shown which it became, by
    its id, and `draw_saved` that.
    """

    draw: Callable[[Turn, B, DraftCard], Awaitable[Panel]]
    asks: Callable[[B], Field]
    given: Callable[[Turn, B, SetField], Awaitable[B]]
    heard: Callable[[Turn, B, Field, Typed], Awaitable[B | None]]
    unheard: Mapping[Field, str]
    save: Callable[[Turn, SaveDraft], Awaitable[Saved]]
    became: Callable[[Turn, B, int], View]
    draw_saved: Callable[[Turn, B, int], Awaitable[Panel]]
