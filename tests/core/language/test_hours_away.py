"""Some hours away, in words: from when to when."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from core.base.calendar_time import Interval
from core.base.model import Language
from core.language.phrases.model import Moment
from core.language.statements.hours_away import read_hours
from tests.cast import NOW

MOMENT = Moment.of(NOW, ZoneInfo("America/Mexico_City"), Language.ES)
WORKS = Interval(NOW, NOW + timedelta(hours=9))
"""The hours of work, from nine to six."""


def hours(words, moment=MOMENT):
    said = read_hours(words, moment, WORKS)
    times = [each.astimezone(moment.zone).strftime("%H:%M") for each in (said.hours.start, said.hours.end)]
    return ("-".join(times), said.reason)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("llego 5 min tarde", ("09:00-09:05", "")),
        ("running 10 min late", ("09:00-09:10", "")),
        ("voy 15 tarde", ("09:00-09:15", "")),
        ("llego en 10", ("09:00-09:10", "")),
        ("llego media hora tarde, hay tráfico", ("09:00-09:30", "hay tráfico")),
        ("llego tarde", ("09:00-10:00", "")),
        ("salgo media hora antes", ("17:30-18:00", "")),
        ("salgo 20 minutos al banco", ("09:00-09:20", "al banco")),
        ("llego a las 10:30", ("09:00-10:30", "")),
    ],
)
def test_one_is_late_or_leaves_for_as_long_as_one_says(words, expected):
    assert hours(words) == expected


def test_who_is_late_once_work_has_begun_is_so_from_then_on():
    noon = replace(MOMENT, now=datetime(2026, 11, 23, 18, tzinfo=UTC))
    assert hours("llego 5 min tarde", noon)[0] == "12:00-12:05"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("me voy a comer regreso a las 3", ("09:00-15:00", "comer")),
        ("yo me voy a comer, regreso a las 3", ("09:00-15:00", "comer")),
        ("salgo a comer y vuelvo a las 3", ("09:00-15:00", "comer")),
        ("voy al banco, regreso como a las 12", ("09:00-12:00", "voy al banco")),
        ("salgo a las 2 y regreso a las 4", ("14:00-16:00", "")),
        ("lunch, back at 3", ("09:00-15:00", "lunch")),
        ("salgo a las 3 y ya no regreso", ("15:00-18:00", "")),
    ],
)
def test_the_hour_of_coming_back_is_the_end(words, expected):
    assert hours(words) == expected


def test_who_is_back_at_an_hour_of_a_later_day_is_away_from_the_beginning_of_work():
    assert hours("regreso a las 11", replace(MOMENT, now=NOW - timedelta(hours=2)))[0] == "09:00-11:00"
