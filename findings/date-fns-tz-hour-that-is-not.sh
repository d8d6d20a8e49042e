#!/usr/bin/env bash
# date-fns-tz 3.2.0, luxon 3.7.2 and moment-timezone 0.6.6: three instants for one hour on the clock.
#
# Guessed: 02:30 in Madrid on 28 March 2027, which there is not, is 03:30 in all of them, and of the two hours of
# 25 October 2026 each takes the first.
# Seen: date-fns-tz takes 01:30 for the hour that is not, an hour before the others. Of the two 02:30 of October
# date-fns-tz and luxon take the second, moment-timezone the first.
# What follows: two programs that share a wall-clock hour and a zone may still disagree by an hour; share an instant.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  date-fns@4.1.0 date-fns-tz@3.2.0 luxon@3.7.2 moment-timezone@0.6.6 >/dev/null
cat >"$work/run.cjs" <<'JS'
const assert = require("node:assert");
const { fromZonedTime } = require("date-fns-tz");
const { DateTime } = require("luxon");
const moment = require("moment-timezone");

const zone = "Europe/Madrid";
const readers = {
  "date-fns-tz": (hour) => fromZonedTime(hour, zone),
  luxon: (hour) => DateTime.fromISO(hour, { zone }).toJSDate(),
  "moment-timezone": (hour) => moment.tz(hour, zone).toDate(),
};
const seen = {
  "2027-03-28T02:30": { "date-fns-tz": "00:30", luxon: "01:30", "moment-timezone": "01:30" },
  "2026-10-25T02:30": { "date-fns-tz": "01:30", luxon: "01:30", "moment-timezone": "00:30" },
};
for (const [hour, expected] of Object.entries(seen)) {
  const found = Object.entries(readers).map(([name, read]) => [name, read(hour).toISOString().slice(11, 16)]);
  console.log(hour, "in UTC:", Object.fromEntries(found));
  assert.deepEqual(Object.fromEntries(found), expected);
}
JS
TZ=UTC node "$work/run.cjs"
