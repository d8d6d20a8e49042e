"""The table of Bot API methods. Names are case-insensitive, as Telegram's are."""

from collections.abc import Callable
from typing import Any

from bot.sandbox._params import Params
from bot.sandbox._world import World

Method = Callable[[World, Params], Any]

METHODS: dict[str, Method] = {}


def method(name: str) -> Callable[[Method], Method]:
    """Register a method; it returns the `result` of the answer or raises ApiError."""

    def register(function: Method) -> Method:
        METHODS[name.lower()] = function
        return function

    return register
