#!/usr/bin/env bash
# msgspec 0.22.0: a date-time of seven digits is rounded into the next second, and so into the next year.
#
# Guessed: JSON date-times are read strictly as RFC 3339 has them, and digits finer than a microsecond are cut off, as
# Python does.
# Seen: 2026-12-31T23:59:59.9999999Z is 2027-01-01T00:00:00Z, and a time 23:59:59.9999999 is 00:00 of the same day; the
# same fraction in the year 9999 is an error. Small letters, a blank for the T and +0600 are taken; 10:00Z without
# seconds is not, though RFC 3339 has as little room for +0600. The JSON schema made for `datetime` has no format.
# What follows: programs that write seven or nine digits (.NET, Go, Java) have an end of a day moved into the next one.
# Where that or the form matters, a string is taken and read by hand.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check msgspec==0.22.0

"$work/venv/bin/python" - <<'PYTHON'
from datetime import datetime, time

import msgspec


def read(words, kind=datetime):
    try:
        return msgspec.convert(words, kind).isoformat()
    except msgspec.ValidationError:
        return "refused"


seen = {
    "2026-12-31T23:59:59.9999999Z": "2027-01-01T00:00:00+00:00",
    "9999-12-31T23:59:59.9999999Z": "refused",
    "2026-11-30t10:00:00z": "2026-11-30T10:00:00+00:00",
    "2026-11-30 10:00:00+0600": "2026-11-30T10:00:00+06:00",
    "2026-11-30T10:00Z": "refused",
}
for words, date in seen.items():
    print(words, read(words))
    assert read(words) == date
assert read("23:59:59.9999999", time) == "00:00:00"
assert datetime.fromisoformat("2026-12-31T23:59:59.9999999Z").isoformat() == "2026-12-31T23:59:59.999999+00:00"
assert "format" not in msgspec.json.schema(datetime)
PYTHON
