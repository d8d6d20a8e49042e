#!/usr/bin/env bash
# icalevents 0.3.1: a whole day begins at midnight of whatever zone the file happens to describe.
#
# Expected: a day (VALUE=DATE) comes as a day, or at midnight of the zone that is asked for by `tzinfo`.
# Seen: it is an instant. With one VTIMEZONE in the file, though the day does not name it, it is midnight there; with
# none, or two, midnight in UTC. `tzinfo` only converts that instant: in Mexico 17 March is 16 March, 18:00, or 09:00
# beside a meeting in Tokyo. So another event in the file moves the days of all others.
# What follows: ask such a reader with `all_day` and take the date before any conversion; a writer can do nothing.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check icalevents==0.3.1 icalendar==7.3.2 tzdata==2026.6

PYTHONTZPATH= "$work/venv/bin/python" - <<'PYTHON'
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from icalevents.icalevents import events

ZONE = (
    "BEGIN:VTIMEZONE", "TZID:{0}", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:{1}", "TZOFFSETTO:{1}",
    "END:STANDARD", "END:VTIMEZONE",
)
DAY = (
    "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20270317", "DTEND;VALUE=DATE:20270318",
    "SUMMARY:Day", "END:VEVENT",
)
TOKYO, BOGOTA = ("Asia/Tokyo", "+0900"), ("America/Bogota", "-0500")


def start(*zones):
    described = [line.format(*zone) for zone in zones for line in ZONE]
    text = "\r\n".join(("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:example", *described, *DAY, "END:VCALENDAR", ""))
    asked = {"start": datetime(2027, 3, 16, tzinfo=UTC), "end": datetime(2027, 3, 18, tzinfo=UTC)}
    (found,) = events(string_content=text.encode(), tzinfo=ZoneInfo("America/Mexico_City"), **asked)
    assert found.all_day
    print([name for name, _ in zones], found.start.isoformat())
    return f"{found.start:%d %H:%M %z}"


assert start() == "16 18:00 -0600"
assert start(TOKYO) == "16 09:00 -0600"
assert start(TOKYO, BOGOTA) == "16 18:00 -0600"
PYTHON
