"""Phrases that name the time zone of an hour: "UTC", "PST", "hora de Tijuana", "Eastern time"."""

from datetime import datetime
from re import Match
from zoneinfo import ZoneInfo

from core.language.phrases.model import Confidence, DoubtReason, GrammarRule, Kind, Meaning, Moment, Reading
from core.language.phrases.vocabulary import always, one_of, row
from core.language.zones import zones_named

ABBREVIATED = {
    **dict.fromkeys(("utc", "gmt"), "UTC"),
    **dict.fromkeys(("pst", "pdt", "pt", "pacific"), "America/Los_Angeles"),
    **dict.fromkeys(("mst", "mdt", "mt", "mountain"), "America/Denver"),
    **dict.fromkeys(("cst", "cdt", "ct", "central"), "America/Chicago"),
    **dict.fromkeys(("est", "edt", "et", "eastern"), "America/New_York"),
    **dict.fromkeys(("cet", "cest"), "Europe/Madrid"),
    "bst": "Europe/London",
    "cdmx": "America/Mexico_City",
    "col": "America/Bogota",
    "arg": "America/Argentina/Buenos_Aires",
}
"""Zones by their abbreviations. People say "PST" all year round, so each is a zone and not an offset."""


NATIONAL = {
    "mexicana": "America/Mexico_City",
    "colombiana": "America/Bogota",
    "argentina": "America/Argentina/Buenos_Aires",
    **dict.fromkeys(("espanola", "peninsular"), "Europe/Madrid"),
    "canaria": "Atlantic/Canary",
    "peruana": "America/Lima",
    "chilena": "America/Santiago",
    "uruguaya": "America/Montevideo",
    "ecuatoriana": "America/Guayaquil",
    "venezolana": "America/Caracas",
}
"""Clocks by the adjective of a country: "hora argentina"; of those with several, the one of most people."""


MOSTLY = {
    "mexico": "America/Mexico_City",
    **dict.fromkeys(("espana", "spain"), "Europe/Madrid"),
    "chile": "America/Santiago",
    "ecuador": "America/Guayaquil",
}
"""Clocks of countries with several, of which people who say the country mean one."""


def national(found: Match[str], _moment: Moment) -> Reading:
    return Meaning(zone=ZoneInfo(NATIONAL[found["zone"]]))


def own(_found: Match[str], moment: Moment) -> Reading:
    return Meaning(zone=moment.zone)


def abbreviated(found: Match[str], _moment: Moment) -> Reading:
    return Meaning(zone=ZoneInfo(ABBREVIATED[found["zone"]]))


def named(found: Match[str], moment: Moment) -> Reading:
    """The zone of a place; in doubt if that name is said of zones whose clocks differ now."""
    if found["place"] in MOSTLY:
        return Meaning(zone=ZoneInfo(MOSTLY[found["place"]]))
    zones = [ZoneInfo(name) for name in zones_named(found["place"], moment.now)]
    if len({offset(zone, moment.now) for zone in zones}) > 1:
        return DoubtReason.ZONE
    return Meaning(zone=zones[0]) if zones else None


def offset(zone: ZoneInfo, at: datetime) -> object:
    return at.astimezone(zone).utcoffset()


FAINT = Confidence.FAINT
PLACES = (r"[a-z]{2,}", r"[a-z]{2,} [a-z]{2,}", r"[a-z]{2,} [a-z]{2,} [a-z]{2,}")
CLOCK_ZONES: tuple[GrammarRule, ...] = (
    row(Kind.ZONE, FAINT, abbreviated, rf"(?P<zone>{one_of(ABBREVIATED)})(?: (?:standard |daylight )?time)?"),
    row(
        Kind.ZONE,
        FAINT,
        named,
        *(rf"(?:en )?(?:hora|horario|tiempo)(?: local)? (?:de la |del? )(?P<place>{place})" for place in PLACES),
    ),
    row(Kind.ZONE, FAINT, named, *(rf"(?P<place>{place}) time" for place in PLACES[:2])),
    row(Kind.ZONE, FAINT, national, rf"(?:en )?(?:hora|horario) (?P<zone>{one_of(NATIONAL)})"),
    row(Kind.ZONE, FAINT, own, "(?:en )?(?:mi hora|hora mia|nuestra hora|hora nuestra)|(?:hora )?de (?:aca|aqui)"),
    row(Kind.ZONE, FAINT, own, "(?:my|our) time"),
    row(
        Kind.ZONE,
        FAINT,
        always(DoubtReason.ZONE),
        "(?:en )?(?:hora )?de (?:alla|alli|ellos|ellas)|(?:en )?su hora|hora alla",
        "(?:their|local) time|over there|their end",
    ),
    row(
        Kind.ZONE,
        FAINT,
        named,
        *(rf"(?:en )?(?:hora|horario) (?P<place>{place})" for place in PLACES[:2]),
        *(rf"(?:de|in) (?P<place>{place})" for place in PLACES),
    ),
)
