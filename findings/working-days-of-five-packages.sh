#!/usr/bin/env bash
# numpy 2.4.6, workalendar 17.0.0, holidays 0.109 (pip), date-fns 4.4.0 and moment-business-days 1.2.0 (npm): three
# numbers of working days between the same two dates, and others on the way back or by the hour.
#
# Expected: the days after the first, up to the last: five from a Monday to Saturday, one from Saturday to Monday, as
# many there as back, and whatever the hour.
# Seen: from Monday to Saturday there are 5, and 4 for workalendar; back from Saturday to Monday 4 for date-fns, too.
# From Saturday to Monday there are 0 for numpy, date-fns and moment-business-days, and 1 for the others, back 1 for
# date-fns. From Friday to Monday there are 2 for holidays, which counts both ends. From Monday to Tuesday there is 1,
# and 2 for moment-business-days if Tuesday's hour is later than Monday's: 09:00 to 17:00.
# What follows: say whether the first and the last day count, hand midnights over, and the earlier date first.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  date-fns@4.4.0 moment@2.31.0 moment-business-days@1.2.0 >/dev/null
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check numpy==2.4.6 workalendar==17.0.0 holidays==0.109
cd "$work"

venv/bin/python - <<'PYTHON'
from datetime import date

import numpy
from holidays import country_holidays
from workalendar.america import Mexico

ours, theirs = country_holidays("MX"), Mexico()
for first, last, seen in (
    (date(2026, 11, 30), date(2026, 12, 5), [5, 4, 5]),
    (date(2026, 11, 28), date(2026, 11, 30), [0, 1, 1]),
    (date(2026, 11, 27), date(2026, 11, 30), [1, 1, 2]),
):
    there = [
        int(numpy.busday_count(first, last)),
        theirs.get_working_days_delta(first, last),
        ours.get_working_days_count(first, last),
    ]
    print(f"{first:%A} to {last:%A} · numpy, workalendar, holidays", there)
    assert there == seen
PYTHON

cat >run.mjs <<'JS'
import assert from "node:assert";
import { differenceInBusinessDays } from "date-fns";
import moment from "moment-business-days";

for (const [first, last, seen] of [
  ["2026-11-30T00:00", "2026-12-05T00:00", [5, -4, 5]],
  ["2026-11-28T00:00", "2026-11-30T00:00", [0, -1, 0]],
  ["2026-11-27T00:00", "2026-11-30T00:00", [1, -1, 1]],
  ["2026-11-30T09:00", "2026-12-01T17:00", [1, -1, 2]],
  ["2026-11-30T17:00", "2026-12-01T09:00", [1, -1, 1]],
]) {
  const [from, to] = [new Date(first), new Date(last)];
  const days = [
    differenceInBusinessDays(to, from),
    differenceInBusinessDays(from, to),
    moment(to).businessDiff(moment(from), true),
  ];
  console.log(first, last, "· date-fns, back, moment-business-days", days);
  assert.deepEqual(days, seen);
}
JS
TZ=America/Mexico_City node run.mjs
