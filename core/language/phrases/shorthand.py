"""Spellings that stand for a word of the grammar: shorthand ("p/", "w/", "q"), and days misspelt by one letter.

`spelt_as_meant` gives the word meant. Of the misspellings that a slip makes, those that are other words are left alone
("vienes", "mates", "Frida").
"""

from collections.abc import Iterator, Mapping

SHORTHAND = {
    "p/": "para",
    "pa": "para",
    "pa'l": "para el",
    "pal": "para el",
    **dict.fromkeys(("q", "k", "ke"), "que"),
    **dict.fromkeys(("x",), "por"),
    **dict.fromkeys(("xq", "pq", "porq", "xke", "pk"), "porque"),
    **dict.fromkeys(("xfa", "xfavor", "porfis", "porfas", "plis"), "porfa"),
    **dict.fromkeys(("pls", "plz", "plss"), "please"),
    **dict.fromkeys(("cuz", "coz", "bc"), "because"),
    "d": "de",
    "dl": "del",
    "n": "and",
    **dict.fromkeys(("mnn", "mnna", "mna", "manan"), "manana"),
    **dict.fromkeys(("oie", "oiga", "oigan"), "oye"),
    **dict.fromkeys(("tb", "tbn", "tmbn", "tambn"), "tambien"),
    **dict.fromkeys(("reu", "reunioncita", "junta/reu"), "reunion"),
    "mananita": "manana",
    "tardecita": "tarde",
    "nochecita": "noche",
    **dict.fromkeys(("tempranito", "tempranitito"), "temprano"),
    **dict.fromkeys(("horita", "horitas"), "hora"),
    **dict.fromkeys(("minuticos", "minutitos", "minutillos"), "minutos"),
    **dict.fromkeys(("mtg", "mtng"), "meeting"),
    **dict.fromkeys(("ppl",), "people"),
    **dict.fromkeys(("ur",), "your"),
    **dict.fromkeys(("tmrw", "tmrrw", "tomoro", "2moro", "2morrow"), "tomorrow"),
    **dict.fromkeys(("2day", "tdy"), "today"),
    "whens": "when is",
    "hows": "how is",
    "didnt": "didn't",
    "dont": "don't",
    "cant": "can't",
    "wont": "won't",
    "thats": "that's",
    "whats": "what's",
    "gimme": "give me",
    "lemme": "let me",
    "u": "you",
    "wanna": "want to",
    "tmb": "tambien",
    "dnd": "donde",
    "oy": "hoy",
    "prox": "proximo",
    "prox.": "proximo",
    "sig": "siguiente",
    "sig.": "siguiente",
    "sem": "semana",
    "sem.": "semana",
    "nxt": "next",
    "wk": "week",
    "w/": "with",
    "w": "with",
    "todays": "today",
    "tomorrows": "tomorrow",
    "yesterdays": "yesterday",
    "b4": "before",
    "tmr": "tomorrow",
    "tmw": "tomorrow",
    "tommorow": "tomorrow",
    "wensday": "wednesday",
    "wendsday": "wednesday",
}
DAYS = (
    *("lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo", "manana"),
    *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "tomorrow"),
)
OTHER_WORDS = frozenset(
    ("domino", "frida", "lunas", "lune", "martas", "marte", "martos", "mares", "mates", "monda", "sobado", "vienes")
)
"""Words, and names, that are a day with one letter changed."""
CONFUSED = ("szc", "bv", "mn", "iy")
VOWELS = "aeiou"
SHORT = 5
"""A word of up to this length with another vowel is too often another word."""


def slips(day: str) -> Iterator[str]:
    """A day with a letter left out, doubled or mistaken for one that sounds alike, or with two swapped."""
    for at in range(1, len(day)):
        yield day[:at] + day[at + 1 :]
        yield day[:at] + day[at] + day[at:]
        yield day[: at - 1] + day[at] + day[at - 1] + day[at + 1 :]
    for at, letter in enumerate(day):
        for alike in (*CONFUSED, *([VOWELS] if len(day) > SHORT else [])):
            if letter in alike:
                yield from (day[:at] + other + day[at + 1 :] for other in alike)


def spellings() -> Mapping[str, str]:
    meant = {slip: day for day in DAYS for slip in slips(day) if slip not in OTHER_WORDS}
    return {**meant, **{day: day for day in DAYS}, **SHORTHAND}


AS_MEANT = spellings()


def spelt_as_meant(word: str) -> str:
    """The word of the grammar that a folded word stands for; the same word if none."""
    return AS_MEANT.get(word, word)
