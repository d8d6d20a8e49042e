"""What a message shows and what a button does, as short versioned texts: `callback_data`, subjects, open questions.

A `Screen` is a place in the chat that can be drawn again at any time: a button that carries one goes there, a message
is remembered by the one it shows, and a typed answer is understood by it. A `Press` is a change, then a view. Both are
`1:<tag>:<field>:…`, at most 64 bytes; anything else, as from an old version, is `None`.

The kinds of places stand in the modules of this package; each lists its own as `PLACES`.
"""

from datetime import date
from typing import Any, Union

import msgspec

from bot.chat.callbacks import absences, account, agenda, callback_data, day, drafts, free, groups, pushes, tasks, team
from bot.chat.callbacks.callback_data import VERSION, Callback, Screen
from core.base.calendar_time import within_calendar

MODULES: Any = (absences, account, agenda, day, drafts, callback_data, free, groups, pushes, tasks, team)
KINDS: tuple[type[Callback], ...] = tuple(kind for module in MODULES for kind in module.CALLBACKS)
ANY: Any = Union[KINDS]  # noqa: UP007 made of a tuple


def read(text: str) -> Callback | None:
    """The place of a text, or None for what this version does not write."""
    version, *fields = text.split(":")
    if version != VERSION:
        return None
    try:
        callback: Callback = msgspec.convert(fields, ANY, strict=False)
    except msgspec.ValidationError:
        return None
    return callback if all(map(within_calendar, dates(callback))) else None


def dates(callback: Callback) -> list[date]:
    """The dates in a place."""
    return [value for value in msgspec.structs.astuple(callback) if isinstance(value, date)]


def read_screen(text: str) -> Screen | None:
    """The view of a text, or None for anything else."""
    callback = read(text)
    return callback if isinstance(callback, Screen) else None
