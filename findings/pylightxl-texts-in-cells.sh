#!/usr/bin/env bash
# pylightxl 1.61: the texts of a file that XlsxWriter wrote in constant memory are empty.
#
# Guessed: a text kept in its cell (`t="inlineStr"`) is read as one in the table of texts is, as nine other readers do.
# Seen: such texts are "", without a warning, while the numbers beside them are right; the same sheet written with the
# table of texts is whole.
# What follows: large reports, which are written row by row, look as if they had no words.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check xlsxwriter==3.3.1 pylightxl==1.61
cd "$work"
venv/bin/python - <<'PYTHON'
import pylightxl
from xlsxwriter import Workbook

for rows_apart, expected in ((False, ["Contrato", 3]), (True, ["", 3])):
    with Workbook("text.xlsx", {"constant_memory": rows_apart}) as book:
        book.add_worksheet("Text").write_row(0, 0, ["Contrato", 3])
    read = pylightxl.readxl("text.xlsx").ws("Text").row(1)
    print("constant memory" if rows_apart else "table of texts", read)
    assert read == expected
PYTHON
