"""Phrases that say when a time begins at the earliest or ends at the latest, where a free slot is sought."""

from datetime import time
from re import Match

from core.language.phrases.hours import SpokenTime, clock, notes_for
from core.language.phrases.model import Confidence, DoubtReason, GrammarRule, Kind, Meaning, Moment, Note, Reading
from core.language.phrases.vocabulary import MONTHS, SHORT_WEEKDAYS, WEEKDAYS, always, one_of, row

FIRM, LOOSE = Confidence.FIRM, Confidence.LOOSE
EARLIEST, LATEST = Kind.EARLIEST, Kind.LATEST
ANY = "(?:(?:(?:a )?cualquier hora|(?:at )?any ?time) )?"
HOUR = "{clock}{notmonth}(?! (?:hours?|minutes?|mins?|days?|weeks?|months?|people)\\b)"
NOON = "(?P<clock>medio ?dia)"
A_DAY = f"(?:the|this|next|today|tomorrow|[0-9]+|(?:{one_of({**WEEKDAYS, **SHORT_WEEKDAYS, **MONTHS})}))\\b"
OF_A_DAY = "de (?:hoy|manana)\\b"
ON = f"(?: (?:onwards?|on(?! {A_DAY})))?"


def not_before(found: Match[str], moment: Moment) -> Reading:
    said, at = clock_at(found, moment)
    return (
        Meaning(earliest=at, notes=end_notes(said, at), guess=not said.sure) if said and at else DoubtReason.IMPOSSIBLE
    )


def over_by(found: Match[str], moment: Moment) -> Reading:
    said, at = clock_at(found, moment)
    if not said or at is None:
        return DoubtReason.IMPOSSIBLE
    notes = tuple(note for note in end_notes(said, at) if note is not Note.MIDNIGHT)
    return Meaning(latest=at, notes=notes, guess=not said.sure)


def end_notes(said: SpokenTime, at: time) -> tuple[Note, ...]:
    """Return the notes of a time without `SMALL_HOURS`: an open end is of the day that is named."""
    return tuple(note for note in notes_for(said, at) if note is not Note.SMALL_HOURS)


def clock_at(found: Match[str], moment: Moment) -> tuple[SpokenTime | None, time | None]:
    said = clock(found["clock"])
    return said, said.at(moment) if said else None


WHOLE_DAY = (
    f"todo el dia(?! {OF_A_DAY})|todo(?= el (?:dia {OF_A_DAY}|{one_of(WEEKDAYS)}\\b))",
    "all(?: the)? day(?: long)?",
)

OPEN_ENDS: tuple[GrammarRule, ...] = (
    row(
        EARLIEST,
        FIRM,
        not_before,
        ANY + "(?:no antes de|despues de|mas tarde de|pasad[ao]s?|desde|a partir de) las? {clock}(?: en adelante)?",
        ANY + f"(?:no antes del|despues del|pasado el|desde el|a partir del) {NOON}(?: en adelante)?",
        "(?:de |a )?las? {clock} (?:en adelante|o (?:mas tarde|despues))",
        f"{ANY}(?:after|not before|no earlier than|starting (?:at|from)) {HOUR}{ON}",
        "(?:from |at )?{clock} (?:onwards?|or (?:later|after))",
    ),
    row(EARLIEST, LOOSE, not_before, f"from {HOUR}{ON}"),
    row(
        LATEST,
        FIRM,
        over_by,
        ANY + "(?:antes de|hasta|(?:a mas tardar|(?:como )?maximo)(?: a)?|no (?:despues|mas tarde) de) las? {clock}",
        ANY + f"(?:antes del|hasta el|(?:a mas tardar|(?:como )?maximo) al?) {NOON}",
        "(?:antes de|hasta)(?: la)? (?P<clock>media ?noche)",
        f"{ANY}(?:before|until|till|by|no later than|not after|up to) {HOUR}",
    ),
    row(
        EARLIEST,
        LOOSE,
        always(Meaning(earliest=time.min)),
        *WHOLE_DAY,
        "(?:a )?cualquier hora|(?:at )?any ?time",
    ),
    row(Kind.ALL_DAY, LOOSE, always(Meaning(all_day=True)), *WHOLE_DAY),
)
