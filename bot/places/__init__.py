"""What a message shows and what a button does, as short versioned texts: `callback_data`, subjects, open questions.

A `View` is a place in the chat that can be drawn again at any time: a button that carries one goes there, a message
is remembered by the one it shows, and a typed answer is understood by it. A `Press` is a change, then a view. Both are
`1:<tag>:<field>:…`, at most 64 bytes; anything else, as from an old version, is `None`.

The kinds of places stand in the modules of this package; each lists its own as `PLACES`.
"""

from datetime import date
from typing import Any, Union

import msgspec

from bot.places import absences, account, agenda, day, drafts, form, free, groups, pushes, tasks, team
from bot.places.form import VERSION, Place, View
from core.calendar_time import within_calendar

MODULES: Any = (absences, account, agenda, day, drafts, form, free, groups, pushes, tasks, team)
KINDS: tuple[type[Place], ...] = tuple(kind for module in MODULES for kind in module.PLACES)
ANY: Any = Union[KINDS]  # noqa: UP007 made of a tuple


def read(text: str) -> Place | None:
    """The place of a text, or None for what this version does not write."""
    version, *fields = text.split(":")
    if version != VERSION:
        return None
    try:
        place: Place = msgspec.convert(fields, ANY, strict=False)
    except msgspec.ValidationError:
        return None
    return place if all(map(within_calendar, dates(place))) else None


def dates(place: Place) -> list[date]:
    """The dates in a place."""
    return [value for value in msgspec.structs.astuple(place) if isinstance(value, date)]


def read_view(text: str) -> View | None:
    """The view of a text, or None for anything else."""
    place = read(text)
    return place if isinstance(place, View) else None
