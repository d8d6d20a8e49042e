#!/usr/bin/env bash
# num2words 0.5.14 and text2num 3.1.0, es: "veintiuno mil" is written and read, "veintiún mil" neither.
#
# Guessed: num2words makes a mistake before a noun only ("veintiuno euros"), and text2num reads "veintiún días" as it
# does "treinta y un días".
# Seen: as a currency 21 is right, "veintiún pesos"; alone 21000 is "veintiuno mil" and 21000000 "veintiuno millones",
# which Spanish does not say. text2num reads those, and not "veintiún": alpha2digit leaves "veintiún días" as it is and
# makes "veintiún 1000 pesos" of "veintiún mil pesos". An ordinal from a thousand million on is another number: the
# 1,000,000,000th is "billonésimo", which in Spanish is the 1,000,000,000,000th; a million pesos lack their "de".
# What follows: put "un" and "veintiún" for "uno" before mil and millones, and read "veintiún" before text2num does.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check num2words==0.5.14 text2num==3.1.0

"$work/venv/bin/python" - <<'PYTHON'
from num2words import num2words
from text_to_num import alpha2digit, text2num

for number, form, words in (
    (21, {}, "veintiuno"),
    (21.0, {"to": "currency", "currency": "MXN"}, "veintiún pesos con cero centavos"),
    (21_000, {}, "veintiuno mil"),
    (21_000_000, {}, "veintiuno millones"),
    (1_000_000.0, {"to": "currency", "currency": "MXN"}, "un millón pesos con cero centavos"),
    (10**9, {}, "mil millones"),
    (10**9, {"to": "ordinal"}, "billonésimo"),
    (10**12, {"to": "ordinal"}, "trillonésimo"),
):
    said = num2words(number, lang="es", **form)
    print(number, *form.values(), "→", said)
    assert said == words
assert text2num("veintiuno mil", "es") == 21_000
for words, digits in (
    ("treinta y un días", "31 días"),
    ("veintiún días", "veintiún días"),
    ("veintiún mil pesos", "veintiún 1000 pesos"),
):
    print(words, "→", alpha2digit(words, "es"))
    assert alpha2digit(words, "es") == digits
PYTHON
