"""The words of the grammar, Spanish and English, and the notation in which phrases are written.

A phrase is a regular expression over folded text (lower case, no accents, single blanks), in which `{weekday}` and its
like stand for an entry of `FRAGMENTS`. People mix languages, so every phrase is recognised in both.
"""

import re
from collections.abc import Collection
from functools import cache
from re import Pattern

from core.language.phrases.model import Confidence, DoubtReason, GrammarRule, Kind, Meaning, Reader


def numbered(*groups: str, start: int = 0) -> dict[str, int]:
    """The number of each name: groups are counted from `start`, the names in a group are equivalent."""
    return {name: number for number, names in enumerate(groups, start) for name in names.split("|")}


def one_of(words: Collection[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


WEEKDAYS = numbered(
    "lunes|monday",
    "martes|tuesday",
    "miercoles|wednesday",
    "jueves|thursday",
    "viernes|friday",
    "sabado|saturday",
    "domingo|sunday",
)
SHORT_WEEKDAYS = numbered(
    *("lun|mon", "mar|tue|tues", "mie|mier|mierc|wed|weds", "jue|juev|thu|thur|thurs", "vie|vier|viern|fri"),
    *("sab|sat", "dom|sun"),
)
WORDS_TOO = frozenset(("mar", "sat", "sun", "dom", "mon"))
"""Short weekdays that are other words or names as well."""
MONTHS = numbered(
    "enero|january|ene|jan",
    "febrero|february|feb",
    "marzo|march|mar",
    "abril|april|abr|apr",
    "mayo|may",
    "junio|june|jun",
    "julio|july|jul",
    "agosto|august|ago|aug",
    "septiembre|september|setiembre|sept|sep",
    "octubre|october|oct",
    "noviembre|november|nov",
    "diciembre|december|dic|dec",
    start=1,
)
SPANISH_NUMBERS = numbered(
    *("uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce", "trece"),
    *("catorce", "quince", "dieciseis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiuno", "veintidos"),
    *("veintitres", "veinticuatro", "veinticinco", "veintiseis", "veintisiete", "veintiocho", "veintinueve", "treinta"),
    start=1,
)
ENGLISH_NUMBERS = numbered(
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "twenty-one", "twenty-two"),
    *("twenty-three", "twenty-four", "twenty-five", "twenty-six", "twenty-seven", "twenty-eight", "twenty-nine"),
    *("thirty", "thirty-one"),
    start=1,
)
LONGEST_MONTH, AN_HOUR = 31, 60
UNITS_OF_TEN = [(name, n) for name, n in {**SPANISH_NUMBERS, **ENGLISH_NUMBERS}.items() if n in range(1, 10)]
SPANISH_TENS = numbered(
    "veinte", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa", start=2
)
ENGLISH_TENS = numbered("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", start=2)
TENS = {name: 10 * ten for name, ten in {**SPANISH_TENS, **ENGLISH_TENS}.items()}
SPANISH_ONES = {name: n for name, n in SPANISH_NUMBERS.items() if n in range(1, 10)} | {"un": 1, "una": 1}
ENGLISH_ONES = {name: n for name, n in ENGLISH_NUMBERS.items() if n in range(1, 10)}
SHORT_NUMBERS = {
    **SPANISH_NUMBERS,
    **ENGLISH_NUMBERS,
    **numbered("un|una|a|an|primero|first", "un par de|a couple of", start=1),
    **numbered("veintiun|veintiuna", start=21),
    **TENS,
}
NUMBERS = {
    **SHORT_NUMBERS,
    **{f"{ten} y {one}": 10 * SPANISH_TENS[ten] + n for ten in SPANISH_TENS for one, n in SPANISH_ONES.items()},
    **{
        f"{ten}{joint}{one}": 10 * ENGLISH_TENS[ten] + n
        for ten in ENGLISH_TENS
        for joint in "- "
        for one, n in ENGLISH_ONES.items()
    },
}
"""Numbers up to 99, by the words for them."""
IN_WORDS = (
    f"(?:(?:{one_of(SPANISH_TENS)}) y (?:{one_of(SPANISH_ONES)})"
    f"|(?:{one_of(ENGLISH_TENS)})[- ](?:{one_of(ENGLISH_ONES)})|{one_of(SHORT_NUMBERS)})"
)
"""One of `NUMBERS`."""
TENS_OF_AN_HOUR = {name: n for name, n in TENS.items() if n < AN_HOUR}
SPOKEN_MINUTES = {
    **SPANISH_NUMBERS,
    **ENGLISH_NUMBERS,
    **TENS_OF_AN_HOUR,
    **{
        f"{ten}{joint}{unit}": tens + n
        for ten, tens in TENS_OF_AN_HOUR.items()
        for joint in (" y ", "-", " ")
        for unit, n in UNITS_OF_TEN
    },
}
"""Minutes past or to an hour, by the words for them."""
ROUND_MINUTES = {name: n for name, n in SPOKEN_MINUTES.items() if n in range(10, AN_HOUR, 5)}
"""Minutes that people say behind an hour without more: "a las cinco treinta", "at five forty-five"."""
UNITS = {
    **dict.fromkeys(("dia", "dias", "day", "days"), "day"),
    **dict.fromkeys(("semana", "semanas", "week", "weeks"), "week"),
    **dict.fromkeys(("quincena", "quincenas"), "quincena"),
    **dict.fromkeys(("fortnight", "fortnights"), "fortnight"),
    **dict.fromkeys(("mes", "meses", "month", "months"), "month"),
    **dict.fromkeys(("ano", "anos", "year", "years"), "year"),
}


ORDINALS = {
    **dict.fromkeys(("primer", "first"), 1),
    **dict.fromkeys(("segundo", "second"), 2),
    **dict.fromkeys(("tercer", "third"), 3),
    **dict.fromkeys(("cuarto", "fourth"), 4),
    **dict.fromkeys(("ultimo", "last"), None),
}
"""Ordinals of a weekday in its month; None is the last."""
FEASTS = {
    **dict.fromkeys(("nochebuena", "noche buena", "christmas eve"), (12, 24)),
    **dict.fromkeys(("navidad", "christmas", "xmas"), (12, 25)),
    **dict.fromkeys(("ano nuevo", "new year", "new year's", "new year's day"), (1, 1)),
    **dict.fromkeys(("dia de reyes", "dia de los reyes"), (1, 6)),
}
"""Feasts with a fixed month and day, by which something is often due."""
DAYS_IN_WORDS = {
    name: n
    for name, n in NUMBERS.items()
    if n <= LONGEST_MONTH and name not in ("a", "an", "un", "una", "one") and " de" not in name
}
SHORT_MONTHS = {name for name in MONTHS if len(name) <= len("sept") and name not in ("mayo", "may", "june", "july")}
HALF = (
    r" ?[ap]\.? ?m\b\.?|[ap]\b| de la (?:manana|tarde|noche|madrugada)| del (?:medio ?)?dia"
    r"| in the (?:morning|afternoon|evening)| at night| en punto| o'? ?clock| ?(?:hrs|hr|hs|h)\b\.?| horas"
)
HOUR = (
    r"(?:[0-9]{1,2}|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce"
    r"|(?:trece|catorce|quince|dieciseis|diecisiete|dieciocho|diecinueve|veinte|veintiuna|veintidos|veintitres)"
    rf"(?= (?:horas?|hrs?|hs|h|en punto|y|menos|a|al|de|del|en|por|con|para|hasta|el|este|hoy|manana|pasado|"
    rf"{one_of(WEEKDAYS)}|{one_of(ROUND_MINUTES)})(?![a-z])|(?! ?[a-z0-9]))"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
)
STEP = "(?:cuarto|quarter|cinco|five|diez|ten|veinte|twenty|veinticinco|twenty-five)"
BEFORE_HOUR = rf"(?:{STEP}|5|10|15|20|25)"
NO_COUNT = "(?<!para )(?<!de )(?<!con )(?<!for )(?<!somos )(?<!seremos )(?<!seran )"
"""Before "5 para las 8": a table for 5 at 8."""
IN_FIGURES = (
    rf"{NO_COUNT}(?:5|10|15|20|25) para las? {HOUR}(?:{HALF})?"
    rf"|(?:falt(?:ando|an)|cuando falten) {BEFORE_HOUR} (?:minutos )?para las? {HOUR}(?:{HALF})?"
    rf"|(?:15|20|25) to {HOUR}(?:{HALF})?|(?:5|10|15|20|25) past {HOUR}(?:{HALF})?"
    rf"|{BEFORE_HOUR} minutes (?:to|past) {HOUR}(?:{HALF})?"
)
"""The minutes to an hour or past it, but "10 to 11", which is from one hour to another."""
TO_HOUR = rf"(?:half|{STEP}) (?:past|to) {HOUR}(?:{HALF})?|(?:un )?{STEP} para las? {HOUR}(?:{HALF})?"
NOT_AN_HOUR = (
    r"(?! ?(?:[ap]\.? ?m|h|hr|hrs|horas?|hours?|min|mins|minutos?|minutes?)\b)"
    r"(?! ?(?:dias?|days?|semanas?|weeks?|mes|meses|months?)\b)"
    r"(?! (?:de la (?:manana|tarde|noche)|del medio|en punto|o'clock|(?:a|to|hasta|y media|-) ?[0-9]))(?! ?- ?[0-9])"
)
MINUTES_BEHIND = (
    rf"[:.h][0-9]{{2}}(?![0-9])| (?:y|menos) (?:media|[0-5][0-9]|{STEP}|{one_of(SPOKEN_MINUTES)})(?![a-z])(?! cuartos)"
    rf"| (?:{one_of(ROUND_MINUTES)})(?![a-z])(?! (?:minutos?|minutes?|horas?|hours?)\b)"
)
CLOCK = rf"{TO_HOUR}|{HOUR}(?:{MINUTES_BEHIND})?(?:{HALF})?|medio ?dia|noon|midday|medianoche|media noche|midnight"
NO_CLOCK = r"(?! (?:personas?|dias?|semanas?|meses)\b)"
"""Behind a number that is none of the clock's."""
HOURS_LONG = r"(?:h|hs|hr|hrs|horas?|hours?)"
MINUTES_LONG = r"(?:m|min|mins|minutos?|minutes?)"

NTH = "st|nd|rd|th|ero|ro|o|º|°"
"""Behind a number that says which one; `folding` leaves out the point that the Academy writes before it: 1.º, 3.er."""

EXCEPT = "(?:excepto|salvo|menos|excluding|except(?: for)?)"
"""Before what is left out."""

FRAGMENTS = {
    "weekday": f"(?P<weekday>{one_of(WEEKDAYS)})",
    "wd": f"(?P<weekday>{one_of(SHORT_WEEKDAYS)})\\.?",
    "clear_wd": f"(?P<weekday>{one_of([name for name in SHORT_WEEKDAYS if name not in WORDS_TOO])})\\.?",
    "month": rf"(?P<month>{one_of(MONTHS)})(?![a-z])\.?",
    "monthname": f"(?P<month>{one_of({name: n for name, n in MONTHS.items() if name not in SHORT_MONTHS})})",
    "notmonth": f"(?! (?:de |of )?(?:{one_of(MONTHS)})\\b)",
    "day": f"(?P<day>[0-9]{{1,2}}(?:{NTH})?)",
    "dayword": f"(?P<day>{one_of(DAYS_IN_WORDS)})",
    "spelt": f"(?P<day>{one_of({name: n for name, n in SPANISH_NUMBERS.items() if n > 1} | {'treinta y uno': 31})})",
    "lastword": f"(?P<to>{one_of(DAYS_IN_WORDS)})",
    "list": "(?P<list>[0-9]{1,2}(?:, ?[0-9]{1,2}){1,30})",
    "dd": rf"(?P<day>[0-9]{{1,2}}){NOT_AN_HOUR}",
    "nth": f"(?P<day>[0-9]{{1,2}})(?:{NTH})",
    "to": f"(?P<to>[0-9]{{1,2}})(?:{NTH})?",
    "lastday": rf"(?P<to>[0-9]{{1,2}})(?:{NTH})?{NOT_AN_HOUR}",
    "from": f"(?P<day>[0-9]{{1,2}})(?:{NTH})?",
    "yyyy": "(?P<year>(?:19|20)[0-9]{2})",
    "year": "(?P<year>(?:19|20)[0-9]{2}|[0-9]{2})",
    "ofyear": "(?:,? (?:del? |of )?(?P<year>(?:19|20)[0-9]{2})(?![0-9]))?",
    "notanhour": "(?!0?[0-9](?![0-9])|1[0-9](?![0-9])|2[0-3](?![0-9]))",
    "count": f"(?P<count>[0-9]{{1,4}}|{IN_WORDS})",
    "unit": f"(?P<unit>{one_of(UNITS)})",
    "counted": f"(?:[0-9]{{1,4}}|{IN_WORDS}) (?:{one_of(UNITS)})",
    "nextweek": (
        r"(?:la (?:semana (?:que (?:viene|entra)|proxim[oa]|siguiente|entrante)"
        r"|(?:proxim[oa]|siguiente|otra|entrante) semana)"
        r"|proxim[oa] semana)"
    ),
    "endofday": "(?:fin(?:al)? del dia|end of (?:the )?day|close of business|eod|cob)",
    "nth_weekday": f"(?P<nth>{one_of(ORDINALS)}|[1-4](?:{NTH}|er)) (?P<weekday>{one_of(WEEKDAYS)})",
    "feast": f"(?P<feast>{one_of(FEASTS)})",
    "nextmonth": (
        r"(?:el )?(?:mes (?:que viene|que entra|proximo|siguiente|entrante)|(?:proximo|siguiente|entrante) mes)"
    ),
    "clock": f"(?P<clock>{CLOCK}){NO_CLOCK}",
    "startclock": f"(?P<start>{CLOCK}){NO_CLOCK}",
    "endclock": f"(?P<end>{CLOCK}){NO_CLOCK}",
    "toclock": f"(?P<clock>{TO_HOUR}|{IN_FIGURES})",
    "start": rf"(?P<start>[0-9]{{1,2}}(?:[:.][0-9]{{2}}| y media)?(?:{HALF})?|medio ?dia|noon|midday)",
    "end": rf"(?P<end>[0-9]{{1,2}}(?:[:.][0-9]{{2}}| y media)?(?:{HALF})?|medio ?dia|noon)",
    "hour": HOUR,
    "notacount": rf"(?! ?(?:{MINUTES_LONG}|{HOURS_LONG}|personas?|people)\b)",
    "hourword": "(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)",
    "upto12": "(?:[1-9]|1[0-2])",
    "half": f"(?:{HALF})",
    "hours_long": HOURS_LONG,
    "duration": (
        rf"(?P<duration>[0-9]{{1,3}}(?:[.,][0-9]{{1,2}})? ?{HOURS_LONG}"
        rf"(?:[0-5][0-9]| ?(?:y |and |con )?[0-9]{{1,2}} ?{MINUTES_LONG}| y (?:media|cuarto)| and a (?:half|quarter))?"
        r"|[0-9]{1,4} ?(?:min|mins|minutos?|minutes?)\.?|[0-9]{1,3}m"
        r"|(?:una )?hora y (?:media|cuarto)|an hour and a (?:half|quarter)|media hora|half an hour|(?:a )?half[ -]hour"
        r"|(?:un )?cuarto de hora|(?:a )?quarter of an hour|tres cuartos de hora|three quarters of an hour"
        rf"|{IN_WORDS} (?:horas?|hours?|minutos?|minutes?)(?: y (?:media|cuarto)| and a (?:half|quarter))?)"
    ),
    "who": "(?P<who>[a-z0-9._-]{0,63}[a-z0-9_-])",
    "part": "(?P<part>manana|madrugada|tarde|noche|morning|afternoon|evening|night)",
}
MARKERS = {
    Kind.DAYS: (
        r"(?:para )?antes del?|desde|a partir del?|starting(?: on)?|para|pal?|de a(?:qui|ca) al?"
        r"|(?:como )?maximo(?: para)?"
        r"|a mas tardar(?: para)?|hasta|vence|fecha limite:?|due(?: by| on)?|by|before|no later than|on|until|till"
        r"|through|for"
    ),
    Kind.MINUTES: "por|durante|for|de|during",
    Kind.EARLIEST: "y|pero|and|but",
    Kind.LATEST: "y|pero|and|but",
    Kind.PERSON: (
        "junto con|con|with|para|for|by|y con|and with|y|and|e|responsables?:?|asignad[oa] a|asignar a|assign(?:ed)? to"
    ),
    Kind.ALL_DAY: "de|durante|por|for",
}
MARKERS[Kind.REPEAT] = MARKERS[Kind.DAYS]
TAILS = {
    Kind.DAYS: (
        " (?:(?:por|en|a) la (?P<tail>manana|madrugada|tarde|noche)|de (?P<tail_of>madrugada|tarde|noche)"
        "|(?:muy |bien )?(?P<tail_early>a primera hora|temprano|first thing(?: in the morning)?)"
        "|(?P<tail_late>a ultima hora|last thing)"
        "|(?:in the )?(?:early )?(?P<tail_en>morning|afternoon|evening|night)|at (?P<tail_night>night))"
    ),
}
TAILS[Kind.REPEAT] = TAILS[Kind.DAYS]
BEGINS = r"(?<![\w@#$/])(?<![0-9][.,:+-])"
ENDS = r"(?![\w@%/])(?![.,:-][0-9])"
IN_BRACES = re.compile(r"\{([a-z_]+[0-9]*)\}")


def row(kind: Kind, confidence: Confidence, reader: Reader, *phrases: str) -> GrammarRule:
    return GrammarRule(kind, confidence, reader, phrases)


def always(reading: Meaning | DoubtReason) -> Reader:
    """A reader of phrases that say the same wherever they stand."""
    return lambda _found, _moment: reading


@cache
def patterns(row: GrammarRule) -> tuple[Pattern[str], ...]:
    """The phrases of a rule, compiled when first used, so that a process that reads nothing does not pay for it."""
    return tuple(phrase(row.kind, words) for words in row.phrases)


def phrase(kind: Kind, words: str) -> Pattern[str]:
    body = spelt_in_full(words)
    marker = f"(?:(?P<marker>{MARKERS[kind]}) )?" if kind in MARKERS else ""
    tail = f"(?:{TAILS[kind]})?" if kind in TAILS else ""
    return re.compile(f"{BEGINS}{marker}(?:{body}){tail}{ENDS}")


def spelt_in_full(words: str) -> str:
    """A regular expression with the entries of `FRAGMENTS` in place of their names in braces."""
    return IN_BRACES.sub(lambda name: FRAGMENTS[name[1]], words)


def number(words: str) -> int:
    digits = re.match("[0-9]+", words)
    return int(digits[0]) if digits else NUMBERS[words]
