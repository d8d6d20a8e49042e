"""Events as other programs write them, beyond RFC 5545: docs/calendars.md, findings."""

import pytest

from tests.bot.calendars.files import MADRID, NEW_YORK, busy_in, lines_of

BY_PROGRAM = {
    "a whole day of calendar-link 2.11": (
        lines_of("DTSTART:20270317", "DTEND:20270318", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"),
        [("03-16 23:00", "03-17 23:00")],
    ),
    "excluded days of ics 3.12 for Node": (
        lines_of("DTSTART;VALUE=DATE:20270320", "DURATION:P1DT", "RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE:20270327"),
        [("03-19 23:00", "03-20 23:00")],
    ),
    "an excluded date of its floating series, in UTC": (
        lines_of("DTSTART:20270315T100000", "DURATION:PT1.5H", "RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE:20270322T090000Z"),
        [("03-15 09:00", "03-15 10:30")],
    ),
    "excluded days of calcurse 4.7": (
        lines_of(
            *("DTSTART;VALUE=DATE:20270320", "DURATION:P1D"),
            *("RRULE:FREQ=WEEKLY;UNTIL=20270327", "EXDATE;VALUE=DATE:20270327T000000"),
        ),
        [("03-19 23:00", "03-20 23:00")],
    ),
    "the last of the days of khal 0.14": (
        lines_of("DTSTART;VALUE=DATE:20270319", "DTEND;VALUE=DATE:20270320", "RRULE:FREQ=DAILY;UNTIL=20270321T000000"),
        [("03-18 23:00", "03-21 23:00")],
    ),
    "New York as vobject 0.9 names it": (
        NEW_YORK.replace("Office", "EST") + lines_of("DTSTART;TZID=EST:20270715T100000", "DURATION:PT1H"),
        [("07-15 14:00", "07-15 15:00")],
    ),
    "the calendar scale of ics 0.7 for Python": (
        "CALSCALE:GEORGIAN\n" + lines_of("DTSTART:20270317T100000Z", "DTEND:20270317T110000Z"),
        [("03-17 10:00", "03-17 11:00")],
    ),
}


@pytest.mark.parametrize(("written", "times"), BY_PROGRAM.values(), ids=BY_PROGRAM)
def test_what_other_programs_write_is_read_as_they_mean_it(written, times):
    assert busy_in(written, zone=MADRID) == times
