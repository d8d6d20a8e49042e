"""The reading of a sentence as a question: what it asks for, whom it is about, and of which days."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from core.base.calendar_time import Days
from core.language.phrases.folding import Folded, fold
from core.language.phrases.model import FREE_TIME, Doubt, DoubtReason, Kind, Moment, Note, Understood
from core.language.phrases.periods import period_within
from core.language.phrases.reading import Scan, read_scanned, scan
from core.language.phrases.sentence import LOOKED_AT
from core.language.phrases.task_numbers import in_digits
from core.language.questions.deciding import Said, stands_alone, topics
from core.language.questions.lexicon import ALONE, LONGEST, PHRASES, VOCABULARY, Says
from core.language.questions.model import OF_THE_PAST, Names, Question, Readings, Topic, Who
from core.language.questions.spelling import Index, alike, by_shortened

MOST_LETTERS = 300
"""A longer text is not a question."""
MOST_LETTERS_OF_TALK = 100
"""A longer one is more than a greeting or thanks."""
MOST_UNKNOWN = 9
"""With more words that are not known, days among them, a text is not a question either."""
TOKEN = re.compile(r"[#@]?[a-z0-9](?:[a-z0-9'._@-]*[a-z0-9'])?")
TASK_NUMBER = re.compile(
    r"(?:#|\b(?:tarea|task|ticket|actividad|pendiente) (?:numero |number |no\.? ?|#)?|(?<!\ba )\bla "
    r"|\b(?:status|estatus|estado|avance) (?:of|on|de) (?:the |la )?"
    r"|\b(?:falta|faltan|paso|pasa|hay|pendiente) (?:a|con|en|de) (?:la )?|\b(?:missing|left|going on|happening)"
    r" (?:on|with|in|for) "
    r"|\b(?:when(?:'?s| is)|who has|who'?s (?:got|on)|(?:comments?|notes?) (?:on|of|for|in)) )"
    r"([0-9]{1,9})\b(?! de)"
)
ASKING = frozenset(
    (
        *(Says.WHO, Says.WHAT, Says.WHEN, Says.HOW, Says.HOW_MANY),
        *(Says.WHERE, Says.WHY, Says.WHETHER, Says.REQUEST),
    )
)
BEFORE_THEM = frozenset(
    (
        *(Says.FILLER, Says.NAMES_NEXT, Says.AT, Says.BEING, Says.ME, Says.WE, Says.TEAM, Says.DAY),
        *(Says.GREETING, Says.THANKS),
    )
)
"""Meanings of words that may stand before the one that asks."""
ACCENTED = re.compile(r"\b(?:qué|quién|quiénes|cuándo|cómo|dónde|cuál|cuáles|cuánt[oa]s?)\b", re.IGNORECASE)
SOUGHT = FREE_TIME & ~(Kind.REMINDER_LEAD | Kind.PERSON)
AN_HOUR = re.compile(r"[0-9]|\b(?:a las?|at|tarde|noche|manana|mediodia|morning|afternoon|evening|night|noon)\b")
"""Words by which an hour is said beside a week or a month."""
VERBS_THAT_ASK = frozenset(("is", "are", "am", "was", "were", "isn't", "aren't", "does", "did", "has"))
"""Verbs with which an English question begins, and no other sentence."""
MOST_NAME_WORDS = 4
BY_WORD, BY_ANY_WORD = by_shortened(ALONE), by_shortened(VOCABULARY)
BEFORE_COMMON_WORDS = frozenset(
    (
        *("la", "el", "los", "las", "un", "una", "mi", "tu", "su", "mis", "tus", "sus", "esta", "este"),
        *("the", "my", "your", "en", "in"),
    )
)
"""Words behind which a word that is like a name is none: "en Cali" names no Cami."""
SHORTEST_NAME, SHORTEST_WORD, SHORTEST_FILLER = 4, 5, 7
"""The fewest letters of a misspelt name, word or filler: a shorter one is too often another ("puerta", no "puesta")."""
NOT_THAT_DAY = (DoubtReason.EITHER, DoubtReason.IMPOSSIBLE, DoubtReason.MISMATCH, DoubtReason.BACKWARDS)
EITHER = re.compile(r"\s(?:o|u|or)\s")
SINCE = re.compile(r"\b(?:desde|a partir del?|since|from)(?: el| la| the)? $", re.IGNORECASE)
ORDER = re.compile(
    r"[a-z]{2,}[aei]r(?:se|me|le|les|lo|la|los|las|nos)?\b"
    r"|(?:finish|close|open|start|begin|send|report|submit|complete|update|meet|talk|speak|call|schedule|book|make|add"
    r"|create|get|find|search|set|plan)\b"
)
TALKED_OF = frozenset((Says.NAMES_NEXT, Says.WHETHER, Says.CAN))
"""Meanings of words behind which a person may be named, also without a capital."""


Scans = Callable[[str], Scan]
"""The phrases in a text, looked for once however often it is read."""


class Word(Struct, frozen=True):
    """A word or phrase of a sentence at `[start, end)`: what it says, and the people whose name it is."""

    text: str
    start: int
    end: int
    says: frozenset[Says] = frozenset()
    people: tuple[int, ...] = ()
    near: bool = False
    capital: bool = False

    @property
    def known(self) -> bool:
        return bool(self.says or self.people)


class When(Struct, frozen=True):
    """Days that were said, whether an hour was, a day in doubt, and the words that say them."""

    days: Days | None = None
    hours: bool = False
    doubt: Doubt | None = None
    either: tuple[Days, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()

    def others(self, words: Iterable[Word]) -> list[Word]:
        """Return the words that are none of these; "vence" is read as a part of a day, but says more."""
        spans = sorted(self.spans)
        starts, ends = [start for start, _ in spans], list(accumulate((end for _, end in spans), max, initial=0))
        return [word for word in words if Says.DUE in word.says or word.end > ends[bisect_right(starts, word.start)]]


def read_question(text: str, moment: Moment, names: Names) -> Readings | None:
    """Return what a sentence asks; None where it is not a question that anything here answers. Pure, and quick."""
    if not text.strip() or len(text) > MOST_LETTERS:
        return None
    text = in_digits(text)
    folded = fold(text)
    words = list(words_of(text, folded, names))
    if sum(not word.known for word in words) > MOST_UNKNOWN:
        return None
    masked = without_names(text, words)
    number = TASK_NUMBER.search(folded.text)
    if number:
        words = [
            word for word in words if not (folded.starts[number.start()] <= word.start < folded.starts[number.end()])
        ]
        masked = masked.replace(number[1], " " * len(number[1]), 1)
    scans = cache(lambda part: scan(part, SOUGHT))
    when = when_said(masked, moment, scans)
    words = when.others(words)
    said = what_is_said(text, words, when, moment)
    if number:
        return (
            Readings((Question(Topic.TASK, number=int(number[1])),), asks=said.asks)
            if is_about_task(said, words)
            else None
        )
    unknown = [word for word in words if not word.known]
    if unknown:
        return with_unknown(said, words, unknown)
    found = topics(said) if Says.ELSEWHERE not in said.says else ()
    if not found or not (said.asks or stands_alone(said)):
        return None
    return complete(said, words, found, when, moment, masked, scans)


def is_elsewhere(text: str) -> bool:
    """Return whether a text is about something that nothing here knows: the weather, pay, a joke."""
    return any(Says.ELSEWHERE in word.says for word in words_of(text, fold(text), {}))


def is_about_task(said: Said, words: Sequence[Word]) -> bool:
    return said.asks or (not said.named and all(word.known for word in words))


def what_is_said(text: str, words: Sequence[Word], when: When, moment: Moment) -> Said:
    says = frozenset[Says]().union(*(word.says for word in words))
    named = any(word.people for word in words)
    days, today = when.days, moment.today
    return Said(
        says,
        named,
        days,
        when.hours,
        asks(text, words),
        begun=days is not None and days.first <= today,
        past=days is not None and days.last < today,
        over=days is not None and days.last <= today,
        today=days == Days(today, today),
        order=is_order(words),
    )


def is_order(words: Sequence[Word]) -> bool:
    """Return whether a sentence begins with something to be done: "terminar el reporte"."""
    first = next((word for word in words if not word.says <= BEFORE_THEM), None)
    return first is not None and ORDER.match(first.text.lower()) is not None


def asks(text: str, words: Sequence[Word]) -> bool:
    """Return whether a sentence is marked as a question, or the word that asks comes first in it."""
    if "?" in text or "¿" in text or ACCENTED.search(text):
        return True
    if words and words[0].text.lower() in VERBS_THAT_ASK and not re.search(r"\w", text[: words[0].start]):
        return True
    first = next((word for word in words if not word.people and not word.says <= BEFORE_THEM), None)
    return first is not None and bool(first.says & ASKING)


def complete(
    said: Said,
    words: Sequence[Word],
    found: Sequence[Topic],
    when: When,
    moment: Moment,
    masked: str,
    scans: Scans,
) -> Readings:
    people, called = people_named(words), names_written(words)
    near = any(word.near for word in words if word.people)
    with_me = said.any(Says.ME, Says.WE)
    turns = when.spans and any(is_past(said, topic) for topic in found)
    back = when_said(masked, replace(moment, back=True), scans) if turns else when
    behind = back if back.days or back.either else when
    questions = tuple(
        Question(topic, said.who, people, called, near, with_me, days, words=masked if topic is Topic.FREE else "")
        for topic in found
        for meant in [behind if is_past(said, topic) else when]
        for days in (meant.either or (meant.days,))
    )
    return Readings(questions, doubt=None if when.either else when.doubt, asks=said.asks)


def is_past(said: Said, topic: Topic) -> bool:
    """Return whether a day without a date is the last such one: "quién abrió el jueves", "quién faltó el jueves"."""
    return topic in OF_THE_PAST or said.has(Says.WAS) or said.has(Says.AWAY, Says.DID)


def with_unknown(said: Said, words: Sequence[Word], unknown: Sequence[Word]) -> Readings | None:
    """Return the readings of a sentence with unknown words: of a person nobody knows, or of words to search for."""
    names = tuple(word.text for word in unknown)
    somebody = replace(said, named=True)
    found = topics(somebody)
    if found and all(is_a_name(word, words) for word in unknown) and (said.asks or stands_alone(somebody)):
        return Readings(tuple(Question(topic, Who.NAMED) for topic in found), unknown=names, asks=said.asks)
    return Readings((), unknown=names) if said.asks or said.any(Says.SEARCH) else None


def is_a_name(word: Word, words: Sequence[Word]) -> bool:
    """Return whether an unknown word stands where a person is named."""
    at = words.index(word)
    before = words[at - 1] if at else None
    return (word.capital and at > 0) or (before is not None and bool(before.says & TALKED_OF))


# Words


def words_of(text: str, folded: Folded, names: Names) -> Iterator[Word]:
    """The words of a text, the longest phrases and names first; offsets are those of the text as given."""
    found = list(TOKEN.finditer(folded.text))
    starts = [folded.starts[one.start()] for one in found]
    capitals = [text[start].isupper() and not text.isupper() for start in starts]
    tokens = [one[0] for one in found]
    index = by_shortened(frozenset(names))
    near_of = {token: () if named(token, names) else people_near(token, names, index) for token in {*tokens}}
    near = [() if is_common(tokens, at) else near_of[token] for at, token in enumerate(tokens)]
    tokens = [
        token if named(token, names) else mended(token, capital, of_name)
        for token, capital, of_name in zip(tokens, capitals, near, strict=True)
    ]
    at = 0
    while at < len(found):
        says, size = longest_phrase(tokens, at)
        people, length = longest_name(tokens, at, names)
        if length and (length > size or (length == size and (capitals[at] or Says.LEADER in says)) or not says):
            says, size = frozenset(), length
        elif says or not near[at]:
            people = ()
        else:
            people = near[at]
        size = max(size, 1)
        end = folded.starts[found[at + size - 1].end() - 1] + 1
        yield Word(text[starts[at] : end], starts[at], end, says, people, bool(people) and not length, capitals[at])
        at += size


def longest_phrase(tokens: Sequence[str], at: int) -> tuple[frozenset[Says], int]:
    for size in range(min(LONGEST, len(tokens) - at), 0, -1):
        if says := PHRASES.get(tuple(tokens[at : at + size])):
            return says, size
    return frozenset(), 0


def longest_name(tokens: Sequence[str], at: int, names: Names) -> tuple[tuple[int, ...], int]:
    for size in range(min(MOST_NAME_WORDS, len(tokens) - at), 0, -1):
        if people := named(" ".join(tokens[at : at + size]), names):
            return people, size
    return (), 0


def named(token: str, names: Names) -> tuple[int, ...]:
    """The people of a name, perhaps with a sign before it or a possessive behind."""
    name = token.lstrip("@")
    written = (token, name, name.removesuffix("'s"), name.removesuffix("'"))
    return next((tuple(names[each]) for each in written if each in names), ())


def is_common(tokens: Sequence[str], at: int) -> bool:
    """Return whether the word before one says that it is not a misspelt name: "cómo va la vida"."""
    return at > 0 and tokens[at - 1] in BEFORE_COMMON_WORDS


def people_near(token: str, names: Names, index: Index) -> tuple[int, ...]:
    """Return the people whose name is like a word but for one letter."""
    name = token.lstrip("@").removesuffix("'s")
    if len(name) < SHORTEST_NAME or name in VOCABULARY:
        return ()
    return tuple(dict.fromkeys(person for each in alike(name, index) for person in names[each]))


def mended(token: str, capital: bool, near: Sequence[int]) -> str:
    """The word of the lexicon that is meant by one with a letter wrong, unless it is rather a name."""
    if token in VOCABULARY or len(token) < SHORTEST_WORD or (near and (capital or token.startswith("@"))):
        return token
    near_words = alike(token, BY_WORD) or alike(token, BY_ANY_WORD)
    meant = near_words[0] if near_words else token
    says_nothing = PHRASES.get((meant,)) == frozenset((Says.FILLER,)) and len(token) < SHORTEST_FILLER
    return token if says_nothing or len(meant) < SHORTEST_WORD else meant


def people_named(words: Sequence[Word]) -> tuple[tuple[int, ...], ...]:
    """The ids of each person named; of a first and a last name side by side, who has both."""
    return tuple(written_names(words))


def names_written(words: Sequence[Word]) -> tuple[str, ...]:
    """Return the name that is written for each person."""
    return tuple(written_names(words).values())


def written_names(words: Sequence[Word]) -> Mapping[tuple[int, ...], str]:
    found: list[tuple[tuple[int, ...], str]] = []
    before: Word | None = None
    for word in words:
        if word.people:
            side_by_side = found and before is not None and before.people
            both = tuple(person for person in word.people if side_by_side and person in found[-1][0])
            if both:
                found[-1] = both, f"{found[-1][1]} {word.text}"
            else:
                found.append((word.people, word.text))
        before = word
    names: dict[tuple[int, ...], str] = {}
    for people, name in found:
        names.setdefault(people, name.lstrip("@"))
    return names


def without_names(text: str, words: Sequence[Word]) -> str:
    """The text with a letter for each of a name's, which may be the name of a month."""
    for word in words:
        if word.people:
            text = text[: word.start] + "z" * (word.end - word.start) + text[word.end :]
    return text


def small_talk(text: str) -> Says | None:
    """Return the kind of a text that says nothing but a greeting, thanks or a laugh; None of any other."""
    if len(text) > MOST_LETTERS_OF_TALK:
        return None
    words = list(words_of(text, fold(text), {}))
    for kind in (Says.THANKS, Says.LAUGHS, Says.GREETING):
        polite = {kind, Says.GREETING, Says.FILLER, Says.NAMES_NEXT}
        if any(kind in word.says for word in words) and all(
            kind in word.says or (word.says and word.says <= polite) for word in words
        ):
            return kind
    return None


# Days


def when_said(text: str, moment: Moment, scans: Scans) -> When:
    folded = fold(text)
    if period := period_within(folded.text, moment.today, back=moment.back):
        meant, start = going_on(text, period[0], folded.starts[period[1]], moment)
        end = folded.starts[period[2]]
        if not AN_HOUR.search(folded.text):
            return When(meant, spans=((start, end),))
        rest = read_scanned(scans(f"{text[:start]}{' ' * (end - start)}{text[end:]}"), moment)
        spans = ((start, end), *((piece.start, piece.end) for piece in rest.pieces))
        return When(meant, bool(rest.hours or rest.within), spans=spans)
    understood = read_scanned(scans(text), moment)
    spans = tuple((piece.start, piece.end) for piece in understood.pieces)
    doubts = [each for each in understood.doubts if each.why in NOT_THAT_DAY]
    if not understood.days and not doubts:
        return perhaps_words(text, understood, moment, scans)
    if understood.days:
        meant = understood.days
        said = next((piece for piece in understood.pieces if piece.kind is Kind.DAYS), None)
        if said and meant.first == meant.last:
            meant, start = going_on(text, meant, said.start, moment, onwards=Note.ONWARDS in said.notes)
            spans = (*spans, (start, said.end))
        return When(meant, bool(understood.hours or understood.within), spans=spans)
    options = [part for each in doubts if each.why is DoubtReason.EITHER for part in EITHER.split(each.words)]
    either = [days for part in options if (days := read_scanned(scans(part), moment).days)]
    return When(
        None,
        bool(understood.hours),
        doubts[0],
        tuple(either) if len(either) == len(options) > 1 else (),
        (*spans, *((each.start, each.end) for each in doubts)),
    )


def going_on(text: str, days: Days, start: int, moment: Moment, *, onwards: bool = False) -> tuple[Days, int]:
    """Days, and where the words begin that say them; past ones since when something is said are those up to today."""
    since = SINCE.search(text, max(0, start - LOOKED_AT), start)
    on = moment.back and (onwards or since) and days.first <= moment.today
    return Days(days.first, moment.today) if on else days, since.start() if since else start


def perhaps_words(text: str, understood: Understood, moment: Moment, scans: Scans) -> When:
    """Days in words that elsewhere may be something else: "hay mañana", "in May"."""
    hours, spans = (
        bool(understood.hours or understood.within),
        tuple((each.start, each.end) for each in understood.pieces),
    )
    for doubt in understood.doubts:
        if doubt.why is DoubtReason.WORDS and (found := read_scanned(scans(doubt.words), moment).days):
            days, start = going_on(text, found, doubt.start, moment)
            return When(days, hours, spans=(*spans, (start, doubt.end)))
    return When(None, hours, spans=spans)
