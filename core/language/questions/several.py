"""Several questions in one message, taken apart: "¿quién viene mañana, qué tengo hoy y cómo va Ana?"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.language.accents import without_accents
from core.language.phrases.model import Moment
from core.language.questions.model import Names, Question, Topic
from core.language.questions.reading import read_question

ASKING = (
    r"(?:que|quien|quienes|cuando|como|cual|cuales|donde|cuanto|cuanta|cuantos|cuantas|hay|what|what's|whats|who|who's"
    r"|whos|when|how|how's|where|which|is there|are there)\b"
)
APART = re.compile(rf"\?+\s*|[\n;]\s*|(?:,| y| e| and|, y|, and)\s+(?=¿?{ASKING})")
"""Between two questions."""
GOES_ON = re.compile(r"\W*(?:y|e|and|what about|how about)\b\s*")
"""The beginning of a question that is like the one before: "¿y Luis?"."""
HEAD_WORDS, FEWEST, MOST_ASKED = 2, 2, 6
LONGEST = 400


@dataclass(frozen=True, slots=True)
class SeveralQuestions:
    """The questions of a message, and its parts that are none that is understood."""

    questions: tuple[Question, ...]
    left: tuple[str, ...]


def read_several(text: str, moment: Moment, names: Names, fewest: int = FEWEST) -> SeveralQuestions | None:
    """Return the questions of a message of two or more parts that has `fewest` of them; None for any other. Pure."""
    parts = parts_of(text) if len(text) <= LONGEST else []
    if not FEWEST <= len(parts) <= MOST_ASKED:
        return None
    whole = one_question(text, moment, names)
    if whole is not None and whole.topic is Topic.MEETING:
        return None
    found: list[Question] = []
    left: list[str] = []
    head = ""
    for part in parts:
        question = one_question(part, moment, names)
        if question is None and head and (goes_on := GOES_ON.match(without_accents(part))):
            question = one_question(f"{head} {part[goes_on.end() :]}", moment, names)
        elif question is not None:
            head = " ".join(part.split()[:HEAD_WORDS])
        if question is None:
            left.append(part)
        elif question not in found:
            found.append(question)
    is_asked = len(found) >= fewest and (fewest < FEWEST or parts[0] not in left)
    return SeveralQuestions(tuple(found), tuple(left)) if is_asked else None


def parts_of(text: str) -> Sequence[str]:
    folded, at, parts = without_accents(text), 0, list[str]()
    if len(folded) != len(text):
        return []
    for between in [*APART.finditer(folded), None]:
        parts.append(text[at : between.start() if between else None].strip(" ,.¿¡!\n"))
        at = between.end() if between else at
    return [part for part in parts if any(letter.isalnum() for letter in part)]


def one_question(text: str, moment: Moment, names: Names) -> Question | None:
    """The one question that words are, of people who are clear."""
    found = read_question(text, moment, names)
    if found is None or found.unknown or found.doubt or len(found.questions) != 1:
        return None
    (question,) = found.questions
    clear = not question.near and len(question.people) <= 1 and all(len(named) == 1 for named in question.people)
    return question if clear else None
