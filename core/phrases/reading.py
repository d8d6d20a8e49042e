"""A text read: what was understood, what was left in doubt, and the words that remain."""

from datetime import time

from msgspec.structs import replace

from core.phrases.hours import DAY, NOON
from core.phrases.judging import Judged, judge
from core.phrases.model import Doubt, Hours, Kind, Meaning, Moment, Note, Part, Piece, Understood
from core.phrases.remaining import remaining
from core.phrases.scanning import Candidate, candidates
from core.phrases.sentence import Sentence

GUESSED = {Note.MORNING, Note.AFTERNOON}


def read(text: str, moment: Moment, sought: Kind) -> Understood:
    """A text, for what is sought in it. Pure; slow only where dateparser must help (see `spelling`)."""
    sentence = Sentence.of(text)
    found = candidates(sentence.folded, moment, sought)
    judged = judge(sentence, found, moment)
    pieces = [piece(sentence, one, judged) for one in judged.taken]
    doubts = [Doubt(*(at := offsets(sentence, one)), text[slice(*at)], why) for one, why in judged.doubts]
    return understood(
        judged,
        Understood(
            remaining(text, [(piece.start, piece.end) for piece in pieces if not piece.kept]),
            pieces=tuple(pieces),
            doubts=tuple(sorted(doubts, key=place)),
        ),
    )


def place(doubt: Doubt) -> int:
    """Where it stands."""
    return doubt.start


def offsets(sentence: Sentence, one: Candidate) -> tuple[int, int]:
    """Where it stands in the original."""
    return sentence.folded.starts[one.start], sentence.folded.starts[one.end]


def piece(sentence: Sentence, one: Candidate, judged: Judged) -> Piece:
    """What was taken, as a card shows it."""
    start, end = offsets(sentence, one)
    notes = one.meaning.notes if isinstance(one.meaning, Meaning) else ()
    return Piece(one.kind, start, end, sentence.original[start:end], notes, kept=one in judged.kept)


def understood(judged: Judged, so_far: Understood) -> Understood:
    """All meanings together."""
    meanings = [one.meaning for one in judged.taken if isinstance(one.meaning, Meaning)]
    people = tuple(dict.fromkeys(one.person for one in meanings if one.person))
    merged = replace(
        so_far,
        people=people,
        days=next((one.days for one in meanings if one.days), None),
        hours=next((one.hours for one in meanings if one.hours), None),
        part=next((one.part for one in meanings if one.part), None),
        minutes=next((one.minutes for one in meanings if one.minutes), None),
        priority=next((one.priority for one in meanings if one.priority), None),
        notice=next((one.notice for one in meanings if one.notice), None),
    )
    guessed = any(one.guess for one in meanings)
    return settled(merged, merged.hours, merged.part) if guessed and merged.hours and merged.part else merged


def settled(read_so_far: Understood, hours: Hours, part: Part) -> Understood:
    """The half of the day that was named elsewhere: "mañana en la noche a las 8"."""
    wrong_half = (hours.start.hour < NOON) is not (part is Part.MORNING)
    if wrong_half:
        hours = Hours(other_half(hours.start), hours.end and other_half(hours.end))
    pieces = tuple(
        replace(piece, notes=tuple(note for note in piece.notes if note not in GUESSED)) for piece in read_so_far.pieces
    )
    return replace(read_so_far, hours=hours, pieces=pieces)


def other_half(said: time) -> time:
    """Twelve hours on."""
    return said.replace(hour=(said.hour + NOON) % DAY)
