#!/usr/bin/env bash
# holidays 0.109: not every part of a country that it knows is an ISO 3166-2 code.
#
# Guessed: `subdivisions` of a country are the codes of ISO 3166-2 without the country's, so that "ES-CT" names a part
# to every program.
# Seen: beside codes stand names of cities and school zones: "Barcelona" in Spain, "Stadt Zurich" in Switzerland,
# "São Paulo Capital" in Brazil, "Zone A" in France. They are asked for by that name, in that spelling.
# What follows: what keeps a person's part of a country, or takes one from another program, cannot check it by the form
# of a code, and has to allow for spaces and letters beyond ASCII, or to leave such parts out.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check holidays==0.109

"$work/venv/bin/python" - <<'PYTHON'
import re

import holidays

CODE = re.compile(r"[A-Z0-9]{1,3}")
named = {
    code: [part for part in holidays.country_holidays(code).subdivisions if not CODE.fullmatch(part)]
    for code in ("BR", "CH", "ES", "FR")
}
print({code: parts for code, parts in named.items() if parts})
known = {"BR": "São Paulo Capital", "CH": "Stadt Zurich", "ES": "Barcelona", "FR": "Zone A"}
assert all(part in named[code] for code, part in known.items())
assert all(holidays.country_holidays(code, subdiv=part, years=2026) for code, part in known.items())
PYTHON
