"""Words that only make sense after others: "¿y el jueves?", "and Luis?" ask what was asked before of another day."""

from collections.abc import Collection

from core.language.phrases.model import Moment
from core.language.reader.marks import PERSON, marked

DAY = "<day>"
BESIDE = frozenset(
    (
        *("y", "e", "o", "oye", "el", "la", "los", "las", "de", "del", "para", "pa", "con", "que", "tal", "ahora"),
        *("and", "the", "on", "for", "what", "about", "how", "with", "of", "s", "same", "lo", "mismo", "tambien"),
        *("?", "¿", "!", "¡", ".", ",", "porfa", "please"),
    )
)
"""Words that may stand beside a day or a person without asking anything."""
MOST_WORDS = 8


def is_follow_up(text: str, moment: Moment, names: Collection[str]) -> bool:
    """Return whether words say a day or a person, and nothing of what is asked about them.

    `names` are the words of people's names.
    """
    if len(text.split()) > MOST_WORDS:
        return False
    tokens = {*marked(text, moment, names)}
    return bool(tokens & {DAY, PERSON}) and tokens <= {DAY, PERSON, *BESIDE}
