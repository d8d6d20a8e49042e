"""Words without their accents, to be compared and sorted."""

import re
from functools import cache
from unicodedata import combining, normalize, ucd_3_2_0

AFTER_N = "n~"
NOT_ASCII = re.compile("[^\\x00-\\x7f]")


def without_accents(words: str) -> str:
    small = words.lower()
    return small if small.isascii() else NOT_ASCII.sub(lambda found: base_of(found[0]), small)


def alphabetical(name: str) -> str:
    """The key by which names are sorted as Spanish does: case and accents do not count, and ñ is a letter after n."""
    return " ".join(without_accents(normalize("NFC", name.lower()).replace("ñ", AFTER_N)).split())


@cache
def base_of(char: str) -> str:
    return "".join(each for each in normalize("NFD", char) if not combining(each))


def words_in(text: str) -> list[str]:
    """Return the runs of letters and digits in a text, in lower case, of letters that every database has long known."""
    text = normalize("NFC", text).lower()
    return "".join(each if each.isalnum() and ucd_3_2_0.category(each) != "Cn" else " " for each in text).split()


class PlainLetters(dict[int, str]):
    """Each character as one in lower case without accent, for `str.translate`; a text keeps its length."""

    def __missing__(self, point: int) -> str:
        plain = without_accents(chr(point))
        self[point] = plain if len(plain) == 1 else chr(point)
        return self[point]


PLAIN = PlainLetters()
