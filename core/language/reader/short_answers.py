"""Answers that are made of nothing but known phrases: "perdón, guárdalo", "yeah go ahead and save it", "no sé".

Courtesy and hesitation may stand anywhere in one. Its orders are verbs in the imperative, which the buttons of the
question have, too: "sí, muévela" presses «✅ Mover». One word that is not known, and it is not a short answer.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum, auto
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product

from msgspec import Struct

from core.language.accents import without_accents
from core.language.phrases.infinitives import RESPELT_BEFORE_E

MOST_WORDS = 20
MOST_LETTERS = 200
WORDS = re.compile(r"[^\W_]+")
DRAWN_OUT = re.compile(r"(.)\1{2,}")
INFINITIVE = re.compile(r"(?P<verb>[a-z]{2,}[aei]r)(?:se|me|te|le|nos)?(?:lo|la|los|las)?")
SINCE = re.compile(
    r"\s(?:desde|since|from)\s(?:(?:las?|el|esta|this)\s)?"
    r"(?:\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|hs?|hrs)?|noon|mediodia|manana|morning|ayer|yesterday|temprano|lunch|early)\W*$"
)
ENCLITICS = r"(?:se|me|te|nos|le|les)?(?:lo|la|los|las|le|les|me|nos)?"
SOME_ORDER = re.compile(r"[a-z]{2,}[aei](?:se|me|te|nos|le|les)?(?:lo|la|los|las)")
OF_A_VERB = {"a": "a|e|ad|en", "e": "e|a|ed|an", "i": "e|i|a|id|an"}
IRREGULAR = {"hacer": "haz", "poner": "pon", "tener": "ten", "decir": "di"}
DIPHTHONGS = {"e": ("ie", "i"), "o": ("ue",)}
BEFORE_A_VERB = frozenset(("y", "and", "si", "yes"))
OBJECTS = frozenset(("it", "that", "this", "them", "those", "these", "him", "her", "everything", "all"))


class AnswerPart(StrEnum):
    """The meanings of phrases of short answers."""

    BESIDE = auto()
    FINE = auto()
    AGREED = auto()
    YES = auto()
    NO = auto()
    UNDECIDED = auto()
    TAKES = auto()
    SOON = auto()
    JOINS = auto()
    NOTED = auto()
    GOES_ON = auto()
    NOT_WELL = auto()
    UNCHANGED = auto()
    OPENS = auto()
    SLOWLY = auto()
    CLOSES = auto()
    GOODBYE = auto()
    BEHIND_GOODBYE = auto()


POSITIVE = frozenset((AnswerPart.YES, AnswerPart.AGREED, AnswerPart.FINE, AnswerPart.TAKES, AnswerPart.JOINS))


class Does(StrEnum):
    """The things that an order wants done with what is shown; `OTHER`: by a verb that is in no list."""

    SAVES = auto()
    SENDS = auto()
    LEAVES = auto()
    DISCARDS = auto()
    OTHER = auto()


class SpokenOrder(Struct, frozen=True):
    """An order in a short answer, and the button that says the same, by its place among the labels.

    `outright`: it may order whatever is asked: "hazlo".
    """

    does: Does
    button: int | None = None
    outright: bool = False


class ShortAnswer(Struct, frozen=True):
    """The meanings of the phrases of a short answer, and the orders in it."""

    says: frozenset[AnswerPart]
    orders: tuple[SpokenOrder, ...] = ()
    asks: bool = False

    @property
    def positive(self) -> bool:
        return bool(self.says & POSITIVE)

    @property
    def undecided(self) -> bool:
        """True where it neither agrees nor refuses: "¿sí o no?", "espera", "sí, pero no hoy"."""
        both = {AnswerPart.YES, AnswerPart.NO} <= self.says
        return not self.orders and (both or self.asks or AnswerPart.UNDECIDED in self.says)


def read_short_answer(
    text: str,
    labels: Sequence[str] = (),
    names: Collection[str] = (),
    *,
    others: Collection[AnswerPart] = (),
) -> ShortAnswer | None:
    """Return what an answer says of which every word is known; None of any other.

    `labels` are those of the buttons of what was asked. `names`: the words of people's names, which are not orders.
    `others` are known besides what answers.
    """
    words = plain_words(text) if len(text) <= MOST_LETTERS else ()
    if not words or len(words) > MOST_WORDS:
        return None
    verbs = [verbs_of(label) for label in labels]
    says: set[AnswerPart] = set()
    orders: list[SpokenOrder] = []
    place = 0
    while place < len(words):
        size, said = longest_phrase(words, place, others)
        order, of_order = (None, 0) if size > 1 else order_at(words, place, verbs, names)
        if order is not None and (said in (None, AnswerPart.BESIDE) or of_order > size):
            orders.append(order)
            place += of_order
        elif said is not None:
            says.add(said)
            place += size
        else:
            return None
    return ShortAnswer(frozenset(says), tuple(orders), "?" in text)


def begins_with_order(text: str, names: Collection[str] = ()) -> bool:
    """Return whether a text begins with an order about something that was shown: "deshazlo, no eran 80"."""
    words = plain_words(text[:MOST_LETTERS])
    if not words:
        return False
    order, size = order_at(words, 0, (), names)
    return is_undo(words[0]) or (order is not None and (size > 1 or SOME_ORDER.fullmatch(words[0]) is not None))


def is_undo(word: str) -> bool:
    return any(is_order_of(word, verb) for verb in ("deshacer", "undo"))


def says_goodbye(text: str) -> bool:
    """Return whether a text takes leave and says nothing else: "gracias, hasta mañana", "see you tomorrow, thanks"."""
    found = read_short_answer(text, others=TAKING_LEAVE)
    return found is not None and AnswerPart.GOODBYE in found.says and not found.orders and not found.asks


def closes_unchanged(text: str) -> bool:
    """Return whether a text closes the day with nothing changed, and says nothing else: "nada nuevo, ciérralo"."""
    found = read_short_answer(without_since(text), others=CLOSING)
    return found is not None and {AnswerPart.UNCHANGED, AnswerPart.CLOSES} <= found.says and not found.orders


def without_since(text: str) -> str:
    """Return a text without accents, and without since when at its end, which may stand behind any phrase."""
    return SINCE.sub("", without_accents(text))


def plain_words(text: str) -> Sequence[str]:
    """Return the words of a text without accents, and without letters that are drawn out: "siiii"."""
    return WORDS.findall(DRAWN_OUT.sub(r"\1", without_accents(text)))


def without_phrases(text: str) -> Sequence[str]:
    """Return the words of a text that are in no phrase of a short answer: "las lonas, por supuesto" has "las lonas"."""
    words = plain_words(text[:MOST_LETTERS])
    left: list[str] = []
    place = 0
    while place < len(words):
        size, said = longest_phrase(words, place, ())
        if said is None:
            left.append(words[place])
        place += max(size, 1)
    return left


def longest_phrase(words: Sequence[str], place: int, others: Collection[AnswerPart]) -> tuple[int, AnswerPart | None]:
    known, sizes = phrases()
    for size in sizes.get(words[place], ()):
        said = known.get(tuple(words[place : place + size]))
        if said is not None and (said in OF_ANSWERS or said in others):
            return size, said
    return 0, None


TAKING_LEAVE = frozenset((AnswerPart.GOODBYE, AnswerPart.BEHIND_GOODBYE))
CLOSING = frozenset((*TAKING_LEAVE, AnswerPart.UNCHANGED, AnswerPart.CLOSES))
OF_DAY = frozenset((*CLOSING, AnswerPart.OPENS, AnswerPart.SLOWLY))
OF_ANSWERS = frozenset(AnswerPart) - OF_DAY


@cache
def data() -> Mapping[str, Sequence[str]]:
    source = files("core.language.sentences").joinpath("answers.toml").read_text(encoding="utf-8")
    return tomllib.loads(source)


@cache
def phrases() -> tuple[Mapping[tuple[str, ...], AnswerPart], Mapping[str, Sequence[int]]]:
    """Return every phrase by its words, and how many words phrases have that begin with a word, the most first."""
    known = {tuple(plain_words(phrase)): says for says in reversed(AnswerPart) for phrase in data()[says]}
    for leave, when in product(data()["until"], data()["until_when"]):
        known[(*plain_words(leave), *plain_words(when))] = AnswerPart.GOODBYE
    for arrived, place in product(data()["at_work"], data()["work_places"]):
        known[(*plain_words(arrived), *plain_words(place))] = AnswerPart.OPENS
    sizes = defaultdict[str, set[int]](set)
    for phrase in known:
        sizes[phrase[0]].add(len(phrase))
    return known, {first: sorted(each, reverse=True) for first, each in sizes.items()}


def order_at(
    words: Sequence[str], place: int, verbs: Sequence[Collection[str]], names: Collection[str]
) -> tuple[SpokenOrder | None, int]:
    """Return the order that begins at a place, and how many words it has."""
    word = words[place]
    two = " ".join(words[place : place + 2])
    verb = two if any(two in data()[each] for each in LISTED) else word
    size = len(verb.split())
    size += words[place + size : place + size + 1] != [] and words[place + size] in OBJECTS
    button = next((at for at, each in enumerate(verbs) if any(is_order_of(verb, one) for one in each)), None)
    does = next((each for each in LISTED if any(is_order_of(verb, one) for one in data()[each])), None)
    if button is not None or does is not None:
        return SpokenOrder(does or Does.OTHER, button, any(is_order_of(verb, one) for one in OUTRIGHT)), size
    if SOME_ORDER.fullmatch(word) and word not in names:
        return SpokenOrder(Does.OTHER), 1
    return None, 0


OUTRIGHT = ("hacer", "confirmar", "do", "confirm")
LISTED = (Does.SAVES, Does.SENDS, Does.LEAVES, Does.DISCARDS)


@lru_cache(maxsize=1024)
def verbs_of(label: str) -> Collection[str]:
    """Return a label's verbs: "guardar" of «✅ Guardar», both of «Reabrir y guardar», "cancel" of "Yes, cancel"."""
    words = plain_words(label)
    begin = [word for place, word in enumerate(words) if not place or words[place - 1] in BEFORE_A_VERB]
    return frozenset(found["verb"] if (found := INFINITIVE.fullmatch(word)) else word for word in begin)


def is_order_of(word: str, verb: str) -> bool:
    """Return whether a word is an imperative of a verb: of tú, vos, usted or several, perhaps with its object."""
    return word == verb or (verb[-1:] == "r" and any(form.fullmatch(word) for form in imperatives(verb)))


@lru_cache(maxsize=1024)
def imperatives(verb: str) -> Sequence[re.Pattern[str]]:
    """Return the patterns of a Spanish verb's imperatives; none of another word."""
    if not INFINITIVE.fullmatch(verb):
        return ()
    stems = "|".join(dict.fromkeys(stems_of(verb[:-2])))
    forms = [rf"(?:{stems})(?:{OF_A_VERB[verb[-2]]}){ENCLITICS}", rf"{verb}{ENCLITICS}"]
    forms += [f"{verb.removesuffix(end)}{short}{ENCLITICS}" for end, short in IRREGULAR.items() if verb.endswith(end)]
    return [re.compile(form) for form in forms]


def stems_of(stem: str) -> Iterator[str]:
    """Return the stem of a verb, as it changes in the imperative: "mov" and "muev", "busc" and "busqu"."""
    at = max(stem.rfind("e"), stem.rfind("o"))
    changed = [f"{stem[:at]}{other}{stem[at + 1 :]}" for other in DIPHTHONGS[stem[at]]] if at >= 0 else []
    for each in (stem, *changed):
        yield each
        if each[-1:] in RESPELT_BEFORE_E:
            yield f"{each[:-1]}{RESPELT_BEFORE_E[each[-1]]}"
