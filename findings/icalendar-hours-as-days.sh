#!/usr/bin/env bash
# icalendar 7.3.2 and recurring-ical-events 3.8.2: an event of PT24H over a change of clocks lasts 23 hours.
#
# Guessed: a DURATION of P1D ends at the same hour of the next day, and one of PT24H after 24 hours, as RFC 5545, 3.3.6
# has it ("exact" hours); the day of 28 March 2027 in Madrid has 23.
# Seen: both end at 10:00 of the next day; that of PT24H, 23 hours later. Python adds to an hour of a zone by the clock
# on the wall, and the libraries do not go through UTC.
# What follows: what reads hours of a duration has to add them in UTC, and days by the clock.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check icalendar==7.3.2 recurring-ical-events==3.8.2 tzdata==2026.6

PYTHONTZPATH= "$work/venv/bin/python" - <<'PYTHON'
from datetime import UTC, timedelta

import recurring_ical_events
from icalendar import Calendar

LINES = (
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:example", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z",
    "DTSTART;TZID=Europe/Madrid:20270327T100000", "DURATION:{}", "END:VEVENT", "END:VCALENDAR", "",
)
for duration in ("P1D", "PT24H"):
    calendar = Calendar.from_ical("\r\n".join(LINES).format(duration))
    (event,) = calendar.events
    (again,) = recurring_ical_events.of(calendar).between((2027, 3, 27), (2027, 3, 29))
    lasts = {each.end.astimezone(UTC) - each.start.astimezone(UTC) for each in (event, again)}
    print(duration, "ends", event.end.isoformat(), "after", *lasts)
    assert lasts == {timedelta(hours=23)}
PYTHON
