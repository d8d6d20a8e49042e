#!/usr/bin/env bash
# vobject 0.9.9: an event in New York is written as TZID=EST, and five of seven readers show it an hour late all summer.
#
# Expected: an event at 10:00 with ZoneInfo("America/New_York") is written with that name and a VTIMEZONE, and whatever
# reads the file shows 10:00 in New York.
# Seen: the name is EST, the VTIMEZONE under it has summer time. RFC 5545 says that the VTIMEZONE decides: ical.js 2.2.1
# and ts-ics 2.4.6 do so and have 14:00 in UTC. icalendar 7.3.2, ics 0.7.3, ical 14.3.1, icalevents 0.3.1 and node-ical
# 0.26.1 know a zone called EST, which has no summer, and have 15:00. Madrid is CET, likewise. The VTIMEZONE itself
# ends summer time at 03:00 by the clock, an hour late.
# What follows: a short name is IANA's only where the file does not describe it.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  ical.js@2.2.1 node-ical@0.26.1 ts-ics@2.4.6 >/dev/null
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check vobject==0.9.9 icalendar==7.3.2 ics==0.7.3 \
  ical==14.3.1 icalevents==0.3.1 tzdata==2026.6
cd "$work"

PYTHONTZPATH= venv/bin/python - <<'PYTHON'
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import ics
import vobject
from ical.calendar_stream import IcsCalendarStream
from icalendar import Calendar
from icalevents.icalevents import events


def written(zone):
    calendar = vobject.iCalendar()
    event = calendar.add("vevent")
    event.add("summary").value = "Meeting"
    event.add("dtstart").value = datetime(2027, 7, 15, 10, tzinfo=ZoneInfo(zone))
    event.add("dtend").value = datetime(2027, 7, 15, 11, tzinfo=ZoneInfo(zone))
    return calendar.serialize()


assert "DTSTART;TZID=CET:20270715T100000" in written("Europe/Madrid")
text = written("America/New_York")
assert "DTSTART;TZID=EST:20270715T100000" in text
assert "DTSTART:20071104T030000\r\nRRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11" in text
Path("meeting.ics").write_bytes(text.encode())

day = {"start": datetime(2027, 7, 15, tzinfo=UTC), "end": datetime(2027, 7, 16, tzinfo=UTC)}
found = {
    "icalendar": Calendar.from_ical(text).events[0].start,
    "ics": next(iter(ics.Calendar(text).events)).begin.datetime,
    "ical": IcsCalendarStream.calendar_from_ics(text).events[0].dtstart,
    "icalevents": events(string_content=text.encode(), **day)[0].start,
}
for name, start in found.items():
    print(name, start.astimezone(UTC).isoformat())
    assert start.astimezone(UTC).hour == 15
PYTHON
cat >run.mjs <<'JS'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import ical from "node-ical";
import * as tsIcs from "ts-ics";

const text = readFileSync("meeting.ics", "utf8");
const calendar = new ICAL.Component(ICAL.parse(text));
const found = {
  "ical.js": new ICAL.Event(calendar.getFirstSubcomponent("vevent")).startDate.toJSDate(),
  "ts-ics": tsIcs.convertIcsCalendar(undefined, text).events[0].start.date,
  "node-ical": Object.values(ical.sync.parseICS(text)).find((each) => each.type === "VEVENT").start,
};
for (const [name, start] of Object.entries(found)) console.log(name, start.toISOString());
assert.deepEqual(Object.values(found).map((start) => start.getUTCHours()), [14, 14, 15]);
JS
TZ=UTC node run.mjs
