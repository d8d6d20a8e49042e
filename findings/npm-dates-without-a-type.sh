#!/usr/bin/env bash
# calendar-link 2.11.5 and ics 3.12.0 (npm): dates without VALUE=DATE, which ical.js 2.2.1 and two others do not read.
#
# Expected: what makes .ics files for "add to calendar" buttons writes a whole day as DTSTART;VALUE=DATE, and a reader
# that meets a bare date takes it for one.
# Seen: calendar-link writes DTSTART:20270317, and ics the excluded days of a whole-day series as EXDATE:20270327; its
# DTSTART is right. ical.js, which Thunderbird reads with, throws at either; ts-ics 2.4.6 gives an Invalid Date, or
# leaves the excluded day in; vobject 0.9.9, which Radicale keeps calendars with, reads the first and refuses the whole
# file for the second; icalendar and node-ical read both.
# What follows: read a date by its form, not by its parameter, and write the parameter.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  calendar-link@2.11.5 ics@3.12.0 ical.js@2.2.1 node-ical@0.26.1 ts-ics@2.4.6 >/dev/null
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check vobject==0.9.9 icalendar==7.3.2 \
  recurring-ical-events==3.8.2 tzdata==2026.6
cd "$work"

cat >run.mjs <<'JS'
import assert from "node:assert";
import { writeFileSync } from "node:fs";
import * as links from "calendar-link";
import ICAL from "ical.js";
import ics from "ics";
import ical from "node-ical";
import * as tsIcs from "ts-ics";

const lines = (text, name) => text.split(/\r?\n/).filter((line) => line.startsWith(name));
const link = links.ics({ title: "Day", start: "2027-03-17", allDay: true });
const day = decodeURIComponent(link.slice(link.indexOf(",") + 1));
const { value: series } = ics.createEvent({
  title: "Series",
  start: [2027, 3, 20],
  end: [2027, 3, 21],
  recurrenceRule: "FREQ=WEEKLY;COUNT=3",
  exclusionDates: [[2027, 3, 27]],
});
assert.deepEqual(lines(day, "DTSTART"), ["DTSTART:20270317"]);
assert.deepEqual(lines(series, "DTSTART"), ["DTSTART;VALUE=DATE:20270320"]);
assert.deepEqual(lines(series, "EXDATE"), ["EXDATE:20270327"]);
writeFileSync("day.ics", day);
writeFileSync("series.ics", series);

function started(text) {
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent"));
  return event.isRecurring() ? event.iterator().next().toString() : event.startDate.toString();
}
for (const [text, fault] of [[day, /2027-03-17T::/], [series, /2027-03-27T::/]]) {
  assert.throws(() => started(text), fault);
  console.log("ical.js throws: invalid date-time value", fault.source);
}
const [read] = tsIcs.convertIcsCalendar(undefined, day).events;
console.log("ts-ics reads", read.start.date);
assert.ok(Number.isNaN(read.start.date.getTime()));
const { recurrenceRule, start, exceptionDates } = tsIcs.convertIcsCalendar(undefined, series).events[0];
const exceptions = (exceptionDates ?? []).map((each) => each.date);
const end = new Date("2027-05-01");
const dates = tsIcs.extendByRecurrenceRule(recurrenceRule, { start: start.date, end, exceptions });
console.log("ts-ics has", dates.length, "dates with the excluded one");
assert.equal(dates.length, 3);

const range = { from: new Date("2027-03-01"), to: new Date("2027-05-01") };
for (const [text, expected] of [[day, ["17"]], [series, ["20", "03"]]]) {
  const [event] = Object.values(ical.sync.parseICS(text)).filter((each) => each.type === "VEVENT");
  const days = ical.expandRecurringEvent(event, range).map((each) => each.start.toISOString().slice(8, 10));
  console.log("node-ical has", days.join(" "));
  assert.deepEqual(days, expected);
}
JS
TZ=UTC node run.mjs

PYTHONTZPATH= venv/bin/python - <<'PYTHON'
from pathlib import Path

import recurring_ical_events
import vobject
from icalendar import Calendar

day, series = (Path(name).read_bytes().decode() for name in ("day.ics", "series.ics"))
print("vobject reads", vobject.readOne(day).vevent.dtstart.value)
try:
    vobject.readOne(series)
except vobject.base.ParseError as fault:
    print("vobject raises", fault)
else:
    raise AssertionError("vobject reads the series")
for text, expected in ((day, [17]), (series, [20, 3])):
    found = recurring_ical_events.of(Calendar.from_ical(text)).between((2027, 3, 1), (2027, 5, 1))
    print("icalendar has", *(each.start for each in found))
    assert [each.start.day for each in found] == expected
PYTHON
