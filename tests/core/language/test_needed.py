"""The characters that a text needs for a phrase: looked for first, and never more than the phrase itself asks for."""

from core.language.phrases.folding import fold
from core.language.phrases.needed import finder, needed
from core.language.phrases.scanning import ONLY_DAYS, TABLE
from core.language.phrases.vocabulary import patterns
from tests.core.language import phrases_table as table
from tests.tables import each_row

TEXTS = [
    fold(line.split(" | ")[0]).text
    for name in ("TASKS", "EVENTS", "FREE", "DAYS")
    for language in ("ES", "EN")
    for line in getattr(table, f"{name}_{language}").splitlines()
]


@each_row(
    [
        ("el dia {dd}", ["el dia "], ["{dd}"]),
        ("(?:el )?{day}[ /-]{month}", [], ["{day}", "[ /-]", "{month}"]),
        ("cada dias?(?! festivo)", ["cada dia"], []),
        ("(?:en|in) x{0,2}{unit}?", [], ["(?:en|in)"]),
        ("a\\.m(?P<mark>-)(?P=mark)", [], ["(?P<mark>-)"]),
    ]
)
def test_what_is_optional_or_looks_elsewhere_is_not_needed(phrase, letters, parts):
    assert needed(phrase) == ((tuple(letters), tuple(parts)),)


def test_each_alternative_needs_its_own():
    assert [letters for letters, _ in needed("hoy|today|(?:al )?fin")] == [("hoy",), ("today",), ("fin",)]


def test_no_phrase_of_the_tables_is_passed_over():
    wrong = set()
    phrases = [
        (pattern, words, needed(words))
        for row in {*TABLE, *ONLY_DAYS}
        for words, pattern in zip(row.phrases, patterns(row), strict=True)
    ]
    for text in dict.fromkeys(TEXTS):
        has = finder(text)
        wrong |= {(words, text) for pattern, words, need in phrases if not has(need) and pattern.search(text)}
    assert wrong == set()
