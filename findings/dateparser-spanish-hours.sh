#!/usr/bin/env bash
# dateparser 1.5.0, Spanish: an hour that it does not know becomes a day of the month, or is left out without a word.
#
# Guessed: "mañana a las 5" is tomorrow at 05:00, "a las 12" is noon, and "el viernes" is the next Friday.
# Seen, on Monday, 23 November 2026 at 10:00: "mañana a las 5" is tomorrow at 10:00, the hour of the question; "a las 12"
# is the 12th and "a las 17" the 17th of November; "a las 12 del día" is the fifth of December; "a las 17h" is in
# seventeen hours. "viernes" is read, "el viernes" is not; neither is "5:05 p. m.", as Babel writes an hour for Colombia
# and Argentina.
# What follows: it may be asked only about words that are known to be a date, without an hour, and never about a sentence.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check dateparser==1.5.0 babel==2.18.0

"$work/venv/bin/python" - <<'PYTHON'
from datetime import datetime, time

import dateparser
from babel.dates import format_time

NOW = datetime(2026, 11, 23, 10)


def read(words):
    found = dateparser.parse(words, languages=["es"], settings={"RELATIVE_BASE": NOW, "PREFER_DATES_FROM": "future"})
    return found and f"{found:%m-%d %H:%M}"


seen = {
    "mañana a las 5": "11-24 10:00",
    "a las 12": "11-12 00:00",
    "a las 17": "11-17 00:00",
    "a las 12 del día": "12-05 10:00",
    "a las 17h": "11-24 03:00",
    "viernes": "11-27 00:00",
    "el viernes": None,
    format_time(time(17, 5), "short", locale="es_CO"): None,
    format_time(time(17, 5), "short", locale="es_AR"): None,
}
for words, date in seen.items():
    print(f"{words}: {read(words)}")
    assert read(words) == date
PYTHON
