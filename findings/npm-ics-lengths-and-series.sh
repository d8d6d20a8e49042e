#!/usr/bin/env bash
# ics 3.12.0 (npm): its series moves with a change of clocks, its excluded date comes back, and 1.5 hours are PT1.5H.
#
# Expected: a weekly event that is given by its local hour (the default) is at that hour each week, without the date that
# is excluded by the same hour; a duration that is no whole number is refused or written as PT1H30M.
# Seen, in Madrid: it is written in UTC, so that from 29 March on it is at 11:00, not 10:00, and the excluded 5 April,
# 10:00, is written as an hour at which the series has no date: it takes place. With startOutputType "local" the start
# is floating, and the excluded date still in UTC. PT1.5H, which RFC 5545 does not have, is an hour to ical.js 2.2.1 and
# five to node-ical 0.26.1; icalendar 7.3.2 and ical 14.3.1 refuse it, the second the whole file. A day is P1DT.
# What follows: a series in UTC cannot be right over a change of clocks; who reads such files has to read more than the
# standard has, or say that it cannot.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  ics@3.12.0 ical.js@2.2.1 node-ical@0.26.1 >/dev/null
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check icalendar==7.3.2 recurring-ical-events==3.8.2 \
  ical==14.3.1 tzdata==2026.6
cd "$work"

cat >run.mjs <<'JS'
import assert from "node:assert";
import { writeFileSync } from "node:fs";
import ICAL from "ical.js";
import ics from "ics";
import ical from "node-ical";

function written(fields) {
  const { error, value } = ics.createEvent({ title: "Event", start: [2027, 3, 15, 10, 0], ...fields });
  if (error) throw error;
  return value;
}
const lines = (text) => text.match(/^(DTSTART|EXDATE|DURATION).*$/gm);
const series = {
  duration: { hours: 1 },
  recurrenceRule: "FREQ=WEEKLY;COUNT=5",
  exclusionDates: [[2027, 4, 5, 10, 0]],
};
const local = lines(written({ ...series, startOutputType: "local" }));
console.log("local:", ...local);
assert.deepEqual(local.slice(0, 2), ["DTSTART:20270315T100000", "EXDATE:20270405T080000Z"]);
const day = lines(written({ duration: { days: 1 } }));
console.log("a day:", ...day);
assert.equal(day[1], "DURATION:P1DT");
const long = written({ duration: { hours: 1.5 } });
assert.equal(lines(long)[1], "DURATION:PT1.5H");
writeFileSync("series.ics", written(series));
writeFileSync("long.ics", long);

const byIcalJs = new ICAL.Event(new ICAL.Component(ICAL.parse(long)).getFirstSubcomponent("vevent"));
const byNodeIcal = Object.values(ical.sync.parseICS(long)).find((each) => each.type === "VEVENT");
const hours = {
  "ical.js": byIcalJs.duration.toSeconds() / 3600,
  "node-ical": (byNodeIcal.end - byNodeIcal.start) / 3600000,
};
console.log("hours of PT1.5H:", hours);
assert.deepEqual(hours, { "ical.js": 1, "node-ical": 5 });
JS
TZ=Europe/Madrid node run.mjs

PYTHONTZPATH= venv/bin/python - <<'PYTHON'
from pathlib import Path
from zoneinfo import ZoneInfo

import recurring_ical_events
from ical.calendar_stream import IcsCalendarStream
from ical.exceptions import CalendarParseError
from icalendar import Calendar
from icalendar.error import BrokenCalendarProperty

series, long = (Path(name).read_bytes().decode() for name in ("series.ics", "long.ics"))
found = recurring_ical_events.of(Calendar.from_ical(series)).between((2027, 3, 1), (2027, 5, 1))
hours = [f"{each.start.astimezone(ZoneInfo('Europe/Madrid')):%d.%m. %H:%M}" for each in found]
print("the series in Madrid:", *hours)
assert hours == ["15.03. 10:00", "22.03. 10:00", "29.03. 11:00", "05.04. 11:00", "12.04. 11:00"]
for name, read, fault in (
    ("icalendar", lambda: Calendar.from_ical(long).events[0].end, BrokenCalendarProperty),
    ("ical", lambda: IcsCalendarStream.calendar_from_ics(long), CalendarParseError),
):
    try:
        print(name, "reads PT1.5H:", read())
    except fault as raised:
        print(name, "refuses PT1.5H:", type(raised).__name__)
    else:
        raise AssertionError(name)
PYTHON
