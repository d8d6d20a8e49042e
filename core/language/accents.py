"""Words without their accents, to be compared."""

import unicodedata


def without_accents(words: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", words.lower()) if not unicodedata.combining(char))
