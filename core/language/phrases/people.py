"""Phrases that name people and priorities."""

import re
from re import Match

from core.base.model import Priority
from core.language.phrases.model import Confidence, GrammarRule, Kind, Meaning, Moment, Reading
from core.language.phrases.vocabulary import always, row

AN_HOUR = re.compile(r"[0-9]{1,2}(?:[ap]m?|h|hrs?)?")
SET_OFF = "(?:(?<=[,;] )|(?<= [-|] )){level}(?= ?(?:$|[,;.)\\n]| (?:para|by|@)))"
"""A level by itself, after a comma or a dash and at the end."""
BRACKETED = r"(?<=\(){level}(?=\))"


def person(found: Match[str], _moment: Moment) -> Reading:
    return None if AN_HOUR.fullmatch(found["who"]) else Meaning(person=found["who"])


def priority(confidence: Confidence, level: Priority, *phrases: str) -> GrammarRule:
    return row(Kind.PRIORITY, confidence, always(Meaning(priority=level)), *phrases)


FIRM, LOOSE, EDGE = Confidence.FIRM, Confidence.LOOSE, Confidence.EDGE
PEOPLE: tuple[GrammarRule, ...] = (row(Kind.PERSON, FIRM, person, "@{who}"),)
PRIORITIES: tuple[GrammarRule, ...] = (
    priority(
        LOOSE, Priority.URGENTE, "(?:(?:es|is|it's|muy|very|super) ){0,4}(?:urgente|urgent)", "(?:es )?urgentisimo|asap"
    ),
    priority(FIRM, Priority.URGENTE, "(?:con )?(?:prioridad|priority|prio):? (?:urgente|urgent)", "urgent priority"),
    priority(
        LOOSE,
        Priority.URGENTE,
        "(?:lo (?:antes|mas pronto) posible|cuanto antes|as soon as possible)",
        "(?:me |nos |ya )?urge",
    ),
    priority(
        FIRM, Priority.ALTA, "(?:con |de )?(?:alta prioridad|prioridad:? alta)", "(?:with )?high[- ](?:priority|prio)"
    ),
    priority(FIRM, Priority.ALTA, "(?:priority|prio):? (?:high|alta)", "(?:con |de )?maxima prioridad|top priority"),
    priority(FIRM, Priority.MEDIA, "(?:con |de )?(?:prioridad:? (?:media|normal))", "(?:de )?media prioridad"),
    priority(
        FIRM, Priority.MEDIA, "(?:with )?(?:medium|normal)[- ]priority", "(?:priority|prio):? (?:medium|normal|media)"
    ),
    priority(
        FIRM, Priority.BAJA, "(?:con |de )?(?:baja prioridad|prioridad:? baja)", "(?:with )?low[- ](?:priority|prio)"
    ),
    priority(FIRM, Priority.BAJA, "(?:priority|prio):? (?:low|baja)"),
    priority(
        EDGE, Priority.ALTA, SET_OFF.replace("{level}", "(?:alta|high)"), BRACKETED.replace("{level}", "(?:alta|high)")
    ),
    priority(EDGE, Priority.MEDIA, BRACKETED.replace("{level}", "(?:media|medium|normal)")),
    priority(
        EDGE, Priority.BAJA, SET_OFF.replace("{level}", "(?:baja|low)"), BRACKETED.replace("{level}", "(?:baja|low)")
    ),
    priority(
        LOOSE,
        Priority.BAJA,
        "(?:no|not|nada) (?:(?:es|muy|tan|that|so|very) ){0,4}(?:urgente|urgent)|no urge|(?:it's |is )not urgent",
    ),
    priority(LOOSE, Priority.BAJA, "sin (?:prisa|urgencia)|no (?:rush|hurry|corre prisa)"),
)
