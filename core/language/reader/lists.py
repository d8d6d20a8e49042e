"""Several tasks said in one message: a list by lines, bullets or numbers, or one for each of several people.

`listed_tasks` gives the words of each with the name that stands before it, and what is said once for all of them, such
as the day: "para el viernes: 1) hotel 2) vuelos", "Ana: la lista (lunes), Luis: el respaldo (mañana)". `parted_by_days`
takes a sentence apart in which each task has a day of its own, `parted` one of which somebody says that it is several.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from msgspec import Struct

from core.language.accents import PLAIN
from core.language.reader.titles import ANY_VERB
from core.language.statements.model import ListedTask

FEWEST, MOST = 2, 20
BULLET = re.compile(r"^[ \t]*(?:[-*•·–—▪✓✔☐]|[0-9]{1,2}[.)\]-])[ \t]+(?=\S)", re.MULTILINE)
NUMBER = re.compile(r"(?:(?<=\s)|^)(?P<number>[0-9]{1,2})[.)][ \t]+(?=\S)")
HEAD = re.compile(
    r"^\W*(?:(?:hola|oye|buenas|buenos dias|hey|hi|porfa|morning)[ ,.!]+)?"
    r"(?:(?:estos|estas|mis|los|las|nuevos|nuevas|anota|anotame|apunta"
    r"|apuntame|agrega|agregame|crea|creame|ponme|new|add|my|these|the|some|our)\s+)*+"
    r"(?:pendientes?|tareas?|to-?dos?|to do|tasks?"
    r"|(?:dos|tres|cuatro|cinco|varias|two|three|four|five|several|[2-9])"
    r" (?:cosas|tareas|pendientes|things|tasks|to-?dos)"
    r"|por hacer|cosas por hacer|things to do|action items|acuerdos"
    r"|(?:(?:para|for) )?(?:hoy|today|manana|tomorrow)(?: (?:me toca|tengo|toca|hay|va|i have|i'?ve got|we have))?(?=:)"
    r"|tengo (?:hoy|manana)(?=:)|i have today(?=:))\b(?P<rest>[^:\n]{0,60}):\s*",
    re.IGNORECASE,
)
"""The beginning of a list: "pendientes de la semana:", "new tasks for me:"."""
BETWEEN = re.compile(r";|,(?! ?(?:pero|but|que|which)\b)|\s(?:y|and)\s(?=\w+(?:ar|er|ir|arle|erle)\b)")
FOR_ALL = re.compile(
    r"[,;.]?\s{0,2}(?:y )?(?:tod[oa]s?|all(?: of (?:it|them))?|everything)(?: (?:es|son|is|are|due|eso))*\s{1,2}"
    r"(?P<rest>(?:para|pal?|antes|hasta|el|by|for|due|before|on)\b.{1,40})$",
    re.IGNORECASE,
)
"""The end of a list that says something of all: "todo para el 26"."""
SAME_DAY = re.compile(r",? (?:misma fecha|mismo dia|same (?:day|date|deadline))\W*$", re.IGNORECASE)
UNTIL_DAY = re.compile(r"\b(?:para|pal?|antes de|hasta|by|for|before)\b[^,;]{2,40}$")
ON_DAY = re.compile(r"\b(?:el|on)\b[^,;]{2,40}$")
ONLY_DAY = re.compile(
    r"(?:(?:y|and) )?(?:para|pal?|antes del?|hasta|by|before|due|on|vence|vencen|entrega|fecha|deadline)\b",
    re.IGNORECASE,
)
MOST_WORDS_OF_A_DAY = 5
TO_DO = re.compile(
    r"[ ,]*(?::|-|–|—|(?:q|que|ke)\s+(?=\w)|(?:tiene|debe|has|needs|should|will|to)\b\s*(?:que|to)?\s*)\s*",
    re.IGNORECASE,
)
"""Words and marks between a name and what its person is to do."""


def listed_tasks(
    text: str, names: Sequence[tuple[int, int]], is_when: Callable[[str], bool] = lambda _: False
) -> Sequence[ListedTask]:
    """Return the tasks of a list; none unless it is a list of several.

    `names` are the places of people's names. `is_when` tells whether words only say a day or an hour: such words belong
    to the task before them.
    """
    own = [each.span("name") for each in OWN_LINE.finditer(text)]
    found = by_people(text, sorted({*names, *own})) or by_marks(text) or by_commas(text, is_when)
    return [outside_brackets(each) for each in found] if FEWEST <= len(found) <= MOST else ()


def outside_brackets(item: ListedTask) -> ListedTask:
    """Return an item with the day that stands in brackets behind it as one until which it is: "florist (2/18)"."""
    return ListedTask(IN_BRACKETS.sub(r" para \1", item.words), item.name)


IN_BRACKETS = re.compile(r"\s?\(([^()]{1,30})\)$")


def by_people(text: str, names: Sequence[tuple[int, int]]) -> Sequence[ListedTask]:
    """A part for each name with which a part begins: "Ana: … , Luis: …", "Ana que … y Luis que …"."""
    behind = (
        (start, end, TO_DO.match(text, end) or what_is_for(text, start, end))
        for start, end in names
        if begins_part(text, start)
    )
    heads = [(start, end, found.end()) for start, end, found in behind if found]
    if len(heads) < FEWEST:
        return ()
    parts = []
    for (start, end, begins), following in pairwise([*heads, (len(text), len(text), len(text))]):
        words = text[begins : following[0]].strip(" ,;.\n")
        parts.append((text[start:end], JOINS_NEXT.sub("", words)))
    if not all(words for _, words in parts):
        return ()
    day = parts[0][1]
    return [ListedTask(same_day(words, day), "" if ONESELF.fullmatch(name) else name) for name, words in parts]


ONESELF = re.compile(r"yo|me", re.IGNORECASE)
OWN_LINE = re.compile(r"^[ \t]*(?:[-*•][ \t]*)?(?P<name>yo|me)(?=[ \t]?:)", re.IGNORECASE | re.MULTILINE)
"""The beginning of a line of a list that is one's own: "Yo: la minuta"."""


TO_WHOM = re.compile(r"(?<!\w)(?:a|para|for|to) $", re.IGNORECASE)
AND_FOR = re.compile(r"(?<!\w)(?:y|and|e) (?:a|para|pa|for|to) $", re.IGNORECASE)
COMMA, BLANK = re.compile(r"\s?,\s*"), re.compile(r"\s+(?=\w)")
JOINS_NEXT = re.compile(
    r"[\s,;]{1,3}(?:(?:y|and|e)(?: (?:a|para|for|to))?|(?<=[,;] )(?:a|para|for|to))$", re.IGNORECASE
)
"""Words and marks at the end of a part that join the next name."""
MOST_BEFORE_A_NAME = 12


def what_is_for(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return what stands between a name behind "for" and what it is for: ", Luis, …", "y para Pablo el reporte"."""
    before = text[max(0, start - MOST_BEFORE_A_NAME) : start]
    if AND_FOR.search(before) and (found := BLANK.match(text, end)):
        return found
    return COMMA.match(text, end) if TO_WHOM.search(before) else None


def begins_part(text: str, start: int) -> bool:
    before = TO_WHOM.sub("", text[:start]).rstrip(" \t").lower()
    return not before or before[-1] in ",;.:\n-*•" or before.endswith((" y", " and", " e"))


def same_day(words: str, first: str) -> str:
    """Return words with the day of the first ones in place of "misma fecha"."""
    found = SAME_DAY.search(words.translate(PLAIN))
    plain = first.translate(PLAIN)
    day = UNTIL_DAY.search(plain) or ON_DAY.search(plain)
    return f"{words[: found.start()]} {first[day.start() :]}" if found and day else words


def by_marks(text: str) -> Sequence[ListedTask]:
    """Lines behind bullets or numbers, or numbers within a line that count from one."""
    marks = list(BULLET.finditer(text))
    if len(marks) < FEWEST:
        marks = list(NUMBER.finditer(text))
        if [int(each["number"]) for each in marks] != list(range(1, len(marks) + 1)):
            return ()
    if len(marks) < FEWEST:
        return ()
    ends = [each.start() for each in marks[1:]] + [len(text)]
    words = [text[each.end() : end].strip(" ,;\n") for each, end in zip(marks, ends, strict=True)]
    return with_common(text[: marks[0].start()], words)


def by_commas(text: str, is_when: Callable[[str], bool]) -> Sequence[ListedTask]:
    """Read the tasks behind "pendientes:" and its like, between commas or line breaks."""
    head = HEAD.match(text.translate(PLAIN))
    if head is None:
        return ()
    rest = text[head.end() :]
    words = [each.strip(" ,;.\n-*•") for each in (rest.split("\n") if "\n" in rest.strip() else BETWEEN.split(rest))]
    items = with_their_days([each for each in words if each], is_when)
    several = len(items) >= FEWEST and all(len(each.split()) > 1 for each in items)
    return with_common(text[: head.end()], items) if several else ()


def with_their_days(parts: Sequence[str], is_when: Callable[[str], bool]) -> Sequence[str]:
    """Return the parts of a list; one that only says a day or an hour is joined to the part before it."""
    found: list[str] = []
    for each in parts:
        if found and (says_until(each) or is_when(each)):
            found[-1] = f"{found[-1]} {each}"
        else:
            found.append(each)
    return found


def says_until(words: str) -> bool:
    return len(words.split()) <= MOST_WORDS_OF_A_DAY and ONLY_DAY.match(words.translate(PLAIN)) is not None


def with_common(head: str, words: Sequence[str]) -> Sequence[ListedTask]:
    """The tasks, each with the day that the head or the end says for all."""
    *before, last = words
    end = FOR_ALL.search(last.translate(PLAIN))
    said = HEAD_DAY.search(head.translate(PLAIN))
    common = last[end.start("rest") :] if end else head[said.start() : said.end()] if said else ""
    every = [*before, last[: end.start()] if end else last]
    return [ListedTask(f"{each} {common}".strip()) if common else ListedTask(each) for each in every]


HEAD_DAY = re.compile(
    r"\b(?:(?:para|pal?|antes de|de|by|for|before|due)\s+)?(?:est[ae] semana|this week|hoy|today|manana|tomorrow"
    r"|el \w+ ?\d*"
    r"|la proxima semana|next week|(?:el |on )?(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|monday|tuesday"
    r"|wednesday|thursday|friday|saturday|sunday))\b",
    re.IGNORECASE,
)
"""A day that the head of a list says for all of it."""


JOINT = re.compile(
    r"(?:\s?[,;.]|\s(?:y|e|and))(?:\s(?:y|e|and|also|then|tambien|luego|despues|ademas)(?=\s)){0,3}\s+(?=\w)",
    re.IGNORECASE,
)
"""Words and marks that may stand between two tasks of a sentence."""
LEADS_ON = re.compile(r"(?:(?:tengo|tenemos|hay|that|i|we|to|need|have|que|a)\s+)*", re.IGNORECASE)
VERB = re.compile(r"\w{2,}(?:ar|er|ir)(?:le|les|me|nos)?\b", re.IGNORECASE)
REFERS_BACK = re.compile(r"\w+(?:ar|er|ir)(?:me|te|se|nos|le)?l[oa]s?\b|\w+ (?:it|them)\b", re.IGNORECASE)
"""A verb with a pronoun for what was named before: "y mandarla", "and send it"."""
NO_TASK = frozenset(
    (
        *("no", "ni", "not", "o", "or", "sino", "si", "if", "quizas", "maybe", "hasta", "until", "sin", "falta", "a"),
        *("las", "en", "por", "la", "el", "los", "temprano", "tarde", "porfa", "please", "es", "urgente", "urgent"),
        *("con", "with"),
    )
)
"""Words that are not a task by themselves, and that none begins with."""
Span = tuple[int, int]


class Joint(Struct, frozen=True):
    """A place at which a sentence may be two tasks, and how likely: 3 where a day ends before it and a verb follows."""

    start: int
    end: int
    weight: int


def parted_by_days(text: str, days: Sequence[Span]) -> Sequence[str]:
    """Return the tasks of a sentence each of which has one of the `days`; none where it is not clear where one ends."""
    if not FEWEST <= len(days) <= MOST:
        return ()
    joints = joints_of(text, days)
    chosen = []
    for (_, before), (start, behind) in pairwise(days):
        between = [each for each in joints if before <= each.start and each.end <= behind and each.end <= start]
        clear = [each for each in between if each.weight and not REFERS_BACK.match(text.translate(PLAIN), each.end)]
        if not clear:
            return ()
        chosen.append(max(clear, key=lambda each: each.weight))
    parts = at_joints(text, chosen)
    return parts if all(says_more(text, each, days) for each in places_between(text, chosen)) else ()


def parted(text: str, days: Sequence[Span], count: int = 0) -> Sequence[str]:
    """Return the tasks of a sentence that is said to be several; `count` of them, if their number is said."""
    joints = joints_of(text, days)
    if count:
        best = sorted(joints, key=lambda each: -each.weight)[: count - 1]
        return at_joints(text, sorted(best, key=lambda each: each.start)) if len(best) == count - 1 else ()
    likely = [each for each in joints if each.weight] or joints
    return at_joints(text, likely[: MOST - 1]) if likely else ()


def joints_of(text: str, days: Sequence[Span]) -> Sequence[Joint]:
    """Return the places at which a sentence may be two tasks, outside its days."""
    plain, ends, starts = text.translate(PLAIN), {end for _, end in days}, {start for start, _ in days}
    found = []
    for each in JOINT.finditer(plain):
        if any(start < each.end() and each.start() < end for start, end in days):
            continue
        weight = 2 * begins_with_verb(plain[each.end() :]) + (each.start() in ends) + (each.end() in starts)
        found.append(Joint(each.start(), each.end(), weight))
    return found


def begins_with_verb(words: str) -> bool:
    """Return whether words begin with what is to be done, perhaps behind "tengo que"."""
    plain = words[:MOST_OF_A_BEGINNING].translate(PLAIN)
    behind = behind_lead(plain)
    word = FIRST_WORD.match(plain, behind)
    return bool(VERB.match(plain, behind) or (word and word[0].lower() in ANY_VERB))


MOST_OF_A_BEGINNING = 60
FIRST_WORD = re.compile(r"\w+")


def places_between(text: str, joints: Sequence[Joint]) -> Sequence[Span]:
    return list(pairwise([0, *(place for each in joints for place in (each.start, each.end)), len(text)]))[::2]


def at_joints(text: str, joints: Sequence[Joint]) -> Sequence[str]:
    """Return the parts of a text between joints."""
    parts = [text[start:end] for start, end in places_between(text, joints)]
    return [part[behind_lead(part.translate(PLAIN)) :].strip(" ,;.") for part in parts]


def behind_lead(plain: str) -> int:
    """Return the place behind "tengo que" and its like."""
    found = LEADS_ON.match(plain)
    return found.end() if found else 0


def says_more(text: str, place: Span, days: Sequence[Span]) -> bool:
    """Return whether a part says anything beside its day."""
    start, end = place
    left = [
        word[0]
        for word in FIRST_WORD.finditer(text.translate(PLAIN).lower(), start, end)
        if not any(first <= word.start() < last for first, last in days)
    ]
    return any(word not in NO_TASK for word in left) and left[0] not in NO_TASK
