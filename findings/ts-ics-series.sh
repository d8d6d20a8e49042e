#!/usr/bin/env bash
# ts-ics 2.4.6: a series is at other hours on another machine, and a date that is excluded comes back.
#
# Expected: `extendByRecurrenceRule` with what was read of a series at 10:00 in Madrid gives 10:00 in Madrid each week,
# without the excluded date, on any machine; the result of reading has the zone (`start.local`).
# Seen: it counts weeks by the clock of the machine. In Madrid all is right; in UTC or Mexico the dates from 29 March on
# are an hour late by Madrid's clock, and the excluded 12 April, which is none of them now, is among them.
# What follows: run it with TZ set to the series' zone, or take a reader that knows zones.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" ts-ics@2.4.6 >/dev/null
cat >"$work/run.mjs" <<'JS'
import assert from "node:assert";
import { convertIcsCalendar, extendByRecurrenceRule } from "ts-ics";

const text = [
  "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:example", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z",
  "DTSTART;TZID=Europe/Madrid:20270315T100000", "DTEND;TZID=Europe/Madrid:20270315T110000",
  "RRULE:FREQ=WEEKLY;COUNT=5", "EXDATE;TZID=Europe/Madrid:20270412T100000", "SUMMARY:Series", "END:VEVENT",
  "END:VCALENDAR", "",
].join("\r\n");
const [{ start, recurrenceRule, exceptionDates }] = convertIcsCalendar(undefined, text).events;
assert.equal(start.local.timezone, "Europe/Madrid");
const found = extendByRecurrenceRule(recurrenceRule, {
  start: start.date,
  end: new Date("2027-05-01T00:00:00Z"),
  exceptions: exceptionDates.map((each) => each.date),
}).map((date) => date.toISOString().slice(5, 16));
console.log(process.env.TZ, ...found);
const before = ["03-15T09:00", "03-22T09:00"];
const right = ["03-29T08:00", "04-05T08:00"];
const late = ["03-29T09:00", "04-05T09:00", "04-12T09:00"];
assert.deepEqual(found, [...before, ...(process.env.TZ === "Europe/Madrid" ? right : late)]);
JS
for zone in Europe/Madrid UTC America/Mexico_City; do
  TZ=$zone node "$work/run.mjs"
done
