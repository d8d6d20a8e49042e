#!/usr/bin/env bash
# chrono-node 2.10.3, es: a day or an hour that it does not know is left out, and the rest is taken for the whole.
#
# Guessed: "mañana a las 5 de la tarde" is tomorrow at 17:00, and what cannot be read gives no result.
# Seen, on 23 November 2026 at 10:00: tomorrow at 05:00, since "de la tarde" is a second result beside it; "pasado
# mañana" is tomorrow; "15 sept 2027, 17:05", as every browser writes the date for Spain, is today at 17:05; "a las 17h"
# is in seventeen hours, so tomorrow at 03:00; "del 3 al 5 de enero" is tomorrow from 03:00 to 05:00.
# What follows: a result is no sign that the words were understood. Whoever keeps chrono has to look at `text`, and to
# refuse a sentence of which a number or a word of time is left.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" chrono-node@2.10.3 >/dev/null

cat >"$work/run.mjs" <<'JS'
import assert from "node:assert";
import { es } from "chrono-node";

const now = new Date(2026, 10, 23, 10);
const shown = (date) => date.toLocaleString("sv").slice(0, 16);
const read = (words) => {
  const [first] = es.parse(words, now, { forwardDate: true });
  return `${shown(first.start.date())}${first.end ? " to " + shown(first.end.date()) : ""}`;
};
const seen = {
  "mañana a las 5 de la tarde": "2026-11-24 05:00",
  "pasado mañana": "2026-11-24 10:00",
  [new Date(2027, 8, 15, 17, 5).toLocaleString("es-ES", { dateStyle: "medium", timeStyle: "short" })]: "2026-11-23 17:05",
  "a las 17h": "2026-11-24 03:00",
  "del 3 al 5 de enero": "2026-11-24 03:00 to 2026-11-24 05:00",
};
for (const [words, date] of Object.entries(seen)) {
  console.log(`${words}: ${read(words)}`);
  assert.equal(read(words), date);
}
JS
TZ=America/Mexico_City node "$work/run.mjs"
