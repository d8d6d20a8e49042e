"""Some hours away: "salgo a las 5", "a las 2 tengo médico", "half day": from when to when, by the hours of a day."""

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta

from msgspec import Struct

from core.base.calendar_time import ONE_DAY, Interval
from core.base.date_times import instant_at
from core.language.phrases.folding import fold
from core.language.phrases.model import Kind, Moment, Understood
from core.language.phrases.reading import read
from core.language.spacing import single_spaced

NOON = time(12)
APPOINTMENT = timedelta(hours=2)
"""The time away where only its beginning is said: the way there and back included."""
HALF_A_DAY = timedelta(hours=12)
A_WHILE = timedelta(hours=1)
"""The time by which one comes late or leaves early where no hour is said."""
MOST_LETTERS = 300
AN_HOUR = re.compile(r"\b(?:a )?las? [0-9]{1,2}(?::[0-9]{2})?\b")
LATE = re.compile(
    r"\b(?:lleg(?:o|are|ar|ando)|entr(?:o|are|ar|ando)|vengo|empiezo|arriv(?:e|ing)"
    r"|(?:i'?m|i am|be|coming|get|getting) in|start(?:ing)?|(?:running )?late|tarde|retrasad[oa]"
    r"|demorad[oa]|se me hizo tarde|me (?:demoro|tardo|retraso|atraso))\b"
)
LEAVES = re.compile(
    r"\b(?:sal(?:go|dre|ir)|me (?:voy|ire|salgo|retiro)|leav(?:e|ing)|heading out|temprano|tempranito"
    r"|early|knocking off)\b"
)
COMES_BACK = (
    r"\b(?:(?:y|and|pero|ya|luego) )*(?:regres(?:o|are|ar|ando|amos)|vuelv(?:o|emos)|volver(?:e|emos)?"
    r"|(?:estoy )?de (?:vuelta|regreso)|(?:i'?ll |i'?m )?(?:be |am |come |get |coming |getting )?back|return(?:ing)?)\b"
)
RETURN = re.compile(COMES_BACK)
RETURNS = re.compile(
    rf"{COMES_BACK}(?:\W+(?:como|tipo|por ahi|por|a eso de|hasta|hoy|aqui|aca|around|about|like|by))*"
    r"\W+(?:al?|at|by|las?|[0-9])\b"
)
"""Words that say when one is back: the hour is the end, "voy a comer, regreso a las 3"."""
FOR_GOOD = re.compile(
    r"\b(?:(?:ya )?no (?:vuelvo|regreso|volvere|regresare|estoy de vuelta|estare)|(?:not|won'?t be|i'?m not)"
    r" (?:coming |be )?back|resto del dia|rest of the day|todo el resto)\b"
)
WORKS = re.compile(
    r"\b(?:solo|solamente|nomas|nada mas|unicamente|only|just)\b|\b(?:trabaj(?:o|are|ar)|working|work)\b(?! from)"
)
NOT_THERE = re.compile(r"\b(?:no|not|won'?t|libre|off|falto|me tomo|tomo|pido)\b")
IN_MINUTES = re.compile(r"\b(?:en|in) (?:unos |como |about )?(?:[0-9]|un|una|media|half|a|an)")
BARE_MINUTES = re.compile(r"\b(?:en|in) ([0-9]{1,2})(?=\W*$)|\b(?:voy )?([0-9]{1,2}) (?:tarde|late)\b")
"""Minutes as a mere number: "llego en 10", "voy 15 tarde"."""
EARLIER = re.compile(r"\b(?:antes|temprano|tempranito|early|earlier)\b")
HALF = re.compile(r"\b(?:medi[ao] (?:dia|jornada)|half(?: a)? day)\b")
NO_REASON = re.compile(
    r"\b(?:yo|ya|y|and|solo|solamente|nomas|nada mas|unicamente|only|just|trabajo|trabajare|voy a trabajar|working|work"
    r"|hoy|como|tipo|a eso de|around|about|mas o menos|un poco|libre|off|a|i|i'?m|im|i'?ll|be|going"
    r"|estoy|estare|no|voy a|tomo|me tomo|today|por|en|oye|hola|hey|medi[ao] (?:dia|jornada)|half(?: a)? day|que"
    r"|porque|since|because|tengo que|tengo|tenemos|i have|have|got|an?|para|to|for|y ya)\b"
)
EDGES = " ,.;:!¡?¿-–"


class HoursAway(Struct, frozen=True):
    """The day and the time for which one is away, and why."""

    day: date
    hours: Interval
    reason: str


def day_said(words: str, moment: Moment) -> date | None:
    """The day that is said."""
    found = read(words, moment, Kind.DAYS | Kind.HOURS)
    return found.days.first if found.days else None


def read_hours(words: str, moment: Moment, works: Interval) -> HoursAway | None:
    """Return for which hours of a day one is away who works then; None where that is not said. Pure.

    `works` are the hours of the day that is said, or of today; of hours that have passed, tomorrow's are meant.
    """
    if len(words) > MOST_LETTERS:
        return None
    found = read(words, moment, Kind.DAYS | Kind.HOURS | Kind.MINUTES)
    plain = fold(words).text
    day = found.days.first if found.days else moment.today
    hours = hours_said(plain, found, moment, works, day)
    if hours is None or hours.end <= hours.start:
        return None
    if hours.end <= moment.now and found.days is None:
        day, hours = day + ONE_DAY, Interval(hours.start + ONE_DAY, hours.end + ONE_DAY)
    return HoursAway(day, hours, reason_of(found.title))


def hours_said(plain: str, found: Understood, moment: Moment, works: Interval, day: date) -> Interval | None:
    def at(clock: time) -> datetime:
        return instant_at(day, clock, moment.zone)

    stays_away = FOR_GOOD.search(plain) is not None
    if found.hours:
        start, end = found.hours.start, found.hours.end
        if not stays_away and (back := RETURNS.search(plain)):
            return hours_until_back(plain, back.start(), moment, works, at)
        return Interval(at(start), at(end)) if end else hours_around(at(start), plain, works, stays_away=stays_away)
    middle = works.start + (works.end - works.start) / 2
    minutes = minutes_said(plain, found)
    if minutes and (LATE.search(plain) or LEAVES.search(plain)):
        return some_minutes(minutes, plain, moment.now, works)
    if found.within:
        morning = found.within.start < NOON
        stays = WORKS.search(plain) is not None and NOT_THERE.search(plain) is None
        before, after = Interval(works.start, middle), Interval(middle, works.end)
        return after if stays is morning else before
    if HALF.search(plain) or stays_away:
        return Interval(moment.now if stays_away else middle, works.end)
    return some_minutes(None, plain, moment.now, works)


def some_minutes(minutes: timedelta | None, plain: str, now: datetime, works: Interval) -> Interval | None:
    """Return the time that one misses by coming later or leaving earlier: `minutes`, or `A_WHILE` where none are said.

    "En 10 minutos", or lateness that is said once work has begun, counts from now; so does leaving for some minutes.
    """
    if LATE.search(plain):
        away = minutes or A_WHILE
        if minutes and IN_MINUTES.search(plain):
            return Interval(min(works.start, now), now + minutes)
        start = now if minutes and works.start + away <= now else works.start
        return Interval(start, start + away)
    if not LEAVES.search(plain):
        return None
    if minutes and not EARLIER.search(plain):
        return Interval(now, now + minutes)
    return Interval(works.end - (minutes or A_WHILE), works.end)


def minutes_said(plain: str, found: Understood) -> timedelta | None:
    """Return the minutes that are said, also as a mere number: "voy 15 tarde", "llego en 10"."""
    bare = BARE_MINUTES.search(plain)
    said = found.minutes or (int(bare[1] or bare[2]) if bare else 0)
    return timedelta(minutes=said) if said else None


def hours_until_back(
    plain: str, returns: int, moment: Moment, works: Interval, at: Callable[[time], datetime]
) -> Interval | None:
    """Return the hours until one is back, from the hour said before it, from now on, or from the beginning of work."""
    leaves, back = (read(part, moment, Kind.DAYS | Kind.HOURS).hours for part in (plain[:returns], plain[returns:]))
    if back is None:
        return None
    until = at(back.start)
    if leaves is not None:
        return Interval(at(leaves.start), until)
    return Interval(moment.now if works.start <= moment.now < until else min(works.start, until), until)


def hours_around(at: datetime, plain: str, works: Interval, *, stays_away: bool) -> Interval:
    """The hours before one comes, after one leaves, or of what one has then."""
    if stays_away or LEAVES.search(plain):
        return Interval(at, max(works.end, at))
    if LATE.search(plain):
        at -= HALF_A_DAY if at >= works.end and at - HALF_A_DAY > works.start else timedelta()
        return Interval(min(works.start, at), at)
    return Interval(at, at + APPOINTMENT)


def reason_of(words: str) -> str:
    """Return the reason to be away: what is left without the day, the hours and the words of leaving and coming."""
    words = single_spaced(words)
    folded = fold(words)
    letters = list(words)
    for pattern in (FOR_GOOD, RETURN, LATE, AN_HOUR, LEAVES, BARE_MINUTES, EARLIER):
        for gone in pattern.finditer(folded.text):
            start, end = folded.starts[gone.start()], folded.starts[gone.end()]
            letters[start:end] = " " * (end - start)
    kept = [part for part in re.split(r"[,.;]", "".join(letters)) if NO_REASON.sub(" ", fold(part).text).strip(EDGES)]
    left = single_spaced(" ".join(kept)).strip(EDGES)
    while left and (lead := LEAD.match(fold(left).text)):
        left = left[lead.end() :].strip(EDGES)
    return END.sub("", left).strip(EDGES)


LEAD = re.compile(rf"(?:{NO_REASON.pattern})(?=\s|$)")
END = re.compile(
    r"(?:(?:^|\s)(?:la|el|las|the|y|and|ya|a|en|como|tipo|que|porque|because|para|for|to))+$", re.IGNORECASE
)
