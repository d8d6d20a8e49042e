#!/usr/bin/env bash
# babel 2.18.0 with tzdata 2026.6: one zone of the tz database has no territory in Babel.
#
# Guessed: Babel, which knows the territory of every time zone by CLDR, knows that of each zone in the tz database's own
# list of zones by country.
# Seen: it has none for America/Coyhaique, the zone that Aysén in Chile got in 2025; zone.tab says CL. So what asks Babel
# for the country of a person's zone finds none there, and what asks for Chile's zones misses one.
# What follows: the country of a zone is read from the tz database, which is new when its zones are new.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check babel==2.18.0 tzdata==2026.6

"$work/venv/bin/python" - <<'PYTHON'
from importlib.resources import files

from babel.core import get_global

lines = files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8").splitlines()
countries = {line.split("\t")[2]: line.split("\t")[0] for line in lines if not line.startswith("#")}
aliases, territories = get_global("zone_aliases"), get_global("zone_territories")
missing = {zone: country for zone, country in countries.items() if aliases.get(zone, zone) not in territories}
print(f"{len(countries)} zones; without a territory in Babel: {missing}")
assert missing == {"America/Coyhaique": "CL"}
PYTHON
