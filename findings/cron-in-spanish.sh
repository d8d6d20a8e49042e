#!/usr/bin/env bash
# cron-descriptor 2.2.1 (pip) and cronstrue 3.39.0 (npm), in Spanish: 13:00 is "la 01:00", and "or" is "y".
#
# Guessed: both say the same in Spanish, as one was made after the other.
# Seen: where a program sets `locale_code` of cron-descriptor's options, the clock stays that of the machine, to 12 in
# the US or without a locale, and its texts for Spain have no word for AM and PM: 13:00 and 01:00 are both "A las 01:00".
# Days and months are in English unless the process has called setlocale: "de Monday a Friday", for Mexico "Monday hasta
# Friday"; Colombia and Argentina have English throughout. 0 9 1 * 1, which cron runs on the first of a month and on each
# Monday, is "o el Monday" for cron-descriptor and "y el lunes" for cronstrue, in English "or" and "and".
# What follows: give cron-descriptor its locale when the options are made, es_ES or es_MX and no other, and the process
# one, too; show the next dates beside the words.
#
# Needs node and npm. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" cronstrue@3.39.0 >/dev/null
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check cron-descriptor==2.2.1
cd "$work"

LC_ALL=C venv/bin/python -W ignore - <<'PYTHON'
from cron_descriptor import Options, get_description

set_later = Options()
set_later.locale_code = "es_ES"
spain, mexico, colombia = (Options(locale_code=code) for code in ("es_ES", "es_MX", "es_CO"))
for cron, options, words in (
    ("0 13 * * *", set_later, "A las 01:00"),
    ("0 1 * * *", set_later, "A las 01:00"),
    ("0 13 * * *", spain, "A las 13:00"),
    ("0 13 * * 1-5", spain, "A las 13:00, de Monday a Friday"),
    ("0 13 * * 1-5", mexico, "A las 01:00 P. M., Monday hasta Friday"),
    ("0 13 * * 1-5", colombia, "At 01:00 PM, Monday through Friday"),
    ("0 9 1 * 1", spain, "A las 09:00, el día 1 del mes, o el Monday"),
):
    said = get_description(cron, options).replace("\xa0", " ")
    print(cron, options.locale_code, said)
    assert said == words
PYTHON

cat >run.mjs <<'JS'
import assert from "node:assert";
import cronstrue from "cronstrue/i18n.js";

for (const [locale, words] of [
  ["es", "A las 09:00, el día 1 del mes, y el lunes"],
  ["en", "At 09:00 AM, on day 1 of the month, and on Monday"],
]) {
  console.log("cronstrue", cronstrue.toString("0 9 1 * 1", { locale }));
  assert.equal(cronstrue.toString("0 9 1 * 1", { locale }), words);
}
JS
node run.mjs
