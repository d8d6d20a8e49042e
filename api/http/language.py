"""The language of a response's message, by `Accept-Language`."""

from functools import lru_cache

from core.base.model import Language
from core.language.i18n import preferred

LONGEST = 256


def language_of(accept_language: str | None, own: Language | None = None) -> Language:
    """The most preferred of our languages; where none is asked for, the caller's own, else Spanish."""
    return negotiated(accept_language[:LONGEST]) if accept_language else own or Language.ES


@lru_cache(maxsize=256)
def negotiated(accept_language: str) -> Language:
    """Choose by quality; among tags of equal quality the first."""
    ranges = [parsed(part) for part in accept_language.split(",")]
    ranges.sort(key=lambda wanted: -wanted[1])
    return preferred(tag for tag, quality in ranges if quality > 0)


def parsed(part: str) -> tuple[str, float]:
    """Return (tag, quality) of a language range; a quality that is not a number counts as 0."""
    tag, *parameters = part.split(";")
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                return tag.strip(), float(value)
            except ValueError:
                return tag.strip(), 0.0
    return tag.strip(), 1.0
