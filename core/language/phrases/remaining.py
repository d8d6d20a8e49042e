"""The description: a text without the pieces that were taken, otherwise unchanged except at the seams."""

import re

PAIRS = {"(": ")", "[": "]", "¡": "!", "¿": "?"}
CLOSING = tuple(".,;:!?…)]}»”")
STOPS_ONCE = ".,;:!?…"
STOPS, DASHES = ",;:", "-–—|·"
SEPARATORS_AFTER = re.compile(r"\s*([,;:]|[-–—|·](?=\s))*\s*")
NOTHING_SAID = re.compile(r"[\s.,;:!?¡¿…·|()–—-]*")


def remaining(text: str, cuts: list[tuple[int, int]]) -> str:
    """Return the text that is left, without the commas and brackets that set a piece off."""
    title = ""
    at = 0
    for start, end in [*cuts, (len(text), len(text))]:
        fragment = text[at:start]
        if start < len(text):
            fragment = without_separators(fragment)
        title = joined(title, fragment) if at else fragment
        at = end
    return "" if cuts and NOTHING_SAID.fullmatch(title) else title.strip()


def without_separators(fragment: str) -> str:
    """Return a fragment without the comma or dash at its end; a line break there stays."""
    words = fragment.rstrip()
    while words and (words[-1] in STOPS or (words[-1] in DASHES and not words[-2:-1].strip())):
        words = words[:-1].rstrip()
    gone = fragment[len(words) :]
    return words + ("\n" if "\n" in gone else " " if gone else "")


def joined(title: str, fragment: str) -> str:
    """Two fragments with one blank between, none before a stop; no stop twice, no empty brackets."""
    if not title.strip():
        return SEPARATORS_AFTER.sub("", fragment, count=1) if not title else fragment
    words = fragment.lstrip()
    if not words:
        return title + ("\n" if "\n" in fragment else "")
    seam = title[len(title.rstrip()) :] + fragment[: len(fragment) - len(words)]
    title = title.rstrip()
    if PAIRS.get(title[-1]) == words[0]:
        return joined(title[:-1] or " ", words[1:])
    if words.startswith(CLOSING):
        return title + (words[1:] if words[0] in STOPS_ONCE and title.endswith(words[0]) else words)
    return title + ("\n" if "\n" in seam else " ") + words
