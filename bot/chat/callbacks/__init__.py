"""Screens and actions as callback data: `1:<tag>:<field>:…`, at most 64 bytes.

A `Screen` can be drawn again at any time: a button that carries one shows it, a message is remembered by the one it
shows, and typed words are taken as an answer to it. An `Action` is a change, after which a screen is shown. Text of any
other form, as from an old version, is read as None.
"""

from collections.abc import Iterable
from datetime import date
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeGuard, Union

import msgspec

from bot.chat.callbacks.callback_data import VERSION, Callback, Screen
from core.base.calendar_time import within_calendar

MODULES = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]


def has_tag(kind: object) -> TypeGuard[type[Callback]]:
    """Return whether a class is written in callback data: one that others only derive from has its name for a tag."""
    return isinstance(kind, type) and issubclass(kind, Callback) and kind.__struct_config__.tag != kind.__name__


def by_tag(kinds: Iterable[type[Callback]]) -> dict[str, type[Callback]]:
    """Return screens and actions by their tags. Raises `TypeError` where two have the same."""
    found: dict[str, type[Callback]] = {}
    for kind in kinds:
        tag = str(kind.__struct_config__.tag)
        other = found.setdefault(tag, kind)
        if other is not kind:
            raise TypeError(f"{other.__name__} and {kind.__name__} both have the tag {tag!r}")
    return found


KINDS = tuple(by_tag(kind for module in MODULES for kind in vars(module).values() if has_tag(kind)).values())
ANY: Any = Union[KINDS]  # noqa: UP007 made of a tuple
Written: Any = msgspec.defstruct("Written", [("callback", ANY)], array_like=True)
"""A Struct around the union that is read: msgspec remembers how to read a Struct, but not a union."""


def read(text: str) -> Callback | None:
    """The screen or action of a text, or None for what this version does not write."""
    version, *fields = text.split(":")
    if version != VERSION:
        return None
    try:
        callback: Callback = msgspec.convert([fields], Written, strict=False).callback
    except msgspec.ValidationError:
        return None
    return callback if all(map(within_calendar, dates(callback))) else None


def dates(callback: Callback) -> list[date]:
    return [value for value in msgspec.structs.astuple(callback) if isinstance(value, date)]


def read_screen(text: str) -> Screen | None:
    callback = read(text)
    return callback if isinstance(callback, Screen) else None
