"""A person's words as the font can draw them, in visual order.

An emoji or a mark that the font lacks is left out; a name with letters that it lacks is replaced as a whole, since half
a name may be another person's. Right-to-left words are shaped and ordered here, as Pillow does it only if a library is
installed in the system.
"""

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file, files

from arabic_reshaper import ArabicReshaper
from bidi import get_display
from PIL import ImageFont

from bot.chat.pictures.sheet import SheetRow

REGULAR, BOLD = "DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"
PROBE_SIZE = 16
WORDS_KEPT = 1024
LONGEST = 80
"""The longest text looked at, more characters than two lines hold."""
NOWHERE = "\U000ffffd"
"""A character that no font has."""
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")
ELLIPSIS = "…"
RIGHT_TO_LEFT = ("R", "AL")
RESHAPER = ArabicReshaper({"ARABIC LIGATURE ALLAH": False})
"""Joins letters; the font has no sign for that whole word."""


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    with as_file(files("bot.chat.pictures").joinpath("fonts", name)) as path:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def in_font(char: str) -> bool:
    """Return whether the font has a character: one that it lacks is drawn as the same box as any other."""
    probe = font(REGULAR, PROBE_SIZE)
    return bytes(probe.getmask(char)) != bytes(probe.getmask(NOWHERE))


def drawable(line: SheetRow) -> str:
    """A line's words as far as they can be drawn, in logical order, or what stands in for them."""
    words = " ".join(unicodedata.normalize("NFC", line.words[:LONGEST]).split())
    seen = [char for char in words if unicodedata.category(char) not in UNSEEN]
    lacking = [char for char in seen if not char.isspace() and not in_font(char)]
    if any(char.isalnum() for char in lacking):
        return line.instead
    kept = " ".join("".join(char for char in seen if char not in lacking and not is_selector(char)).split())
    return kept if any(char.isalnum() for char in kept) else line.instead


def is_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f"


@lru_cache(WORDS_KEPT)
def visual(words: str) -> str:
    """Words from left to right as they are seen."""
    if not any(unicodedata.bidirectional(char) in RIGHT_TO_LEFT for char in words):
        return words
    return str(get_display(RESHAPER.reshape(words)))


def folded(words: str, most: int, width_of: Callable[[str], float], room: float) -> Sequence[str]:
    """Words on at most `most` lines as wide as the room, the last one shortened if need be; in logical order."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(visual(longer)) > room and len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = longer
    return [clipped(line, width_of, room) for line in lines]


def clipped(words: str, width_of: Callable[[str], float], room: float) -> str:
    if width_of(visual(words)) <= room:
        return words
    fitting = (words[:end].rstrip() + ELLIPSIS for end in range(len(words) - 1, 0, -1))
    return next((short for short in fitting if width_of(visual(short)) <= room), ELLIPSIS)
