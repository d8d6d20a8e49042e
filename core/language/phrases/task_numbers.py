"""Numbers that dictation writes out: of tasks, "la doce", "task twelve", and percentages, "ochenta por ciento"."""

import re
from re import Match

from core.language.accents import without_accents

SPANISH = {
    "uno": 1,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
    "cinco": 5,
    "seis": 6,
    "siete": 7,
    "ocho": 8,
    "nueve": 9,
    "diez": 10,
    "once": 11,
    "doce": 12,
    "trece": 13,
    "catorce": 14,
    "quince": 15,
    "dieciseis": 16,
    "diecisiete": 17,
    "dieciocho": 18,
    "diecinueve": 19,
    "veinte": 20,
    "veintiuno": 21,
    "veintidos": 22,
    "veintitres": 23,
    "veinticuatro": 24,
    "veinticinco": 25,
    "veintiseis": 26,
    "veintisiete": 27,
    "veintiocho": 28,
    "veintinueve": 29,
    "treinta": 30,
}
ENGLISH = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "twenty": 20,
}
NUMBERS = SPANISH | ENGLISH
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
    **dict.fromkeys(("diez", "ten"), 10),
    **dict.fromkeys(("veinte", "twenty"), 20),
    **dict.fromkeys(("treinta", "thirty"), 30),
    **dict.fromkeys(("cuarenta", "forty"), 40),
    **dict.fromkeys(("cincuenta", "fifty"), 50),
    **dict.fromkeys(("sesenta", "sixty"), 60),
    **dict.fromkeys(("setenta", "seventy"), 70),
    **dict.fromkeys(("ochenta", "eighty"), 80),
    **dict.fromkeys(("noventa", "ninety"), 90),
    **dict.fromkeys(("cien", "ciento", "one hundred", "a hundred"), 100),
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
