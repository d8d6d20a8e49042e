"""Regular expressions take no longer than in proportion to the text, whatever they are asked of."""

import pytest

from tests.linear import LONGEST, repeated, steepest
from tests.patterns import NO_WORD, every_pattern, hard_texts

SEEN = {
    "core.language.statements.choice": 200,
    "core.language.statements": 300,
    "core.language.questions": 300,
    "core.language.phrases.hours": 100,
    "core.language.phrases.spelling": 60,
    "core.language.phrases.sentence.LAST_WORD": 40,
}
"""The longest text that a module's patterns see, where another rule bounds it."""
OURS = ("core.language.phrases.needed", "api.openapi.paths", "bot.sandbox._tour")
"""The modules whose patterns see only what we write."""
ENDS = (NO_WORD, "", " x")


def seen(place):
    return next((length for name, length in SEEN.items() if place.startswith(name)), LONGEST)


@pytest.mark.long
def test_no_pattern_takes_much_longer_for_twice_the_text():
    found = {}
    for each in every_pattern():
        if not each.place.startswith(OURS):
            for begin, part in hard_texts(each.pattern):
                for end in ENDS:
                    if growth := steepest(each.ask, repeated((begin, part, end)), seen(each.place)):
                        found[each.place, each.pattern.pattern] = (begin, part, end, growth)
    assert found == {}
