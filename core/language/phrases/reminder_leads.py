"""Phrases that say how long before an event to remind people, or not to."""

from re import Match

from core.language.phrases.arithmetic import DAYS_LONG
from core.language.phrases.hours import any_minutes
from core.language.phrases.model import Confidence, GrammarRule, Kind, Meaning, Moment, Reader, Reading, ReminderLead
from core.language.phrases.vocabulary import UNITS, always, number, row

MINUTES_A_DAY = 24 * 60
ASKING = (
    "(?:(?:y |and )?(?:avisa|recuerda|avisar|recordar)(?:me|nos|les)?(?: con| a)?"
    "|(?:and )?(?:remind|alert|notify) (?:me|us|them|everyone|everybody))"
)
THING = "(?:aviso|recordatorio|alerta|reminder|alert|notice)"
WITH = f"(?:con|with)(?: (?:un|una|a|an))? {THING}(?: (?:de|a|of))?"
LONG = "(?:{duration}|(?P<count>[0-9]{1,4}|un|una|a|an|one|dos|two|tres|three) ?(?P<unit>dias?|days?|semanas?|weeks?))"
BEFORE = "(?:antes|before(?:hand)?|de anticipacion|in advance|ahead)"
START = "(?:al (?:empezar|inicio|comenzar)|a la hora|at (?:the )?(?:start|time)|when it (?:starts|begins))"


def so_long(found: Match[str], _moment: Moment) -> Reading:
    if found["unit"]:
        days = number(found["count"]) * DAYS_LONG[UNITS[found["unit"]]]
        return Meaning(reminder_lead=ReminderLead(days * MINUTES_A_DAY))
    return Meaning(reminder_lead=ReminderLead(any_minutes(found["duration"])))


def fixed(minutes: int | None) -> Reader:
    return always(Meaning(reminder_lead=ReminderLead(minutes)))


FIRM, LOOSE = Confidence.FIRM, Confidence.LOOSE
REMINDER_LEADS: tuple[GrammarRule, ...] = (
    row(Kind.REMINDER_LEAD, FIRM, so_long, f"{ASKING} {LONG}(?: {BEFORE})?", f"{WITH} {LONG}(?: {BEFORE})?"),
    row(Kind.REMINDER_LEAD, LOOSE, so_long, f"{LONG} {BEFORE}"),
    row(Kind.REMINDER_LEAD, FIRM, so_long, f"{THING}:?(?: de)? {LONG} {BEFORE}"),
    row(Kind.REMINDER_LEAD, FIRM, so_long, f"(?:with )?(?:an? )?{LONG}[- ](?:reminder|notice)"),
    row(
        Kind.REMINDER_LEAD, FIRM, fixed(MINUTES_A_DAY), f"{ASKING} (?:(?:el|un) dia (?:antes|anterior)|the day before)"
    ),
    row(Kind.REMINDER_LEAD, FIRM, fixed(0), f"(?:{ASKING}|{WITH}|{THING}) {START}"),
    row(Kind.REMINDER_LEAD, LOOSE, fixed(None), f"(?:sin|without|no|without a|without an) {THING}s?"),
)
