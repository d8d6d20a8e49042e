"""The search."""

from bot.chat.callbacks.callback_data import MAX_BYTES, Page, Screen, write
from core.language.accents import words_in


class SearchAsked(Screen, frozen=True, tag="sa"):
    """The explanation of the search; with `ask` the question for the words."""

    ask: bool = False


class Found(Screen, frozen=True, tag="sf"):
    """A page of the tasks, comments and events that some words find."""

    words: str
    page: Page = 0


ROOM = MAX_BYTES - len(write(Found("", page=999)).encode())
"""The room for words in a button, in bytes."""


def carried(words: str, room: int = ROOM) -> str:
    """Return as many of the words, without marks, as fit in `room` bytes; of a very long one its beginning."""
    kept = ""
    for word in words_in(words):
        longer = f"{kept} {word}".lstrip()
        if len(longer.encode()) > room:
            return kept or longer.encode()[:room].decode(errors="ignore")
        kept = longer
    return kept
