"""Words that answer a question, by the intents that its answers have: "dale, abrilo", "not now, in a meeting"."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, time, timedelta

from msgspec import Struct
from msgspec.structs import replace

from core.base.calendar_time import ONE_DAY
from core.base.date_times import instant_at
from core.language.accents import without_accents
from core.language.phrases.folding import fold
from core.language.phrases.model import EVENT, Moment
from core.language.phrases.reading import read
from core.language.reader.intents import Intent
from core.language.reader.marks import marked
from core.language.reader.model import model
from core.language.reader.plans import is_plan

ASKED = 8.0
"""The factor by which the intents of an answer are likelier where somebody was asked just that."""
LEAST = 0.2
"""The least probability of an answer where nothing was asked; what is less likely is none."""
SURE = 0.7
"""The least probability at which words are an answer."""
CLEARLY = 0.55
"""The least share that one answer has in the probability of all of them."""
OF_THE_ANSWER = 0.5
"""The least probability at which words behind an answer belong to it."""
NOT_TO = re.compile(
    r"\W*(?:(?:bueno|ay|uy|ok|espera|perdon|mejor|oye|wait|please|actually)\W+){0,3}(?:no\W+)?"
    r"(?:no (?:(?:me|nos|lo|la|los|las|le|les) ){1,2}|(?:don'?t|do not) )"
    r"(?:cancel|borr|elimin|quit|muev|mov|cambi|cierr|cerr|abr|guard|mand|envi|pas|delet|remov|clos|open|sav|send)\w*"
)
"""An order not to do what a question offers."""
PROPOSES = re.compile(
    r"\b(?:(?:can|could|shall) (?:we|it|you)|(?:how|what) about|instead|rather|would work|works?"
    r"|(?:puede|podria) ser|podemos|podriamos|mejor|que tal|(?:te|les|os|le) (?:va|sirve|late|viene)|y si)\b"
)
"""Words before another time that is proposed."""
COUNTERS = re.compile(
    r"\b(?:pero|mejor|but|rather|instead|(?:solo )?si (?:es|fuera|(?:se )?puede(?: ser)?|l[ao] pasan)"
    r"|(?:only )?if it'?s|que sea|make it) (?=\S)"
)
"""Words that turn a yes into a counter-proposal: "sí, pero a las 12"."""
OF_A_TIME = frozenset(
    (
        *("que", "sea", "a", "las", "la", "el", "puede", "podria", "ser", "mejor", "es", "por", "favor", "porfa"),
        *("tipo", "para", "no", "como", "si", "at", "to", "it", "be", "make", "we", "could", "can", "on", "the"),
        *("please", "about", "around", "instead"),
    )
)
"""Words that may stand beside a time that is proposed."""
FREE = frozenset(
    ("puedo", "podria", "podemos", "podriamos", "libre", "can", "could", "free", "works", "sirve", "queda")
)
ARRIVES = frozenset(
    ("estoy", "estare", "llego", "llegaria", "caigo", "voy", "arribo", "ando", "there", "arrive", "come", "join", "uno")
)
BESIDE_AN_HOUR = frozenset(
    (
        *OF_A_TIME,
        *("yo", "ahi", "alla", "me", "mi", "i", "i'm", "im", "i'll", "ill", "am", "will", "ok", "va", "dale", "vale"),
        *("eh", "ya", "recien", "hasta", "ahora", "estaria", "there", "then", "by", "for", "te", "les", "bien", "from"),
        "desde",
    )
)
"""Words beside an hour at which one can come, or comes."""
MOST_WORDS = 30
"""The most words of an answer; a longer text perhaps begins with one."""
HEAD_WORDS = 8
END = re.compile(r"[,;.!?\n]+\s*|\s(?:y|and|pero|but|—|–|-)\s")
"""Marks and words at which an answer may end, and more be said."""
JOINED = re.compile(r"(?:y|and|pero|but|tambi[eé]n|also)\s+", re.IGNORECASE)
TALK = frozenset(
    (
        *(Intent.THANKS, Intent.GREETING, Intent.NONE, Intent.LATER),
        *(Intent.YES, Intent.NO, Intent.ANSWER_YES, Intent.ANSWER_NO),
    )
)
"""Intents of words beside an answer that ask for nothing."""

OBJECTS = re.compile(
    r"\W*(?:\w+\W+){1,4}(?:pero|but|aunque|solo que|nomas que|except)\W+"
    r"(?:(?:mejor|creo que|ahorita|ahora|hoy|todavia|aun|please|maybe)\W+)?"
    r"(?:no|not|don'?t|luego|despues|al rato|mas tarde|mas al rato|otro dia|later|espera|wait|sin|without)\b"
)
"""A yes that is none: "sí, pero no le avises a nadie"."""
NOT_TODAY = re.compile(r"\b(?:no hoy|hoy no|not today|otro dia|another day)\b")

AFTER_LUNCH = re.compile(r"\b(?:(?:despues|saliendo|luego) de (?:comer|almorzar|la comida)|almuerzo|after lunch)\b")
LUNCH_IS_OVER, MORNING = time(15), time(9)
A_MINUTE = timedelta(minutes=1)


class Taken(Struct, frozen=True):
    """An answer that a question takes: the intents that give it, and by how much these are likelier than elsewhere."""

    intents: Collection[Intent]
    likelier: float = ASKED


class SpokenAnswer(Struct, frozen=True):
    """The answer that is given, by its place among those that a question takes, and the words besides.

    `wants_nothing`: what is said besides belongs to the answer: "no gracias", "luego, estoy en junta".
    """

    place: int
    rest: str = ""
    wants_nothing: bool = False


def read_answer(text: str, moment: Moment, names: Collection[str], taken: Sequence[Taken]) -> SpokenAnswer | None:
    """Return the answer that words are to a question; None where they are none.

    `names` are the words of people's names. An answer may stand before more: "sí ábrelo, y la minuta ya quedó".
    """

    def place_of(words: str) -> int | None:
        return answer_of(chances_of(words, moment, names), taken)

    head, rest = divided(text)
    place = place_of(head) if rest else None
    if place is None:
        whole = place_of(text) if len(text.split()) <= MOST_WORDS else None
        return None if whole is None else SpokenAnswer(whole)
    again, behind = divided(rest)
    rest = behind if behind and place_of(again) == place else rest
    belongs = chances_of(rest, moment, names)
    talks = sum(belongs[intent] for intent in {*taken[place].intents, *TALK}) >= OF_THE_ANSWER
    wants_nothing = talks or is_plan(rest)
    joined = JOINED.match(rest)
    return SpokenAnswer(place, rest[joined.end() :] if joined else rest, wants_nothing)


def answer_of(chances: Mapping[Intent, float], taken: Sequence[Taken]) -> int | None:
    """Return the place of the answer that is likeliest; None where something else is, or two answers are."""
    alone = [sum(chances[intent] for intent in one.intents) for one in taken]
    each = [one.likelier * chance if chance >= LEAST else 0.0 for one, chance in zip(taken, alone, strict=True)]
    of_answers = {intent for one in taken for intent in one.intents}
    other = sum(chance for intent, chance in chances.items() if intent not in of_answers)
    if not sum(each) or sum(each) / (sum(each) + other) < SURE:
        return None
    place = max(range(len(each)), key=each.__getitem__)
    return place if each[place] >= CLEARLY * sum(each) else None


def objects(text: str) -> bool:
    """Return whether an answer agrees and takes that back by a "but"."""
    return OBJECTS.match(without_accents(text)) is not None


def words_beside_values(text: str, moment: Moment, names: Collection[str]) -> int:
    """Return how many words a text has beside days, hours, numbers and people."""
    return sum(token[0].isalpha() for token in marked(text, moment, names))


def says_a_value(text: str, moment: Moment, names: Collection[str]) -> bool:
    """Return whether words say a day, an hour, a number or a person, and not only yes or no."""
    return any(token.startswith("<") for token in marked(text, moment, names))


def behind_refusal(text: str) -> str | None:
    """Return what follows an order not to do something, with which a text begins; None where it begins with none."""
    found = NOT_TO.match(fold(text).text)
    return divided(text)[1] if found else None


def proposing_words(text: str, moment: Moment, names: Collection[str]) -> str:
    """Return the words of an answer that propose another time: "no puedo, ¿mejor 12:30?"; "" where none do."""
    behind = divided(text)[1]
    said = behind if behind and says_a_value(behind, moment, names) else text
    if not says_a_value(said, moment, names):
        return ""
    if countered := counter_proposal(text, moment, names):
        return countered
    whole, part = (chances_of(each, moment, names) for each in (text, said))
    if sum(whole[intent] for intent in (Intent.YES, Intent.ANSWER_YES, Intent.LATER)) >= OF_THE_ANSWER:
        return ""
    likely = max(each[Intent.ANSWER_PROPOSE] for each in (whole, part))
    alone = not words_beside_values(said, moment, names) and (bool(behind) or "?" in said)
    asks = PROPOSES.search(without_accents(said)) and ("?" in said or whole[Intent.ANSWER_NO] + whole[Intent.NO] > 0)
    return said if alone or asks or likely >= OF_THE_ANSWER else ""


def counter_proposal(text: str, moment: Moment, names: Collection[str]) -> str:
    """Return the words that propose another hour: behind a yes, or as the only one that suits; "" where none do."""
    if is_hour_with(FREE, text, moment, names):
        return text
    folded = fold(text)
    found = COUNTERS.search(folded.text)
    said = text[folded.starts[found.end()] :] if found else ""
    only_time = all(token in OF_A_TIME for token in marked(said, moment, names) if token[0].isalpha())
    return said if said and only_time and read(said, moment, EVENT).hours else ""


def arrives_at_hour(text: str, moment: Moment, names: Collection[str]) -> bool:
    """Return whether words say at which hour one comes, and nothing else: "a las 11 estoy", "I'll be there at 11"."""
    return is_hour_with(ARRIVES, text, moment, names)


def is_hour_with(verbs: frozenset[str], text: str, moment: Moment, names: Collection[str]) -> bool:
    """Return whether words say an hour with one of these verbs, and nothing else."""
    words = {token for token in marked(text, moment, names) if token[0].isalpha()}
    known = not words.isdisjoint(verbs) and words <= verbs | BESIDE_AN_HOUR
    return known and read(text, moment, EVENT).hours is not None


def chances_of(text: str, moment: Moment, names: Collection[str]) -> Mapping[Intent, float]:
    return model().probabilities(marked(text, moment, names))


def divided(text: str) -> tuple[str, str]:
    """Return the first few words, up to where an answer may end, and what follows; "" where nothing does."""
    found = END.search(text)
    head = text[: found.start()].strip() if found else ""
    if found is None or not head or len(head.split()) > HEAD_WORDS:
        return text, ""
    return head, text[found.end() :].strip()


def put_off_until(text: str, moment: Moment) -> datetime | None:
    """Return when somebody wants to be asked again: "in an hour", "mañana", "después de comer"; None if not said.

    A day alone means its morning; an hour of no day is the next one.
    """
    found = read(text, moment, EVENT)
    if found.hours and not found.days:
        found = read(text, replace(moment, opens=moment.now.astimezone(moment.zone).hour), EVENT)
    if found.minutes and not found.hours:
        return moment.now + timedelta(minutes=found.minutes)
    day = found.days.first if found.days else moment.today
    if day == moment.today and NOT_TODAY.search(without_accents(text)):
        day += ONE_DAY
    at = found.hours.start if found.hours else found.within.start if found.within else None
    if at is None and AFTER_LUNCH.search(without_accents(text)):
        at = LUNCH_IS_OVER
    if at is None and day == moment.today:
        return None
    wanted = instant_at(day, at or MORNING, moment.zone)
    if abs(wanted - moment.now) < A_MINUTE:
        return None
    return wanted if wanted > moment.now else instant_at(day + ONE_DAY, at or MORNING, moment.zone)
