#!/usr/bin/env bash
# python-dateutil 2.9.0.post0 beside tzdata 2026.6: `tz.gettz` does not see the package tzdata, which zoneinfo takes.
#
# Guessed: two ways to name a zone in one process give one clock, that of the newest data installed.
# Seen: where the machine has no zones (a slim container), zoneinfo takes those of tzdata, and dateutil those that it
# brings itself, of 2024a. In January 2027 they differ by an hour for Vancouver, Winnipeg, Edmonton and Casablanca, and
# dateutil knows no America/Coyhaique at all. Paraguay's summer time, ended by law in 2024, goes on there in the south's
# winter: July 2027 differs.
# What follows: a new tzdata mends only what asks zoneinfo; what takes a zone by `gettz` has to be given a ZoneInfo.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check python-dateutil==2.9.0.post0 tzdata==2026.6

PYTHONTZPATH= "$work/venv/bin/python" - <<'PYTHON'
from datetime import datetime
from zoneinfo import ZoneInfo

from dateutil import tz

tz.tz.TZPATHS.clear()  # a machine without zones
ZONES = ("America/Vancouver", "America/Winnipeg", "America/Edmonton", "Africa/Casablanca", "America/Asuncion")
differ = set()
for zone in ZONES:
    for month in (1, 7):
        offsets = [datetime(2027, month, 10, 12, tzinfo=find(zone)).utcoffset() for find in (ZoneInfo, tz.gettz)]
        print(zone, f"2027-{month:02}", "zoneinfo and dateutil:", *offsets)
        differ |= {(zone, month)} if offsets[0] != offsets[1] else set()
assert differ == {*((zone, 1) for zone in ZONES[:3]), *((ZONES[3], month) for month in (1, 7)), (ZONES[4], 7)}, differ
assert tz.gettz("America/Coyhaique") is None
PYTHON
