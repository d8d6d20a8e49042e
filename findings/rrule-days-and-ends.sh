#!/usr/bin/env bash
# rrule 2.8.1 (npm): a series of whole days begins now, and one in a zone east of Greenwich has one date too few.
#
# Guessed: rrulestr reads what calendars write, and the three ways to end or to exclude a date give the same dates as in
# others.
# Seen: DTSTART;VALUE=DATE:20270105 is not read, without a word: the series begins at the second in which it was asked.
# UNTIL is the instant of the last date in UTC, as RFC 5545 wants it beside a TZID, but is compared with the clock of the
# zone: at 09:00 in Madrid, which is 08:00 in UTC, the last day is left out. An EXDATE in UTC excludes nothing of such
# a series. ical.js 2.2.1 and dateutil 2.9.0 have all three right.
# What follows: give rrule its first date as an option, and its end and exclusions by the clock of the zone.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" rrule@2.8.1 ical.js@2.2.1 >/dev/null
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check python-dateutil==2.9.0.post0
cd "$work"

cat >series.json <<'JSON'
{
  "a whole day": "DTSTART;VALUE=DATE:20270105\nRRULE:FREQ=DAILY;COUNT=3",
  "an end in UTC": "DTSTART;TZID=Europe/Madrid:20270105T090000\nRRULE:FREQ=DAILY;UNTIL=20270107T080000Z",
  "excluded in UTC": "DTSTART;TZID=Europe/Madrid:20270105T090000\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE:20270106T080000Z"
}
JSON
cat >run.mjs <<'JS'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import rrule from "rrule";

const zone = ["BEGIN:VTIMEZONE", "TZID:Europe/Madrid", "BEGIN:STANDARD", "DTSTART:20261025T030000",
  "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"];
function icalDays(text) {
  const lines = ["BEGIN:VCALENDAR", ...zone, "BEGIN:VEVENT", ...text.split("\n"), "END:VEVENT", "END:VCALENDAR"];
  const event = new ICAL.Component(ICAL.parse(lines.join("\r\n"))).getFirstSubcomponent("vevent");
  const dates = new ICAL.Event(event).iterator();
  return Array.from({ length: 4 }, () => dates.next()?.toString().slice(0, 10)).filter(Boolean);
}
const days = (text) => rrule.rrulestr(text, { forceset: true }).all().map((date) => date.toISOString().slice(0, 10));
const [day, ended, excluded] = Object.entries(JSON.parse(readFileSync("series.json")));
const [before, seen, after] = [new Date(), days(day[1])[0], new Date()];
for (const [name, text] of [day, ended, excluded]) console.log(name, "· rrule", days(text), "· ical.js", icalDays(text));
assert.ok([before, after].some((now) => now.toISOString().slice(0, 10) === seen));
const all = ["2027-01-05", "2027-01-06", "2027-01-07"];
assert.deepEqual([icalDays(day[1]), icalDays(ended[1])], [all, all]);
assert.deepEqual(days(ended[1]), all.slice(0, 2));
assert.deepEqual([days(excluded[1]), icalDays(excluded[1])], [all, [all[0], all[2]]]);
JS
TZ=UTC node run.mjs

venv/bin/python - <<'PYTHON'
import json
from pathlib import Path

from dateutil.rrule import rrulestr

for name, text in json.loads(Path("series.json").read_text()).items():
    days = [each.day for each in rrulestr(text, forceset=True)]
    print(name, "· dateutil", days)
    assert days == ([5, 7] if name == "excluded in UTC" else [5, 6, 7])
PYTHON
