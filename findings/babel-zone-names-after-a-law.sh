#!/usr/bin/env bash
# babel 2.18.0 with tzdata 2026.6: where a law has changed the clock for good, the name of the zone is wrong by an hour.
#
# Guessed: Babel names an hour's zone by its offset, or not at all where it does not know one.
# Seen: from November 2026 on Vancouver keeps UTC-7 all year, which Babel calls "hora estándar del Pacífico", that of
# UTC-8; Winnipeg keeps UTC-5, called "hora estándar central"; Edmonton keeps UTC-6, called that of the mountains. It
# asks the time zone whether there is summer time, and the tz database says no. Dublin is called "hora de verano" in
# winter and "hora del meridiano de Greenwich" in summer: its summer time is the tz database's standard one.
# What follows: an hour for people of several zones is written with its offset or the name of a place, never with these.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check babel==2.18.0 tzdata==2026.6

PYTHONTZPATH= "$work/venv/bin/python" - <<'PYTHON'
from datetime import datetime
from zoneinfo import ZoneInfo

from babel.dates import get_timezone_name

seen = {
    ("America/Vancouver", 1): ("-0700", "hora estándar del Pacífico"),
    ("America/Winnipeg", 1): ("-0500", "hora estándar central"),
    ("America/Edmonton", 1): ("-0600", "hora estándar de las Montañas Rocosas"),
    ("Europe/Dublin", 1): ("+0000", "hora de verano de Irlanda"),
    ("Europe/Dublin", 7): ("+0100", "hora del meridiano de Greenwich"),
}
for (zone, month), expected in seen.items():
    noon = datetime(2027, month, 10, 12, tzinfo=ZoneInfo(zone))
    found = f"{noon:%z}", get_timezone_name(noon, locale="es")
    print(zone, f"{noon:%Y-%m}", *found)
    assert found == expected
PYTHON
