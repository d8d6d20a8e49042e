"""Phrases that say a time of day, a range of times, or a duration."""

import re
from datetime import time
from re import Match

from msgspec import Struct
from msgspec.structs import replace

from core.language.phrases.model import (
    Confidence,
    DoubtReason,
    GrammarRule,
    Hours,
    Kind,
    Meaning,
    Moment,
    Note,
    PartOfDay,
    Reading,
)
from core.language.phrases.vocabulary import NUMBERS, SPOKEN_MINUTES, always, number, one_of, row

FIRM, LOOSE, FAINT = Confidence.FIRM, Confidence.LOOSE, Confidence.FAINT
VAGUE = always(DoubtReason.VAGUE)
TEN, NOON, DAY = 10, 12, 24
LONG_IN_HRS, LONG_IN_HOURS = 7, 9
"""From this number of "hrs", or of "horas", on, "de 9 a 10" are hours of the day."""
MINUTES = 60
SMALL_HOURS = 5
LATE, OFFICE = 20, 9
"""A range that begins from the first of these hours on may end before the second, the day after: 20-2."""
STEPS = {"media": 30, "half": 30, "cuarto": 15, "quarter": 15}
NOON_WORDS = re.compile("medio ?dia|noon|midday")
MIDNIGHT_WORDS = re.compile("medianoche|media noche|midnight")
TO_HOUR = re.compile(
    r"(?:un |faltando |faltan |cuando falten )?(\w+(?:-\w+)?)(?: minutos| minutes)? (para las?|past|to) (\w+)(.*)"
)
AFTER_HOUR = re.compile(
    r"([0-9]+|[a-z]+)"
    rf"(?:[:.h ]([0-9]{{2}})| (?:(y|menos) )?([0-9]+|{one_of({**STEPS, **SPOKEN_MINUTES})})(?!\w))?(.*)"
)
LENGTH = re.compile(
    r"([0-9]+(?:[.,][0-9]+)?) ?h[a-z]*(?: ?(?:y |and |con )?(?:([0-9]+)|(media|a half)|(cuarto|a quarter)))?.*"
)
IN_MINUTES = re.compile(r"([0-9]+) ?m[a-z]*\.?")
PARTS = {
    **dict.fromkeys(("madrugada", "small hours", "early hours"), PartOfDay.SMALL_HOURS),
    **dict.fromkeys(("manana", "morning"), PartOfDay.MORNING),
    **dict.fromkeys(("a primera hora", "temprano", "first thing", "first thing in the morning"), PartOfDay.MORNING),
    **dict.fromkeys(("tarde", "afternoon", "a ultima hora", "last thing"), PartOfDay.AFTERNOON),
    **dict.fromkeys(("noche", "evening", "night"), PartOfDay.NIGHT),
}
FIXED_LENGTHS = {
    **dict.fromkeys(("hora y media", "una hora y media", "an hour and a half"), 90),
    **dict.fromkeys(("hora y cuarto", "una hora y cuarto", "an hour and a quarter"), 75),
    **dict.fromkeys(("media hora", "half an hour", "half hour", "a half hour", "half-hour", "a half-hour"), 30),
    **dict.fromkeys(("cuarto de hora", "un cuarto de hora", "quarter of an hour", "a quarter of an hour"), 15),
    **dict.fromkeys(("tres cuartos de hora", "three quarters of an hour"), 45),
}
COUNTED_LENGTH = re.compile(r"(.+?) (hora|hour|minut)[a-z]*(?: (?:y|and)(?: a)? (media|half|cuarto|quarter))?")


class SpokenTime(Struct, frozen=True):
    """A time as said: `half` is "am" or "pm" if it was said; `sure` if the half is not missing.

    `small_hours`: one of the night, after midnight, as "la 1 de la noche". `plain` needs no note: 10:30 may lack its
    half, but hardly anybody means 22:30.
    """

    hour: int
    minute: int
    half: str | None
    sure: bool
    midnight: bool = False
    small_hours: bool = False
    plain: bool = False

    def at(self, moment: Moment, half: str | None = None) -> time | None:
        """On the wall clock; without half of the day, the time within twelve hours of the office's opening."""
        half = self.half or half
        hour = self.hour
        if half and 1 <= hour <= NOON:
            hour = hour % NOON + (NOON if half == "pm" else 0)
        elif not self.sure:
            hour = hour % NOON + (NOON if hour % NOON < moment.opens else 0)
        return time(hour, self.minute) if hour < DAY and self.minute < MINUTES else None


def clock(words: str) -> SpokenTime | None:
    if NOON_WORDS.fullmatch(words):
        return SpokenTime(NOON, 0, "pm", sure=True)
    if MIDNIGHT_WORDS.fullmatch(words):
        return SpokenTime(0, 0, None, sure=True, midnight=True)
    if (found := TO_HOUR.fullmatch(words)) and (hour := a_number(found[3])):
        step = STEPS.get(found[1]) or a_number(found[1]) or 0
        shift = step if found[2] == "past" else -step
        return shifted_clock(hour, shift, found[4])
    found = AFTER_HOUR.fullmatch(words)
    hour = a_number(found[1]) if found else None
    if not found or hour is None:
        return None
    if found[4]:
        return shifted_clock(hour, minutes_in(found[4]) * (-1 if found[3] == "menos" else 1), found[5])
    said = with_half(hour, int(found[2] or 0), found[5], exact=found[1].startswith("0"))
    return replace(said, plain=len(found[1]) > 1 and bool(found[2]))


def minutes_in(words: str) -> int:
    """The minutes before or past an hour: a quarter, 20, cuarenta y cinco."""
    return STEPS.get(words) or SPOKEN_MINUTES.get(words) or int(words)


def a_number(words: str) -> int | None:
    return int(words) if words.isdigit() else NUMBERS.get(words)


def shifted_clock(hour: int, minutes: int, half: str) -> SpokenTime:
    total = hour * MINUTES + minutes
    return with_half(total // MINUTES or NOON, total % MINUTES, half)


def with_half(hour: int, minute: int, words: str, *, exact: bool = False) -> SpokenTime:
    if "noche" in words or "night" in words:
        late = hour == NOON or hour < SMALL_HOURS
        small_hours = hour < SMALL_HOURS
        return SpokenTime(
            hour, minute, "am" if late else "pm", sure=True, midnight=hour == NOON, small_hours=small_hours
        )
    if hour == NOON and "manana" in words:
        return SpokenTime(hour, minute, "pm", sure=False)
    if re.search(r"^a$| ?a\.? ?m|manana|madrugada|morning", words):
        half = "am"
    elif re.search(r"^p$| ?p\.? ?m\b|tarde|afternoon|evening|medio ?dia", words):
        half = "pm"
    elif "del dia" in words:
        half = "am" if SMALL_HOURS < hour < NOON else "pm"
    else:
        return SpokenTime(hour, minute, None, sure=exact or hour > NOON or hour == 0)
    return SpokenTime(hour, minute, half, sure=True, midnight=hour == NOON and "morning" in words)


def at_clock(found: Match[str], moment: Moment) -> Reading:
    said = clock(found["clock"])
    start = said.at(moment) if said else None
    if not said or start is None:
        return DoubtReason.IMPOSSIBLE
    return Meaning(hours=Hours(start), notes=notes_for(said, start), guess=not said.sure)


def notes_for(said: SpokenTime, start: time) -> tuple[Note, ...]:
    """The notes for a time whose half was not said."""
    if said.midnight:
        return (Note.MIDNIGHT,)
    if said.small_hours:
        return (Note.SMALL_HOURS,)
    return () if said.sure or said.plain else (half_note(start),)


def half_note(start: time) -> Note:
    """Return the half of the day that was chosen, as people call it: 12:00 is noon, 12:30 afternoon."""
    if start == time(NOON):
        return Note.NOON
    return Note.MORNING if start.hour < NOON else Note.AFTERNOON


def from_to(found: Match[str], moment: Moment) -> Reading:
    """From ten to half past eleven: a half of the day said once counts for both, else the shortest range."""
    first, last = clock(found["start"]), clock(found["end"])
    if not first or not last:
        return DoubtReason.IMPOSSIBLE
    start = first.at(moment)
    sure = first.sure
    if not sure and last.half and (end := last.at(moment)):
        alike, other = first.at(moment, last.half), first.at(moment, "am" if last.half == "pm" else "pm")
        start, sure = alike if alike and alike < end else other, True
    if start is None:
        return DoubtReason.IMPOSSIBLE
    ends = [last.at(moment, half) for half in ((None,) if last.sure else ("am", "pm"))]
    after = sorted(end for end in ends if end and end > start) or [end for end in ends if end is not None]
    if not after or after[0] == start:
        return DoubtReason.IMPOSSIBLE
    return Meaning(hours=Hours(start, after[0]), notes=() if sure else notes_for(first, start), guess=not sure)


def dashed(found: Match[str], moment: Moment) -> Reading:
    """10-11; None where it is rather a date: 24-12, 15-3. In doubt where it may be either: 20-2."""
    start, end = found["start"], found["end"]
    if start.isdigit() and end.isdigit() and " " not in found[0]:
        first, last = int(start), int(end)
        if max(first, last) >= DAY or last <= NOON < first:
            return DoubtReason.EITHER if LATE <= first < DAY and last < OFFICE else None
    return from_to(found, moment)


def bare_hours(found: Match[str], moment: Moment) -> Reading:
    """17h, 17 hrs: a time from 13h on, or "hrs" from ten on; otherwise a duration."""
    first = TEN if found["clock"].endswith("s") and not found["clock"].endswith("horas") else NOON + 1
    return at_clock(found, moment) if first <= int(re.split("[^0-9]", found["clock"])[0]) < DAY else None


def hours_or_length(found: Match[str], moment: Moment) -> Reading:
    """De 10 a 11 hrs: from one time to another where a length would be too long, or its ends in the wrong order."""
    first, last = int(found["start"]), int(found["end"])
    long = LONG_IN_HOURS if found["unit"].startswith(("hora", "hour")) else LONG_IN_HRS
    takes_so_long = first < last and first < (long if found["opener"] else TEN)
    return DoubtReason.VAGUE if found["link"] in ("o", "or") or takes_so_long else from_to(found, moment)


def part_of_day(found: Match[str], _moment: Moment) -> Reading:
    return Meaning(part=PARTS[found["part"]])


def lasting(found: Match[str], _moment: Moment) -> Reading:
    minutes = long_minutes(found["duration"])
    return DoubtReason.VAGUE if minutes is None else Meaning(minutes=minutes)


def long_minutes(words: str) -> int | None:
    """A duration, longer than nothing and at most a day."""
    minutes = any_minutes(words)
    return minutes if 0 < minutes <= DAY * MINUTES else None


def any_minutes(words: str) -> int:
    return FIXED_LENGTHS.get(words) or in_figures(words) or in_words(words) or 0


def in_figures(words: str) -> int | None:
    """1h30, 1.5 h, 2 horas y media, 45 min."""
    if found := IN_MINUTES.fullmatch(words):
        return int(found[1])
    if not (found := LENGTH.fullmatch(words)):
        return None
    more = 30 if found[3] else 15 if found[4] else int(found[2] or 0)
    return round(float(found[1].replace(",", ".")) * MINUTES) + more


def in_words(words: str) -> int | None:
    """Dos horas y media, twenty minutes."""
    found = COUNTED_LENGTH.fullmatch(words)
    if not found or found[1] not in NUMBERS:
        return None
    return number(found[1]) * (1 if found[2] == "minut" else MINUTES) + STEPS.get(found[3] or "", 0)


def hour(confidence: Confidence, *phrases: str) -> GrammarRule:
    return row(Kind.HOURS, confidence, at_clock, *phrases)


def stretch(confidence: Confidence, *phrases: str) -> GrammarRule:
    return row(Kind.HOURS, confidence, from_to, *phrases)


HOURS: tuple[GrammarRule, ...] = (
    row(
        Kind.HOURS,
        FIRM,
        hours_or_length,
        "(?P<opener>de |from )?(?P<start>{upto12}) ?(?P<link>a|o|to|or|-) ?(?P<end>{upto12}) ?(?P<unit>{hours_long})",
    ),
    row(Kind.HOURS, FIRM, always(DoubtReason.EITHER), "(?:a las?|at) {start} (?:o|u|or) (?:a las? )?{end}"),
    row(
        Kind.HOURS,
        FIRM,
        always(DoubtReason.VAGUE),
        "(?:antes|despues|hasta) (?:de )?las? {clock}",
        "(?:antes del?|despues del?|hasta(?: el| la)?|pasad[oa] (?:el|la)) (?:medio ?dia|media ?noche)",
        "(?:before|after|until) {clock}",
    ),
    hour(
        FIRM,
        "(?:a|desde|para|sobre|hacia|como a|a eso de|a partir de|tipo|alrededor de|cerca de) las? {clock}"
        "(?: y (?:pico|algo)| pasadas)?",
    ),
    hour(LOOSE, "(?:at|around|from) {clock}", "(?:(?:al?|at|around|a las?) )?{toclock}"),
    hour(FIRM, "(?:al?|para el|at) (?P<clock>medio ?dia|noon|midday|media ?noche|midnight)"),
    hour(LOOSE, "(?P<clock>mediodia|noon|midday|medianoche|midnight)"),
    hour(FIRM, "(?:by )?(?P<clock>[0-9]{1,2}:[0-9]{2}{half}?)", "(?:by )?(?P<clock>[0-9]{1,2} ?[ap]\\.? ?m\\b\\.?)"),
    stretch(LOOSE, "a las? {start} (?:a|hasta) (?P<end>[0-9]{1,2}(?::[0-9]{2})? ?[ap]\\.? ?m\\b\\.?)"),
    hour(FIRM, "(?P<clock>{hourword} de la (?:manana|tarde|noche))"),
    hour(
        FIRM, "(?P<clock>[0-9]{1,2}(?: y (?:media|cuarto))? (?:de la (?:manana|tarde|noche|madrugada)|del medio ?dia))"
    ),
    hour(FIRM, "(?P<clock>[0-9]{1,2} (?:in the (?:morning|afternoon|evening)|at night|o'? ?clock))"),
    row(Kind.HOURS, FIRM, bare_hours, "(?P<clock>[0-9]{2}(?:[.:][0-9]{2})? ?(?:h|hs|hrs|horas)|[0-9]{2}h[0-5][0-9])"),
    stretch(FIRM, "(?:de )?(?P<start>[0-9]{1,2}:[0-9]{2}{half}?) ?(?:-|a|to|hasta)(?: las)? ?{end}"),
    stretch(
        FIRM,
        "(?:de|desde|entre) las? {startclock} (?:a|hasta|y) las? {endclock}",
        "(?:from|between) {start} (?:to|until|till|and|-) {end}",
    ),
    stretch(LOOSE, "(?:de|desde) {start} (?:a|hasta) {end}", "a las? {startclock} (?:a|hasta) las? {endclock}"),
    row(Kind.HOURS, LOOSE, dashed, "{start} ?- ?{end}"),
    stretch(LOOSE, "entre {start} y {end}"),
    stretch(FAINT, "{start} (?:a|to) (?:las? )?{end}"),
    hour(FIRM, "@ ?{clock}", "(?:a|desde|para|sobre|como a) las? (?P<clock>[0-9]{1,2} [0-5][0-9]){notacount}"),
    hour(LOOSE, "(?:around|about|at|tipo|como a las?) (?P<clock>{hour})ish", "tipo (?:las? )?{clock}"),
    hour(FAINT, "(?P<clock>{hour})ish", "(?P<clock>[0-9]{1,2}[ap])"),
    hour(FAINT, "(?P<clock>(?:0?[7-9]|1[0-9]|2[0-3])(?: [0-5][05]|\\.(?:00|15|30|45))){notacount}"),
    stretch(
        FAINT,
        "(?:de )?(?P<start>[0-9]{1,2} [0-5][05]) ?(?:-|al?|to|hasta) ?(?:las )?(?P<end>[0-9]{1,2}(?: [0-5][05])?)",
    ),
    row(
        *(Kind.HOURS, FIRM, part_of_day),
        *("(?:por|en|a) la {part}", "in the {part}", "in the (?P<part>(?:small|early) hours)(?: of the morning)?"),
    ),
    row(Kind.HOURS, FAINT, part_of_day, "de (?P<part>madrugada|noche|tarde)"),
    row(Kind.HOURS, LOOSE, part_of_day, "a media (?P<part>manana|tarde)"),
    row(Kind.HOURS, LOOSE, part_of_day, "(?P<part>a primera hora|first thing(?: in the morning)?|a ultima hora)"),
    row(Kind.HOURS, FAINT, part_of_day, "(?P<part>noche|tarde|morning|afternoon|evening|night)", "at (?P<part>night)"),
)
DURATIONS: tuple[GrammarRule, ...] = (
    row(Kind.MINUTES, FIRM, lasting, "{duration}"),
    row(Kind.MINUTES, FIRM, VAGUE, "[0-9]{1,2} ?(?:o|u|or|a|to|-) ?{duration}"),
)
