"""Reminders for oneself: new ones with their times, the list of them, and those not wanted any more."""

import re
from datetime import datetime, time, timedelta
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from core.base.calendar_time import ONE_DAY
from core.base.date_times import instant_at
from core.base.recurrence import Recurrence, matching
from core.language.phrases.folding import fold
from core.language.phrases.model import REPEATS, Kind, Moment, Note, TimeWindow, Understood
from core.language.phrases.reading import read
from core.language.spacing import single_spaced
from core.language.statements import vocabulary as said
from core.language.statements.model import Act, Statement
from core.language.statements.text import Text
from core.language.statements.wording import Wording, sentences

HALF_A_DAY = timedelta(hours=12)
IN_THE_MORNING, IN_THE_AFTERNOON, IN_THE_EVENING = time(9), time(16), time(20)
"""The hours of reminders of which only a part of the day was said."""
NOON, EVENING = time(12), time(19)
BARE_HOUR = re.compile(r"^(?:las? )(?=[0-9])")
OF_THE = re.compile(r"^del ", re.IGNORECASE)
COURTESY = re.compile(
    r"(?<![ ,])[ ,]{1,3}(?:por ?fa(?:vor|vorcito)?|porfis|please|pls|plis|gracias|thanks|thank you)[ .!]{0,3}$",
    re.IGNORECASE,
)
LISTS = sentences(
    r"(?:(?:que|cuales|cuantos|ver|muestra(?:me)?|mostra(?:me)?|ensena(?:me)?|lista(?:me)?|dime|decime|a ver|tengo|son"
    r"|hay|show(?: me)?|list|see|what|which|are) )*(?:(?:mis|los|todos|my|the|all|tengo) )*"
    r"(?:recordatorios?|reminders?)"
    r"(?: (?:pendientes|personales|tengo|tienes|hay|mios|puestos|activos|me quedan|quedan|que tengo|para hoy|de hoy"
    r"|i have|do i have|have i got|set|are there|for today|today|this week|left|pending))*"
)
REMOVES = Wording(
    r"(?:quit[ae]|borr[ae]|elimin[ae]|cancel[ae]|anul[ae]|sac[ae]|delete|remove|cancel|drop)(?:me|le)?"
    r" (?:(?:el|mi|ese|los|mis|the|my|that) )?(?:recordatorios?|reminders?)(?!\w)"
    r"(?: (?:del?|para|sobre|about|for|to|of|que dice)(?: (?:lo|la|el|los|las|the|del?))*)?(?P<what>.*)$",
    r"(?:delete|remove|cancel|drop) (?:the|my|that) (?P<what>.{1,80}) reminders?[ .!]*$",
    r"(?:ya )?no me (?:recuerdes|recordes) (?:mas )?lo (?:del?) (?P<what>.*)$",
)


class SpokenReminder(Struct, frozen=True):
    """The words of a reminder, its time, and how it repeats; `at` is None where no hour is said."""

    words: str
    at: datetime | None
    repeats: Recurrence | None = None


def own_reminders(text: Text) -> Statement | None:
    """Read a request for the list of one's reminders, or for one to be dropped."""
    plain = text.plain.text
    if found := REMOVES.match(plain):
        return Statement(Act.DROP_REMINDER, words=text.source(*found.span("what")).strip(" .,;:!?¿¡\"'«»"))
    return Statement(Act.REMINDERS) if LISTS.match(plain) else None


def read_reminder(words: str, moment: Moment) -> SpokenReminder:
    """Return what one is to be reminded of. Pure."""
    found = read(BARE_HOUR.sub(r"a \g<0>", words), moment, Kind.DAYS | Kind.HOURS | REPEATS)
    return SpokenReminder(
        title_of(found.title), instant_said(found, moment), ending(found, moment) if found.repeats else None
    )


def title_of(words: str) -> str:
    """Return what is left of a sentence whose days and hours were read, without the order, its links and courtesy."""
    words = single_spaced(words).strip(" ,;:.")
    folded = fold(words)
    if order := said.REMINDS.match(folded.text):
        words = words[folded.starts[order.end()] :]
    words = OF_THE.sub("el ", said.LINKS.sub("", words).strip())
    return COURTESY.sub("", words).strip(" ,;:.")


def instant_said(found: Understood, moment: Moment) -> datetime | None:
    """The instant that is said, or the next one where a day is not, or half of the day."""
    clock = found.hours.start if found.hours else part_of_day(found.within) if found.within else None
    if clock is None:
        return None
    day = found.days.first if found.days else moment.today
    at = instant_at(day, clock, moment.zone)
    if at > moment.now or found.repeats:
        return at
    if Note.MORNING in found.notes and at + HALF_A_DAY > moment.now:
        return at + HALF_A_DAY
    return at if found.days else instant_at(day + ONE_DAY, clock, moment.zone)


def part_of_day(within: TimeWindow) -> time:
    if within.start >= EVENING:
        return IN_THE_EVENING
    return IN_THE_AFTERNOON if within.start >= NOON else IN_THE_MORNING


def ending(found: Understood, moment: Moment) -> Recurrence | None:
    """The rule, with its last date in place of how often it is to come."""
    rule = found.repeats.rule if found.repeats else None
    if rule is None or rule.occurrence_count is None:
        return rule
    start = found.days.first if found.days else moment.today
    dates = list(islice(matching(rule, start), rule.occurrence_count))
    return replace(rule, occurrence_count=None, ends_on=dates[-1])
