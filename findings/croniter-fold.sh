#!/usr/bin/env bash
# croniter 7.0.0 and cron-parser 5.10.6, croner 11.0.1: four readers of cron have four answers to a change of clocks.
#
# Guessed: "30 2 * * *" runs once on each day in all of them, in spring at 03:30.
# Seen, in Madrid: where clocks are put back croniter gives 02:30 twice, the two for JavaScript once. Where they are put
# forward, cron-parser gives 03:30, croniter and croner 03:00, the first minute that there is.
# What follows: a task that has to be done once a day may not lean on which program reads its line of cron.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check croniter==7.0.0 tzdata==2026.6
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" cron-parser@5.10.6 croner@11.0.1 >/dev/null

PYTHONTZPATH= "$work/venv/bin/python" - <<'PYTHON' | tee "$work/seen"
from datetime import datetime
from zoneinfo import ZoneInfo

from croniter import croniter

for start in (datetime(2026, 10, 24, 12), datetime(2027, 3, 27, 12)):
    runs = croniter("30 2 * * *", start.replace(tzinfo=ZoneInfo("Europe/Madrid")))
    print("croniter", *(f"{runs.get_next(datetime):%d %H:%M%z}" for _ in range(2)))
PYTHON
cat >"$work/run.mjs" <<'JS'
import { Cron } from "croner";
import { CronExpressionParser } from "cron-parser";

const tz = "Europe/Madrid";
for (const start of ["2026-10-24T10:00:00Z", "2027-03-27T11:00:00Z"]) {
  const runs = CronExpressionParser.parse("30 2 * * *", { tz, currentDate: new Date(start) });
  console.log("cron-parser", ...[1, 2].map(() => runs.next().toDate().toISOString().slice(8, 16)));
  const next = new Cron("30 2 * * *", { timezone: tz }).nextRuns(2, new Date(start));
  console.log("croner", ...next.map((run) => run.toISOString().slice(8, 16)));
}
JS
(cd "$work" && node run.mjs) | tee -a "$work/seen"
[ "$(cat "$work/seen")" = "croniter 25 02:30+0200 25 02:30+0100
croniter 28 03:00+0200 29 02:30+0200
cron-parser 25T00:30 26T01:30
croner 25T00:30 26T01:30
cron-parser 28T01:30 29T00:30
croner 28T01:00 29T00:30" ]
