"""Numbers that dictation writes out: of tasks, "la doce", "task twelve", and percentages, "ochenta por ciento"."""

import re
from re import Match

from core.language.accents import without_accents
from core.language.phrases.vocabulary import ENGLISH_NUMBERS, SPANISH_NUMBERS, numbered

MOST_IN_ENGLISH = 20
ENGLISH = {word: number for word, number in ENGLISH_NUMBERS.items() if number <= MOST_IN_ENGLISH}
NUMBERS = SPANISH_NUMBERS | ENGLISH
LETTERS = {"e": "[eé]", "o": "[oó]"}
WORDS = "|".join("".join(LETTERS.get(letter, letter) for letter in word) for word in sorted(NUMBERS, key=len)[::-1])
WRITTEN_OUT = re.compile(
    rf"((?<!\ba )\bla|\btarea(?: n[uú]mero)?|\btask(?: number)?|\bactividad|\bpendiente|\bticket) ({WORDS})"
    r"(?! (?:de|en punto|horas|y media|y cuarto))\b",
    re.IGNORECASE,
)
FIRST_WORD = re.compile(
    rf"^(\W*)({'|'.join(ENGLISH)})(?= (?:is|at|still|isn'?t|done|green|yellow|orange|red|stuck)\b)", re.IGNORECASE
)
"""Without "task" only where something is said of it."""
TENS = {
    word: 10 * number
    for word, number in numbered(
        *("diez|ten", "veinte|twenty", "treinta|thirty", "cuarenta|forty", "cincuenta|fifty"),
        *("sesenta|sixty", "setenta|seventy", "ochenta|eighty", "noventa|ninety"),
        "cien|ciento|one hundred|a hundred",
        start=1,
    ).items()
}
ONES = {word: number for word, number in NUMBERS.items() if number < min(TENS.values())}
PERCENTAGE = re.compile(
    rf"\b({'|'.join(TENS)})(?: (?:y|-)? ?({'|'.join(ONES)}))?(?=\s*(?:%|por ?ciento\b|percent\b))", re.IGNORECASE
)


def in_digits(text: str) -> str:
    """The text with the numbers of tasks, and percentages written out, in digits."""
    text = WRITTEN_OUT.sub(digits, text)
    text = FIRST_WORD.sub(lambda found: f"{found[1]}{ENGLISH[found[2].lower()]}", text)
    return PERCENTAGE.sub(lambda found: str(TENS[found[1].lower()] + NUMBERS.get((found[2] or "").lower(), 0)), text)


def digits(found: Match[str]) -> str:
    return f"{found[1]} {NUMBERS[without_accents(found[2])]}"
