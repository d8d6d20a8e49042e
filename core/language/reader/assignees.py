"""The people a task is given to: those named together, whoever takes it over, and whoever joins in it."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from core.language.accents import PLAIN
from core.language.phrases.folding import fold
from core.language.questions.reading import Word

TOGETHER = re.compile(
    r"\s?,?\s?(?:y|e|&|\+|and)\s(?:(?:a|al|para|pa|for|to|con|with)\s)?(?:(?:la|el)\s)?@?", re.IGNORECASE
)
"""The words between the names of people who are responsible together: "ana y luis"."""
LISTED = re.compile(r"\s?,\s?(?:(?:a|para|pa|for|to)\s)?@?", re.IGNORECASE)
"""The comma between such names, where the last two are joined or a colon ends them: "ana, luis y tom"."""
FOR_PEOPLE = re.compile(
    r"(?:^|\b(?:para|pa|a|al|de|for|to|of|tareas?|pendientes?|tasks?|to-?dos?)\s)(?:(?:la|el)\s)?@?$", re.IGNORECASE
)
"""The words before the name of the person a whole list is for: "tareas para Luis: …"."""
LOOKED_BACK = 24
TAKES_OVER = re.compile(
    r"\b(?:te (?:encargas|encargues|haces cargo|hagas cargo|ocupas|ocupes|quedas con|toca)|encargate|hacete cargo"
    r"|hazte cargo|ocupate|(?:puedes|podes|podrias|puede|podria|quieres|queres) (?:vos |tu )?(?:llevar|tomar|agarrar"
    r"|encargarte|hacerte cargo|quedarte|ocuparte|hacer|ver|atender|seguir)(?:te|la|lo)?"
    r"|(?:la|lo) (?:llevas|tomas|agarras|haces|ves)"
    r"|(?:can|could|would|will) (?:you|u) (?:please )?(?:take|handle|own|pick up|look after|do|cover|grab)"
    r"|(?:you )?(?:take|taking) (?:over|care of)|over to you)\b"
)
"""A request to the person addressed to take a task over: "¿te encargas tú de la 13, Sofi?"."""
ADDS_BEFORE = re.compile(
    r"\b(?:agrega|agregale|agregame|agreguen|agregar|suma|sumale|sumame|sumar|sumen|mete|metele|meteme|meter|incluye|inclui"
    r"|incluir|anade|anadele|anadi|anadir|pon|pone|ponle|ponele|poner|add|include|put|loop in|bring in)"
    r"(?: (?:tambien|also))?(?: (?:a|al|to))?(?: (?:la|el))?[ @]*$"
)
BEGINS_WITH_NAME = re.compile(r"\W*(?:(?:oye|porfa|por favor|please|y|and|que|mejor|quiero que|necesito que)[ ,]+)*@?$")
TO_IT = re.compile(r"\W*(?:(?:tambien|also|too)\W+)?(?:a|al|en|to|on|in|con)\b")
"""A preposition before the task: "agrega a Caro a la 12" adds somebody; "ponle a Luis la 2", without one, gives it."""
ALSO = re.compile(r"\b(?:tambien|ademas|too|as well|also)\b")
IN_IT = re.compile(
    r"\b(?:este|esten|esta|estan|entre|entra|va|vaya|van|vayan|lleve|lleven|trabaje|trabajen|participe|ayude|be|is|are)\b"
)
NUMBERED = re.compile(
    r"\b(?:a la|en la|de la|con la|la|tarea|to|on|task|take|handle|own|cover|grab|of|over|up|do) #?([0-9]{1,9})"
    r"(?! ?(?:[ap]\.?m|hs?\b|:|%|de ))\b"
)
"""A task by its number, also in words that may mean an hour elsewhere: "a la 12", "take 12"."""


def named_together(text: str, named: Sequence[Word]) -> Sequence[Word]:
    """Return the first name of a text and those joined to it: "ana y luis: …", "pedile a ana y a luis que …"."""
    people = [word for word in named if word.people]
    if not people:
        return ()
    plain = text.translate(PLAIN)
    gaps = [plain[before.end : behind.start] for before, behind in pairwise(people)]
    size = 1
    while size <= len(gaps) and (TOGETHER.fullmatch(gaps[size - 1]) or LISTED.fullmatch(gaps[size - 1])):
        size += 1
    ends_with_colon = plain[people[size - 1].end :].lstrip().startswith(":")
    joined = [bool(TOGETHER.fullmatch(gap)) for gap in gaps[: size - 1]]
    if not ends_with_colon:
        while size > 1 and not joined[size - 2]:
            size -= 1
    return people[:size]


def for_all(text: str, named: Sequence[Word]) -> Sequence[Word]:
    """Return the names of the people a whole list is for, from before its colon: "tareas para ana y luis: …"."""
    end = text.find(":")
    before = [word for word in named if word.people and word.end <= end]
    together = named_together(text, before)
    if not together:
        return ()
    start = together[0].start
    return together if FOR_PEOPLE.search(text.translate(PLAIN), max(0, start - LOOKED_BACK), start) else ()


def takes_over(text: str) -> bool:
    """Return whether words ask the person they address to take a task over."""
    return TAKES_OVER.search(fold(text).text) is not None


def adds_somebody(text: str, named: Sequence[Word]) -> bool:
    """Return whether words add somebody to the people responsible for a task: "agrega a Caro a la 12"."""
    together = named_together(text, named)
    if not together:
        return False
    before, behind = fold(text[: together[0].start]).text, fold(text[together[-1].end :]).text
    if ADDS_BEFORE.search(before):
        return TO_IT.match(behind) is not None
    return bool(BEGINS_WITH_NAME.fullmatch(before) and ALSO.search(behind) and IN_IT.search(behind))


def numbered(text: str, tasks: Collection[int]) -> int:
    """Return the first of `tasks` that a text calls by its number, as `NUMBERED` says; 0 where there is none."""
    found = (int(each[1]) for each in NUMBERED.finditer(fold(text).text))
    return next((each for each in found if each in tasks), 0)
