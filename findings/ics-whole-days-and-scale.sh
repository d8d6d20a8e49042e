#!/usr/bin/env bash
# ics 0.7.3 (PyPI): a whole day of Madrid is written as the day before, and a calendar read and written is "GEORGIAN".
#
# Guessed: `make_all_day` takes the day that the event's own clock shows; a file that is read and written again says
# no more than it said.
# Seen: 18 March, 00:00 or 20:00, in Madrid becomes 17 March (its midnight is the day before in UTC), in Mexico 18.
# A file without CALSCALE is written with CALSCALE:GEORGIAN, which is no calendar scale; recurring-ical-events 3.8.2
# refuses such a file.
# What follows: give `make_all_day` a date without a zone; a reader had better not look at CALSCALE.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check ics==0.7.3 icalendar==7.3.2 \
  recurring-ical-events==3.8.2 tzdata==2026.6

PYTHONTZPATH= "$work/venv/bin/python" - <<'PYTHON'
from datetime import datetime
from zoneinfo import ZoneInfo

import ics
import recurring_ical_events
from icalendar import Calendar


def written(zone, hour):
    event = ics.Event("Day", datetime(2027, 3, 18, hour, tzinfo=ZoneInfo(zone)))
    event.make_all_day()
    (line,) = (line for line in event.serialize().splitlines() if line.startswith("DTSTART"))
    print(zone, f"18 March, {hour:02}:00:", line)
    return line.removeprefix("DTSTART;VALUE=DATE:202703")


assert {written("Europe/Madrid", hour) for hour in (0, 20)} == {"17"}
assert {written("America/Mexico_City", hour) for hour in (0, 20)} == {"18"}

LINES = (
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:example", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z",
    "DTSTART:20270317T100000Z", "DTEND:20270317T110000Z", "SUMMARY:Meeting", "END:VEVENT", "END:VCALENDAR", "",
)
again = ics.Calendar("\r\n".join(LINES)).serialize()
assert "CALSCALE:GEORGIAN" in again
try:
    recurring_ical_events.of(Calendar.from_ical(again)).between((2027, 3, 1), (2027, 4, 1))
except Exception as fault:
    print("CALSCALE:GEORGIAN", type(fault).__name__, fault)
else:
    raise AssertionError("the file is read")
PYTHON
