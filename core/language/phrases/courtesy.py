"""Polite words at the end of a request, which are not part of what is asked for."""

import re

from core.language.accents import PLAIN

COURTESY = re.compile(
    r"(?<![\s,;.!])[\s,;.!]+(?:por ?fa(?:vor(?:cito)?|s)?|porfis|xfa(?:s|vor)?|xfis|plis|please|pls|plz|pretty please"
    r"|(?:muchas |mil )?gracias|grax|thanks(?: a lot)?|thank you|thx|tks|ty|saludos)[\s.!]*$",
    re.IGNORECASE,
)
MOST = 3


def without_courtesy(words: str) -> str:
    """Return the words without the polite ones at their end: "llamar al contador xfa" is "llamar al contador"."""
    for _ in range(MOST):
        found = COURTESY.search(words.translate(PLAIN))
        if found is None:
            break
        words = words[: found.start()]
    return words
