"""The search."""

from bot.chat.callbacks.callback_data import MAX_BYTES, Page, Screen, write
from core.language.accents import words_in


class SearchAsked(Screen, frozen=True, tag="sa"):
    """How to search; with `ask` the question for the words."""

    ask: bool = False


class Found(Screen, frozen=True, tag="sf"):
    """What is found by some words."""

    words: str
    page: Page = 0


ROOM = MAX_BYTES - len(write(Found("", page=999)).encode())
"""How many bytes of words a button has room for."""


def carried(words: str, room: int = ROOM) -> str:
    """As many of the words as a button has room for, in bytes, without marks; of a very long one its beginning."""
    kept = ""
    for word in words_in(words):
        longer = f"{kept} {word}".lstrip()
        if len(longer.encode()) > room:
            return kept or longer.encode()[:room].decode(errors="ignore")
        kept = longer
    return kept
