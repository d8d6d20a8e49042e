#!/usr/bin/env bash
# luxon 3.7.2, date-fns 4.4.0 (npm) and arrow 1.4.0 (pip): tomorrow is "el próximo mes", and in a month "en 0 meses".
#
# Guessed: luxon's toRelativeCalendar says "mañana" of tomorrow, as its documentation does; arrow reads back whatever it
# has written, and either reads "en una hora y media" right or refuses it.
# Seen: on the last day of a month luxon calls tomorrow "el próximo mes", and on 31 December "el próximo año": it counts
# years, then months, then days. date-fns' intlFormatDistance says "mañana", and of a day ten days ago "hace 2 semanas".
# arrow, asked for months, says "en 0 meses" from 30 November to 30 December, and reads that as now. It reads "en una
# hora y media" as one hour, and refuses "en 1 mes", "hace 1 hora" and "dentro de 2 horas", as others write them.
# What follows: give luxon `unit: "days"`, arrow no granularity, and people's words to a parser that leaves no word over.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" luxon@3.7.2 date-fns@4.4.0 >/dev/null
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check arrow==1.4.0
cd "$work"

cat >run.mjs <<'JS'
import assert from "node:assert";
import { intlFormatDistance } from "date-fns";
import { DateTime } from "luxon";

for (const [today, day, luxon, dateFns] of [
  ["2026-11-29", "2026-11-30", "mañana", "mañana"],
  ["2026-11-30", "2026-12-01", "el próximo mes", "mañana"],
  ["2026-12-31", "2027-01-01", "el próximo año", "mañana"],
  ["2026-11-30", "2026-11-20", "hace 10 días", "hace 2 semanas"],
]) {
  const [base, then] = [today, day].map((date) => DateTime.fromISO(date));
  const said = then.toRelativeCalendar({ base, locale: "es" });
  const distance = intlFormatDistance(then.toJSDate(), base.toJSDate(), { locale: "es" });
  console.log(today, day, "· luxon", said, "· date-fns", distance);
  assert.deepEqual([said, distance], [luxon, dateFns]);
  if (dateFns === "mañana") assert.equal(then.toRelativeCalendar({ base, locale: "es", unit: "days" }), "mañana");
}
JS
TZ=America/Mexico_City node run.mjs

venv/bin/python - <<'PYTHON'
from datetime import timedelta

import arrow

now = arrow.get(2026, 11, 30, 10)
said = now.shift(months=1).humanize(now, locale="es", granularity="month")
print("arrow writes", said, "and reads", now.dehumanize(said, locale="es"))
assert (said, now.dehumanize(said, locale="es")) == ("en 0 meses", now)
assert now.dehumanize("en 2 horas", locale="es") - now == timedelta(hours=2)
print("en una hora y media is", now.dehumanize("en una hora y media", locale="es") - now)
assert now.dehumanize("en una hora y media", locale="es") - now == timedelta(hours=1)
for words in ("en 1 mes", "hace 1 hora", "dentro de 2 horas"):
    try:
        now.dehumanize(words, locale="es")
    except ValueError:
        print(words, "is refused")
    else:
        raise AssertionError(words)
PYTHON
