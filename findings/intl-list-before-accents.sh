#!/usr/bin/env bash
# Intl.ListFormat of Node 20 (ICU 78) and Babel 2.18.0, es: "Ana e Inés", but "Ana y Íñigo" and "Ana o Óscar".
#
# Guessed: what knows that "y" is "e" before the sound of i, and "o" is "u" before that of o, hears it in any spelling.
# Seen: ICU, which browsers and Node use, looks for i, hi, o, ho, 8 and 11 without accents: it writes "Ana y Íñigo",
# "Ana o Óscar", and "Ana y «Inés»" before a quotation mark. It has "Ana y hielo" and "siete u 11" right, and leaves
# "10:30 o 11:30", which is said "once y media". Babel has no such rule at all: "Ana y Inés", "siete o ocho".
# What follows: look at the last name without its accents and marks.
#
# Needs node. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check babel==2.18.0

cat >"$work/run.mjs" <<'JS'
import assert from "node:assert";

for (const [type, ...words] of [
  ["conjunction", "Ana", "Inés", "e"],
  ["conjunction", "Ana", "Hilda", "e"],
  ["conjunction", "agua", "hielo", "y"],
  ["conjunction", "Ana", "Íñigo", "y"],
  ["conjunction", "Ana", "Ítalo", "y"],
  ["conjunction", "Ana", "«Inés»", "y"],
  ["disjunction", "siete", "ocho", "u"],
  ["disjunction", "Ana", "Óscar", "o"],
  ["disjunction", "10", "11", "u"],
  ["disjunction", "10:30", "11:30", "o"],
]) {
  const [first, last, joined] = words;
  const listed = new Intl.ListFormat("es", { type }).format([first, last]);
  console.log("ICU", process.versions.icu, listed);
  assert.equal(listed, `${first} ${joined} ${last}`);
}
JS
node "$work/run.mjs"
"$work/venv/bin/python" - <<'PYTHON'
from babel.lists import format_list

for words, style, listed in ((["Ana", "Inés"], "standard", "Ana y Inés"), (["siete", "ocho"], "or", "siete o ocho")):
    print("Babel", format_list(words, style, locale="es"))
    assert format_list(words, style, locale="es") == listed
PYTHON
