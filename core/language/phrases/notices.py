"""Phrases that say how long before it people are to be reminded of something, or that they are not to be."""

from re import Match

from core.language.phrases.hours import any_minutes
from core.language.phrases.model import Confidence, DoubtReason, GrammarRule, Kind, Meaning, Moment, Notice
from core.language.phrases.vocabulary import number, row

MINUTES_A_DAY = 24 * 60
DAYS_LONG = {"dia": 1, "day": 1, "semana": 7, "week": 7}
ASKING = (
    "(?:(?:y |and )?(?:avisa|recuerda|avisar|recordar)(?:me|nos|les)?(?: con| a)?"
    "|(?:and )?(?:remind|alert|notify) (?:me|us|them|everyone|everybody))"
)
THING = "(?:aviso|recordatorio|alerta|reminder|alert|notice)"
WITH = f"(?:con|with)(?: (?:un|una|a|an))? {THING}(?: (?:de|a|of))?"
LONG = "(?:{duration}|(?P<count>[0-9]{1,4}|un|una|a|an|one|dos|two|tres|three) ?(?P<days>dias?|days?|semanas?|weeks?))"
BEFORE = "(?:antes|before(?:hand)?|de anticipacion|in advance|ahead)"
START = "(?:al (?:empezar|inicio|comenzar)|a la hora|at (?:the )?(?:start|time)|when it (?:starts|begins))"


def so_long(found: Match[str], _moment: Moment) -> Meaning | DoubtReason | None:
    """Ten minutes before, two days before."""
    if days := found["days"]:
        return Meaning(notice=Notice(number(found["count"]) * DAYS_LONG[days.removesuffix("s")] * MINUTES_A_DAY))
    return Meaning(notice=Notice(any_minutes(found["duration"])))


def the_day_before(_found: Match[str], _moment: Moment) -> Meaning | DoubtReason | None:
    """A day before it."""
    return Meaning(notice=Notice(MINUTES_A_DAY))


def at_the_start(_found: Match[str], _moment: Moment) -> Meaning | DoubtReason | None:
    """When it begins."""
    return Meaning(notice=Notice(0))


def none_wanted(_found: Match[str], _moment: Moment) -> Meaning | DoubtReason | None:
    """Not at all."""
    return Meaning(notice=Notice(None))


FIRM, LOOSE = Confidence.FIRM, Confidence.LOOSE
NOTICES: tuple[GrammarRule, ...] = (
    row(Kind.NOTICE, FIRM, so_long, f"{ASKING} {LONG}(?: {BEFORE})?", f"{WITH} {LONG}(?: {BEFORE})?"),
    row(Kind.NOTICE, FIRM, so_long, f"{THING}:?(?: de)? {LONG} {BEFORE}"),
    row(Kind.NOTICE, FIRM, so_long, f"(?:with )?(?:an? )?{LONG}[- ](?:reminder|notice)"),
    row(Kind.NOTICE, FIRM, the_day_before, f"{ASKING} (?:(?:el|un) dia (?:antes|anterior)|the day before)"),
    row(Kind.NOTICE, FIRM, at_the_start, f"(?:{ASKING}|{WITH}|{THING}) {START}"),
    row(Kind.NOTICE, LOOSE, none_wanted, f"(?:sin|without|no|without a|without an) {THING}s?"),
)
