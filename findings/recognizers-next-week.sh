#!/usr/bin/env bash
# Recognizers-Text, Spanish (npm 1.3.1, pip 1.0.2a2): "la semana que viene" is the whole month of today.
#
# Guessed: both packages of one project give the week from Monday on, for "la próxima semana" and for "la semana que
# viene", which is how most people say it.
# Seen, on 23 November 2026: "la próxima semana" is 30 November to 7 December; "la semana que viene" is 1 November to
# 1 December, in both. "doce de la noche" is noon in both, and "seis menos veinte" is 06:20. "el viernes que viene" is
# in eleven days in the npm package and two Fridays, one of them past, in the one for Python. The package for Python is
# imported only beside emoji below 2, which it does not say.
# What follows: an answer in the right form is no sign of being right; both packages have to be tried with one's words.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @microsoft/recognizers-text-suite@1.3.1 >/dev/null
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check recognizers-text-suite==1.0.2a2 'emoji==1.7.0'

cat >"$work/run.cjs" <<'JS'
const { recognizeDateTime, Culture } = require("@microsoft/recognizers-text-suite");
const now = new Date(2026, 10, 23, 10);
for (const words of process.argv.slice(2)) {
  const values = recognizeDateTime(words, Culture.Spanish, 0, now).flatMap((found) => found.resolution.values);
  console.log(`${words}: ${values.map(({ value, start, end }) => value ?? `${start} to ${end}`).join(", ")}`);
}
JS
cat >"$work/run.py" <<'PYTHON'
import sys
import warnings
from datetime import datetime

warnings.filterwarnings("ignore")
from recognizers_date_time import Culture, recognize_datetime

for words in sys.argv[1:]:
    found = recognize_datetime(words, Culture.Spanish, reference=datetime(2026, 11, 23, 10))
    values = [each.get("value") or f"{each['start']} to {each['end']}" for one in found for each in one.resolution["values"]]
    print(f"{words}: {', '.join(values)}")
PYTHON
words=("la próxima semana" "la semana que viene" "a las doce de la noche" "a las seis menos veinte" "el viernes que viene")
TZ=America/Mexico_City node "$work/run.cjs" "${words[@]}" | tee "$work/npm"
"$work/venv/bin/python" "$work/run.py" "${words[@]}" | tee "$work/pip"
same="la próxima semana: 2026-11-30 to 2026-12-07
la semana que viene: 2026-11-01 to 2026-12-01
a las doce de la noche: 12:00:00
a las seis menos veinte: 06:20:00, 18:20:00"
[ "$(cat "$work/npm")" = "$same
el viernes que viene: 2026-12-04" ]
[ "$(cat "$work/pip")" = "$same
el viernes que viene: 2026-11-20, 2026-11-27" ]
